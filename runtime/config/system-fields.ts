import type { EntityConfig } from "./config.js";

/** The names of the fields that the server adds to an entity, in the order of records. */
export function systemFieldNames({ systemFields }: Pick<EntityConfig, "systemFields">): readonly string[] {
  return ["id", ...(["createdat", "updatedat"] as const).filter((name) => systemFields?.[name] !== false)];
}
