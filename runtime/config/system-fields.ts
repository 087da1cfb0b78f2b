import type { AuthConfig, EntityConfig } from "./config.js";
import { ownKeyName } from "./keys.js";

/** The field with the id of a record's creator, and the member with that user. */
export const OWNER_FIELD = "ownerid";
export const OWNER_MEMBER = "owner";
/** The field with the canonical user name. Records do not show it. */
export const USERNAME_KEY_FIELD = "usernamekey";
/** The field with the version that a user's valid tokens carry. Records do not show it. */
export const TOKEN_VERSION_FIELD = "tokenversion";
/** The field that says whether the user has proved to read the e-mail address. */
export const EMAIL_VERIFIED_FIELD = "emailverified";
/** The fields of users that are internal to the server. */
export const hiddenUserFields: readonly string[] = [USERNAME_KEY_FIELD, TOKEN_VERSION_FIELD];

/** The names of the fields that the server adds to an entity, in the order in which records have them. */
export function systemFieldNames(entity: EntityConfig): readonly string[] {
  const key = ownKeyName(entity);
  const owner = entity.systemFields?.ownerid === true ? [OWNER_FIELD] : [];
  return [...(key === undefined ? [] : [key]), ...timeNames(entity), ...owner];
}

/** The names of all members that the server sets. */
export function systemMemberNames(entity: EntityConfig, auth: AuthConfig | undefined): readonly string[] {
  return [...new Set([...systemFieldNames(entity), ...ownerMemberNames(entity, auth)])];
}

/** The members for a record's owner: the id, and the user if the users are in this database. */
export function ownerMemberNames(
  { systemFields }: Pick<EntityConfig, "systemFields">,
  auth: AuthConfig | undefined,
): readonly string[] {
  if (systemFields?.ownerid !== true) return [];
  return auth?.secretKey === undefined ? [OWNER_FIELD] : [OWNER_FIELD, OWNER_MEMBER];
}

/** The timestamps of records. A read-only entity only has those that the configuration names. */
export function timeNames({
  systemFields,
  isReadOnly = false,
}: Pick<EntityConfig, "systemFields" | "isReadOnly">): readonly ("createdat" | "updatedat")[] {
  return (["createdat", "updatedat"] as const).filter((name) => systemFields?.[name] ?? !isReadOnly);
}
