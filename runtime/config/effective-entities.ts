import { USERNAME_LENGTH } from "../model/values/user-name.js";
import { findName } from "./find-name.js";
import { EMAIL_VERIFIED_FIELD } from "./system-fields.js";
import type { AuthConfig, Config, EntityConfig, FieldConfig } from "./config.js";

/** The name of the users entity. */
const USER_ENTITY = "user";

/** The fields that every user has. */
export const userFields = {
  username: { type: "string", isEditable: true, isRequired: true, maxLength: USERNAME_LENGTH },
  password: { type: "secret", isEditable: true, isRequired: true },
  email: { type: "string", isEditable: true, isRequired: false },
  firstname: { type: "string", isEditable: true, isRequired: false },
  lastname: { type: "string", isEditable: true, isRequired: false },
  roles: { type: "json", isEditable: true, isRequired: true, default: [] },
} as const satisfies Readonly<Record<string, FieldConfig>>;

/** The field that users have with `auth.messages`. Only the server sets it. */
export const verifiedField = {
  [EMAIL_VERIFIED_FIELD]: {
    type: "boolean",
    isEditable: false,
    isIgnoredOnCreate: true,
    isRequired: true,
    default: false,
  },
} as const satisfies Readonly<Record<string, FieldConfig>>;

/** Default permissions: anyone may register, users may read and change their own record, admins may do everything. */
export const userPermissions = {
  read: ["owner", "admin"],
  create: ["guest"],
  update: ["owner", "admin"],
  delete: ["owner", "admin"],
} as const satisfies EntityConfig["permissions"];

/** Adds what `auth` implies to the entities: the users entity and the owners of records. */
export function effectiveEntities(
  entities: Config["entities"],
  auth: AuthConfig | undefined,
): Config["entities"] {
  if (auth === undefined) return entities;
  const owned = Object.entries(entities).map(([name, entity]): [string, EntityConfig] => [
    name,
    isUserEntity(name, auth) ? withUserFields(entity, auth) : withOwner(entity),
  ]);
  if (auth.secretKey !== undefined && userEntityName(entities) === undefined)
    owned.push([USER_ENTITY, withUserFields({ fields: {}, permissions: {} }, auth)]);
  return Object.fromEntries(owned);
}

/** The name of the users entity as the configuration writes it. `undefined` if it is not configured. */
export function userEntityName(entities: Config["entities"]): string | undefined {
  return findName(USER_ENTITY, entities);
}

/** Whether this is the users entity. */
export function isUserEntity(name: string, auth: AuthConfig | undefined): boolean {
  return auth?.secretKey !== undefined && name.toLowerCase() === USER_ENTITY;
}

function withOwner(entity: EntityConfig): EntityConfig {
  const ownerid = entity.systemFields?.ownerid ?? entity.isReadOnly !== true;
  return { ...entity, systemFields: { ...entity.systemFields, ownerid } };
}

/** Merges the built-in fields of users with the configured ones. Options of the configuration win. */
function withUserFields(entity: EntityConfig, { messages }: AuthConfig): EntityConfig {
  const written = Object.entries(entity.fields);
  const configured = new Map(written.map(([name, field]) => [name.toLowerCase(), field]));
  const builtIn = messages === undefined ? userFields : { ...userFields, ...verifiedField };
  const fields = Object.fromEntries<FieldConfig>([
    ...Object.entries<FieldConfig>(builtIn).map(
      ([name, field]) => [name, { ...field, ...configured.get(name) }] as const,
    ),
    ...written.filter(([name]) => !Object.hasOwn(builtIn, name.toLowerCase())),
  ]);
  return { ...entity, fields, permissions: { ...userPermissions, ...entity.permissions } };
}
