import type { Entity } from "../../model/model.js";
import type { Slots } from "./slot.js";
import type { SqlDialect } from "./sql-dialect.js";

/** The context in which all parts of a statement are built. */
export interface SqlContext extends Slots {
  readonly dialect: SqlDialect;
}

/** The table of an entity in a statement: by its alias, or by its own name. */
export interface TableInStatement {
  readonly entity: Entity;
  readonly alias: string | undefined;
}

/** The context of a condition on the records of a table. */
export interface TableContext extends SqlContext {
  readonly table: TableInStatement;
}
