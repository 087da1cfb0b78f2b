import type { Entity, TableEntity } from "../../model/model.js";

/** The properties of an entity that are compared with its stored table. */
export interface SchemaEntity extends TableEntity, Pick<Entity, "formerTables" | "renamedFrom" | "policy"> {}
