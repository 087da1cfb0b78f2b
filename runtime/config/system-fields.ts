import type { EntityConfig } from "./config.js";
import { ownKeyName } from "./keys.js";

/** The names of the fields that the server adds to an entity, in the order of records. */
export function systemFieldNames(entity: EntityConfig): readonly string[] {
  const key = ownKeyName(entity);
  return [...(key === undefined ? [] : [key]), ...timeNames(entity)];
}

/** The times that records carry. What is only read has those alone that the configuration says. */
export function timeNames({
  systemFields,
  isReadOnly = false,
}: Pick<EntityConfig, "systemFields" | "isReadOnly">): readonly ("createdat" | "updatedat")[] {
  return (["createdat", "updatedat"] as const).filter((name) => systemFields?.[name] ?? !isReadOnly);
}
