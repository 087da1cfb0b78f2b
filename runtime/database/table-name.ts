import { sql } from "kysely";
import type { Entity } from "../model/model.js";
import type { Sql } from "./dialect.js";

/** An entity's table, as statements name it. */
export function tableName({ schema, table }: Pick<Entity, "schema" | "table">): Sql {
  return schema === undefined ? sql.id(table) : sql.id(schema, table);
}
