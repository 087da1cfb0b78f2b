import type { EntityConfig } from "./config.js";
import { ownKeyName } from "./keys.js";

/** The field with the id of the user who created a record, and the member with that user. */
export const OWNER_FIELD = "ownerid";
export const OWNER_MEMBER = "owner";

/** The names of the fields that the server adds to an entity, in the order of records. */
export function systemFieldNames(entity: EntityConfig): readonly string[] {
  const key = ownKeyName(entity);
  const owner = entity.systemFields?.ownerid === true ? [OWNER_FIELD] : [];
  return [...(key === undefined ? [] : [key]), ...timeNames(entity), ...owner];
}

/** The times that records carry. What is only read has those alone that the configuration says. */
export function timeNames({
  systemFields,
  isReadOnly = false,
}: Pick<EntityConfig, "systemFields" | "isReadOnly">): readonly ("createdat" | "updatedat")[] {
  return (["createdat", "updatedat"] as const).filter((name) => systemFields?.[name] ?? !isReadOnly);
}
