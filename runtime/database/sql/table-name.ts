import { sql } from "./kysely.js";
import type { Entity } from "../../model/model.js";
import type { Sql } from "./sql.js";

/** The qualified name of an entity's table. */
export function tableName({ schema, table }: Pick<Entity, "schema" | "table">): Sql {
  return schema === undefined ? sql.id(table) : sql.id(schema, table);
}
