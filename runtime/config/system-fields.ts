import type { AuthConfig, EntityConfig } from "./config.js";
import { ownKeyName } from "./keys.js";

/** The field with the id of the user who created a record, and the member with that user. */
export const OWNER_FIELD = "ownerid";
export const OWNER_MEMBER = "owner";
/** The field that tells user names apart, which no record shows. */
export const USERNAME_KEY_FIELD = "usernamekey";
/** The field with what a user's tokens must carry to be good, which no record shows. */
export const TOKEN_VERSION_FIELD = "tokenversion";
/** What the server keeps of users for itself. */
export const hiddenUserFields: readonly string[] = [USERNAME_KEY_FIELD, TOKEN_VERSION_FIELD];

/** The names of the fields that the server adds to an entity, in the order of records. */
export function systemFieldNames(entity: EntityConfig): readonly string[] {
  const key = ownKeyName(entity);
  const owner = entity.systemFields?.ownerid === true ? [OWNER_FIELD] : [];
  return [...(key === undefined ? [] : [key]), ...timeNames(entity), ...owner];
}

/** The same, and the other members of records that the server sets. */
export function systemMemberNames(entity: EntityConfig, auth: AuthConfig | undefined): readonly string[] {
  return [...new Set([...systemFieldNames(entity), ...ownerMemberNames(entity, auth)])];
}

/** The members that say whose a record is: the user stands beside the id where users are here. */
export function ownerMemberNames(
  { systemFields }: Pick<EntityConfig, "systemFields">,
  auth: AuthConfig | undefined,
): readonly string[] {
  if (systemFields?.ownerid !== true) return [];
  return auth?.secretKey === undefined ? [OWNER_FIELD] : [OWNER_FIELD, OWNER_MEMBER];
}

/** The times that records carry. What is only read has those alone that the configuration says. */
export function timeNames({
  systemFields,
  isReadOnly = false,
}: Pick<EntityConfig, "systemFields" | "isReadOnly">): readonly ("createdat" | "updatedat")[] {
  return (["createdat", "updatedat"] as const).filter((name) => systemFields?.[name] ?? !isReadOnly);
}
