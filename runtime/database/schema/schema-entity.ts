import type { Entity, TableEntity } from "../../model/model.js";

/** The properties of an entity that are compared with its stored table. */
export interface SchemaEntity extends TableEntity, Pick<Entity, "formerTables" | "policy"> {}

/** The place of a table: its name, and its schema if that is not the default. */
export type TablePlace = Pick<Entity, "schema" | "table">;
