import type { Entity } from "../../model/model.js";

/** The place of a table: its name, and its schema if that is not the default. */
export type TablePlace = Pick<Entity, "schema" | "table">;
