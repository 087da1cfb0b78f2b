import type { Field, TableEntity } from "../../model/model.js";

/** Whether the database generates the key by counting up. */
export function countsUp(entity: TableEntity, field: Field): boolean {
  const isCountable = field.type === "int" || field.type === "bigint";
  const isOnlyKey = entity.keys.length === 1 && entity.keys[0] === field;
  return isOnlyKey && isCountable && !field.isCreatable && !entity.isReadOnly;
}
