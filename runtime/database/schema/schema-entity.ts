import type { Entity, TableEntity } from "../../model/model.js";

/** What of an entity is compared with its stored table. */
export interface SchemaEntity extends TableEntity, Pick<Entity, "formerTables" | "renamedFrom" | "policy"> {}
