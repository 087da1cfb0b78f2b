import { sql } from "kysely";
import type { Entity, Field } from "../../model/model.js";
import type { Sql } from "./sql.js";

/** The qualified name of an entity's table. */
export function tableName({ schema, table }: Pick<Entity, "schema" | "table">): Sql {
  return schema === undefined ? sql.id(table) : sql.id(schema, table);
}

/** A column of a table, with the alias of the table if it has one. */
export function columnName({ column }: Pick<Field, "column">, alias: string | undefined): Sql {
  return alias === undefined ? sql.id(column) : sql.id(alias, column);
}
