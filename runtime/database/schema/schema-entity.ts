import type { Entity, TableEntity, Field } from "../../model/model.js";

/** The properties of an entity that are compared with its stored table. */
export interface SchemaEntity extends TableEntity, Pick<Entity, "formerTables" | "policy"> {}

/** The part of a model that is compared with stored tables. */
export interface SchemaModel {
  readonly tables: readonly SchemaEntity[];
}

/** The place of a table: its name, and its schema if that is not the default. */
export type TablePlace = Pick<Entity, "schema" | "table">;

/** Whether the database generates the key by counting up. */
export function countsUp(entity: TableEntity, field: Field): boolean {
  const isCountable = field.type === "int" || field.type === "bigint";
  const isOnlyKey = entity.keys.length === 1 && entity.keys[0] === field;
  return isOnlyKey && isCountable && !field.isCreatable && !entity.isReadOnly;
}
