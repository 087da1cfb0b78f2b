import type { Field, TableEntity } from "../../model/model.js";
import type { Sql } from "../sql/sql.js";
import type { StoredColumn, StoredTable } from "./stored/stored-schema.js";

/** One difference between a database and the configuration, and the change that would resolve it. */
export interface SchemaChange {
  readonly kind:
    | /** Renames something. Applied by `db push`. */ "rename"
    | /** Only adds. Applied when the server starts. */ "add"
    | /** Only adds, but must check every record. Applied by `db push`. */ "addConstraint"
    | /** Changes a column. `assessChange` determines the effect on its values. */ "alter"
    | /** Changes a column and some of its values. */ "alterWithLoss"
    | /** Requires a decision of the operator. */ "decide";
  /** The difference, as a sentence. */
  readonly message: string;
  /** Whether the server can run without the change. */
  readonly isOptional: boolean;
  readonly statements: readonly Sql[];
  /** The column that an `alter` changes. */
  readonly altered?: AlteredColumn;
}

export function toChange(
  kind: SchemaChange["kind"],
  message: string,
  statements: readonly Sql[],
  isOptional = false,
): SchemaChange {
  return { kind, message, isOptional, statements };
}

export function decide(message: string, isOptional = false): SchemaChange {
  return toChange("decide", message, [], isOptional);
}

export interface ComparedColumn<E extends TableEntity = TableEntity> {
  readonly entity: E;
  readonly table: StoredTable;
  readonly field: Field;
  readonly stored: StoredColumn;
}

export interface AlteredColumn extends ComparedColumn {
  readonly change: ColumnChange;
}

/** What the statements of a change depend on. */
export type ColumnToAlter = Omit<AlteredColumn, "table">;

/** The parts of a column change: either or both. */
export interface ColumnChange {
  readonly type: boolean;
  readonly nullability: boolean;
}
