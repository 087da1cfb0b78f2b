import { z } from "zod";
import { fieldShape, targetOptions } from "./field-shape.js";
import { hookNames, type EntityHooks } from "../hooks.js";
import type { ReadValidator, WriteValidator } from "../validators.js";
import {
  flag,
  functionOption,
  group,
  option,
  optionalFlag,
  optionalText,
  optionNames,
  text,
  type Settings,
} from "./option.js";
import { bodyBytes } from "./server-settings.js";

/** The maximum number of fields in a primary key. */
export const MAX_KEYS = 8;

export const role = z.string().max(128).regex(/^\S+$/, "must be a role name without blanks");
const fieldNames = () => z.array(z.string()).min(1).optional();

export const permissionRuleShape = group(
  "PermissionRuleConfig",
  "A role that may use some fields or some records.",
  {
    role: option(role, "The name of the role."),
    fields: option(
      z
        .strictObject({
          include: option(fieldNames(), "Only these fields."),
          exclude: option(fieldNames(), "All fields but these."),
        })
        .optional(),
      "The fields that the role may read or set.",
      { usually: "all fields" },
    ),
    where: option(
      text().optional(),
      "The records that the role may use: a condition. Its values may be `@user.id` and `@user.<claim>`.",
      { usually: "all records" },
    ),
  },
);

const permission = option(
  z.union([role, permissionRuleShape], "must be a role name or { role, fields?, where? }"),
  "A role that may do an operation: with all fields and records, or with some.",
  { name: "PermissionConfig" },
);
const permissions = z.array(permission);
const whoMay = (operation: string) =>
  option(permissions.optional(), `Who may ${operation} records.`, { usually: "nobody" });

/** The type of the key that the server adds, if the configuration does not say it. */
export const DEFAULT_KEY_TYPE = "int";

const systemFieldsShape = group("SystemFieldsConfig", "The fields that the server adds to every record.", {
  id: option(
    z.enum(["int", "uuid"]).optional(),
    "The type of the key that the server adds: `int` is counted up by the database, `uuid` is random.",
    { usually: `\`"${DEFAULT_KEY_TYPE}"\`` },
  ),
  createdat: option(optionalFlag(), "Add the time of creation.", {
    usually: "`true`, except for read-only entities",
  }),
  updatedat: option(optionalFlag(), "Add the time of the last change.", {
    usually: "`true`, except for read-only entities",
  }),
  ownerid: option(optionalFlag(), "Add the id of the user who created the record.", {
    usually: "`true` with `auth`, except for read-only entities",
  }),
});

const foreignKeysShape = z.array(
  group("CompositeForeignKeyConfig", "A reference to a record whose key has several fields.", {
    fields: option(
      z
        .array(z.string())
        .min(2, 'must name at least two fields; one field has its own "foreignKey"')
        .max(MAX_KEYS),
      "The fields that refer to it, in the order of the target's key.",
    ),
    ...targetOptions,
  }),
);

const resolves = z.boolean().default(true);

const hook = z.custom<never>((value) => typeof value === "function", "must be a function");
const hooksShape = z.strictObject(Object.fromEntries(hookNames.map((name) => [name, hook.optional()])));

export const entityShape = group("EntityConfig", "An entity: one table or view.", {
  fields: option(z.record(z.string(), fieldShape), "The fields by name."),
  permissions: option(
    z.strictObject({
      read: whoMay("read"),
      create: whoMay("create"),
      update: whoMay("update"),
      delete: whoMay("delete"),
    }),
    "The roles that may do each operation. An operation that is missing is forbidden. Without `auth`, every caller has the role `guest`.",
    { typescript: "Readonly<Partial<Record<Operation, readonly PermissionConfig[] | undefined>>>" },
  ),
  primaryKey: option(
    z
      .union(
        [z.string(), z.array(z.string()).max(MAX_KEYS)],
        `must be a name or a list of at most ${MAX_KEYS} names`,
      )
      .optional(),
    "The names of the key fields, in order. A create supplies those that are in `fields`. A single name that is not in `fields` is the name of the key that the server adds. With `[]`, nothing identifies the records of a read-only table or view.",
    { usually: "`id`, added by the server" },
  ),
  foreignKeys: option(
    foreignKeysShape.optional(),
    "References of several fields each. A reference of one field is the field's `foreignKey`.",
    { usually: "none" },
  ),
  isReadOnly: option(
    flag(),
    "The table or view is read-only: the server neither writes to it nor creates it.",
  ),
  resolveForeignKeys: option(
    resolves,
    "The entity's endpoints answer with the records that its foreign keys refer to. With `false` they answer with the keys alone; server code still gets the records.",
  ),
  table: option(optionalText(), "The name of the table.", { usually: "the entity's name" }),
  schema: option(optionalText(), "The database schema of the table, for databases that have schemas."),
  description: option(optionalText(), "A description, for generated code and the OpenAPI document."),
  renamedFrom: option(
    optionalText(),
    "The entity's previous name. `generate` renames it in your code, and `db push` renames its table unless `table` is set. Remove it when every database has been pushed.",
  ),
  systemFields: systemFieldsShape.optional(),
  maxBodyBytes: option(bodyBytes().optional(), "Maximum size of a request body for this entity, in bytes.", {
    usually: "`server.maxBodyBytes`",
    answer: "413 `body-too-large`",
  }),
  readValidator: functionOption<ReadValidator>(
    "ReadValidator",
    "`(roles, userId) => condition`: a record can only be read, changed or deleted if it meets the condition.",
  ),
  writeValidator: functionOption<WriteValidator>(
    "WriteValidator",
    "`(action, roles, userId, dbRecord, inputRecord) => boolean`: whether a write is allowed. May be async. An error denies the write.",
  ),
  hooks: option(
    hooksShape.optional() as z.ZodOptional<z.ZodType<EntityHooks>>,
    "Functions that run with writes.",
    { typescript: "EntityHooks", isCode: true },
  ),
});

/** The options that an `Entity` does not have, because it has what follows from them. */
const unlikeEntity = [
  "fields",
  "table",
  "permissions",
  "primaryKey",
  "foreignKeys",
  "systemFields",
  "maxBodyBytes",
  "hooks",
] as const;
/** The options that an `Entity` has too. */
export const entityOptionNames = optionNames(entityShape, unlikeEntity);

/** The options of an entity with all defaults. */
export type EntitySettings = Settings<typeof entityShape>;
