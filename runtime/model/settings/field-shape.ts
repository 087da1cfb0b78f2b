import { z } from "zod";
import { DEFAULT_PRECISION, DEFAULT_SCALE } from "../values/decimal.js";
import { DURATION_FRACTION } from "../values/duration.js";
import { fieldTypeNames, fieldTypes } from "../field-type.js";
import { zones, type FieldValue } from "../values/field-value.js";
import { listItemTypes } from "../values/list.js";
import { count, flag, group, number, option, optionalText, optionNames, type Settings } from "./option.js";
import { DEFAULT_FRACTION } from "../values/temporal.js";

/** The largest declared precision of any database (PostgreSQL). */
const MAX_DIGITS = 1000;

const json = z.json();
/** Any JSON value, as it is: zod's copy would lack a key `__proto__`. */
export const fieldValue = z.any().check(({ value, issues }) => {
  const { error } = json.safeParse(value, { jitless: true });
  issues.push(...((error?.issues ?? []) as z.core.$ZodRawIssue[]));
}) as z.ZodType<FieldValue, FieldValue>;

/** A number, or its text if a double cannot hold it exactly. */
const bound = z.union([z.number(), z.string()], { error: "must be a number, or its text" });

/** Short words for people: on one line, without control characters. */
const words = z
  .string()
  .regex(
    /^[^\s\p{Cc}\p{Cs}](?:[^\p{Cc}\p{Cs}\u2028\u2029]{0,98}[^\s\p{Cc}\p{Cs}])?$/u,
    "must be one line of at most 100 characters, without blanks around it",
  );

/** The target of a foreign key. */
export const targetOptions = {
  targetEntityName: option(z.string(), "The entity that the key points to."),
  resolvedEntityName: option(optionalText(), "The member of a record that holds the referenced record.", {
    usually: "none: records have only the key",
  }),
  inverseName: option(
    optionalText(),
    "The relation from the referenced records back to those that refer to them: a list, or one record if the key is unique.",
    { usually: "none" },
  ),
  isWritable: option(
    flag(),
    "A create or an update of the referenced record may also write the list that `inverseName` names.",
  ),
};

const foreignKeyShape = group("ForeignKeyConfig", "A reference to a record of another entity.", {
  ...targetOptions,
  isManyToMany: option(flag(), "The field is a list of ids, stored in a join table."),
  joinTable: option(optionalText(), "The name of the join table.", {
    usually: "the table and the field, such as `message_tags`",
  }),
});

export const fieldShape = group("FieldConfig", "A field of a record.", {
  type: option(z.enum(fieldTypeNames), "The type of its values.", { typescript: "FieldTypeName" }),
  isEditable: option(
    z.boolean(),
    "Callers may change the field in an update. A create takes it all the same, unless `isIgnoredOnCreate` is set; code of the server may set it always.",
  ),
  isRequired: option(
    z.boolean(),
    "A create must supply the field, unless it has a default or the database fills it. It is never null.",
  ),
  foreignKey: option(foreignKeyShape.nullable().optional(), "The record that the field refers to, if any."),
  isIgnoredOnCreate: option(
    flag(),
    "A create of a caller ignores the field: it starts with its default or null, or with what code of the server sets. As a key, a whole number is counted up by the database and a `uuid` is made by the server.",
  ),
  filledBy: option(
    z.enum(["default", "trigger"]).optional(),
    "What fills the field in the database if a create leaves it out: the default expression of the column, or a trigger. With a trigger, the record is read again for the answer to a write.",
    { usually: "nothing" },
  ),
  maxLength: option(
    count(1_000_000_000).optional(),
    "Maximum length of a text in characters (Unicode code points; on SQL Server UTF-16 code units), or of `bytes` in bytes.",
    {
      usually: `${fieldTypes.string.limits.maxLength ?? 255} for \`string\`; none for \`text\`, \`richtext\` and \`bytes\``,
    },
  ),
  minLength: option(
    count(1_000_000_000).optional(),
    "Minimum length of a text in characters (Unicode code points), or of `bytes` in bytes.",
    { usually: "none" },
  ),
  minimum: option(bound.optional(), "The least value of an `int`, `bigint`, `float` or `decimal`.", {
    usually: "none",
  }),
  maximum: option(bound.optional(), "The greatest value of an `int`, `bigint`, `float` or `decimal`.", {
    usually: "none",
  }),
  precision: option(
    z
      .union([number(MAX_DIGITS), z.literal("unlimited")], {
        error: `must be a whole number from 0 to ${MAX_DIGITS}, or "unlimited"`,
      })
      .optional(),
    '`decimal`: total number of digits, or `"unlimited"` if the database supports it. `datetime`, `time` and `duration`: number of decimal places of a second.',
    {
      usually: `${DEFAULT_PRECISION} for \`decimal\`, ${DEFAULT_FRACTION} for \`datetime\` and \`time\`, ${DURATION_FRACTION} for \`duration\``,
    },
  ),
  scale: option(number(MAX_DIGITS).optional(), "`decimal`: number of digits after the point.", {
    usually: `${DEFAULT_SCALE}, at most \`precision\``,
  }),
  zone: option(
    z.enum(zones).optional(),
    '`datetime` and `time`: `"utc"` for instants in UTC, `"none"` for values without a zone, `"offset"` for values that keep their offset, if the database has a type for them.',
    { usually: '`"utc"` for `datetime`, `"none"` for `time`' },
  ),
  of: option(z.enum(listItemTypes).optional(), "`list`: the type of its items.", {
    typescript: "ListItemType",
  }),
  maxItems: option(count(1_000_000).optional(), "`list`: maximum number of items.", { usually: "none" }),
  storedAs: option(
    optionalText(),
    "SQLite: how the column stores a `date` or `datetime`: a layout such as `YYYY-MM-DD HH:MM:SS` in UTC, `unix seconds`, `unix milliseconds`, `julian day`, or `any` if rows differ; or a `boolean`: what is stored for true and for false, such as `Y/N`. `bytes`: `binary` for bytes that all have the length `maxLength`, `image` for SQL Server's old type. `text`: `ntext` or `text` for SQL Server's old types. `string`: `set` or `enum` for such a column of MySQL. `enum`: `domain` for a domain of an enum of PostgreSQL.",
    { usually: "as answers show it" },
  ),
  values: option(
    z.array(fieldValue).min(1).optional(),
    "The allowed values. For an `enum`: its texts, in their order.",
    { typescript: "readonly FieldValue[]", usually: "every value of the type" },
  ),
  default: option(fieldValue.optional(), "The value that a create uses if the body has none.", {
    typescript: "FieldValue",
  }),
  isUnique: option(flag(), "No two records may have the same value.", { answer: "409 `unique-conflict`" }),
  isIndexed: option(flag(), "The database has an index on the field."),
  column: option(optionalText(), "The name of the column.", { usually: "the field's name" }),
  label: option(
    words.optional(),
    "What people call the field, such as `Unit price`: problems carry it, and so do generated schemas and the OpenAPI document.",
    { usually: "none" },
  ),
  description: option(optionalText(), "A description, for generated code and the OpenAPI document."),
  renamedFrom: option(
    optionalText(),
    "The field's previous name. `generate` renames it in your code, and `db push` renames its column unless `column` is set. Remove it when every database has been pushed.",
  ),
});

/** The options that a `Field` does not have, because it has what follows from them. */
const unlikeField = ["foreignKey", "isIgnoredOnCreate"] as const;
/** The options that a `Field` has too. */
export const fieldOptionNames = optionNames(fieldShape, unlikeField);

/** The options of a field with all defaults. */
export type FieldSettings = Settings<typeof fieldShape>;
