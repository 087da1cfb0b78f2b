import type { Entity, Field } from "../../model/model.js";
import type { Sql } from "../dialect.js";
import type { ColumnChange } from "./schema-dialect.js";
import type { StoredColumn, StoredTable } from "./stored-schema.js";

/** One way in which a database differs from the configuration, and what would end it. */
export interface SchemaChange {
  readonly kind:
    | /** Gives something its new name; `db push` does it. */ "rename"
    | /** Only adds; the server does it when it starts. */ "add"
    | /** Only adds, but has to look at every record: `db push` does it. */ "addConstraint"
    | /** Changes a column. `assessChange` says what that would do to its values. */ "alter"
    | /** Changes a column, and some of its values with it. */ "alterWithLoss"
    | /** Nothing that can be done without deciding something. */ "decide";
  /** What differs, as a sentence. */
  readonly message: string;
  /** Whether the server can do its work without it. */
  readonly isOptional: boolean;
  readonly statements: readonly Sql[];
  /** The column that an `alter` changes. */
  readonly altered?: AlteredColumn;
}

export interface AlteredColumn {
  readonly entity: Entity;
  readonly table: StoredTable;
  readonly field: Field;
  readonly stored: StoredColumn;
  readonly change: ColumnChange;
}
