import type { Field, TableEntity } from "../../model/model.js";
import type { Sql } from "../sql/sql.js";
import type { ColumnChange } from "./column-change.js";
import type { TablePlace } from "./table-place.js";

/** A statement of a migration. */
export interface MigrationSql {
  readonly sql: Sql;
  /** Set if it cannot run in a transaction, or would hold its locks for too long there. */
  readonly isOutsideTransaction?: true;
  /** What ends it in a script, if a semicolon does not. */
  readonly ending?: string;
  /** A better way that not every edition has, as a sentence. */
  readonly note?: string;
}

/**
 * How a database changes tables that have rows and are in use: by the statements that lock least. What a
 * statement claims (`lock=none`) it must keep, because a wrong claim makes it fail.
 */
export interface MigrationSyntax {
  readonly createIndex: (index: AddedIndex) => readonly MigrationSql[];
  readonly dropIndex: (table: TablePlace, name: string) => MigrationSql;
  /** @param add The statement that adds it, as to a new table. */
  readonly addForeignKey: (table: TablePlace, name: string, add: Sql) => readonly MigrationSql[];
  readonly dropForeignKey: (table: TablePlace, name: string) => Sql;
  /** What the statement that adds a column claims, if it claims anything. */
  readonly addColumn?: (added: Sql, field: Field) => Sql;
  /** Not called by a database with `rebuild`. */
  readonly changeColumn: (changed: ChangedColumn) => readonly MigrationSql[];
  readonly dropColumn: (entity: TableEntity, field: Field) => readonly MigrationSql[];
  /** Drops what a column had of its own and is left without it: its enum type. */
  readonly dropLeft?: (entity: TableEntity, field: Field) => readonly Sql[];
  /** Replaces a table by a new one with the same rows, for a database that can change columns in no other way. */
  readonly rebuild?: (rebuilt: RebuiltTable) => readonly Sql[];
  /** Runs in a transaction before several tables are dropped, if rows that refer to each other would be in the way. */
  readonly deferForeignKeys?: Sql;
  /** Set if a column cannot be changed while an index or a foreign key uses it. */
  readonly isColumnBound?: true;
  /**
   * Set if a foreign key creates an index of its name, unless there is one of its columns. It stays when the
   * foreign key is dropped.
   */
  readonly indexesForeignKeys?: true;
}

export interface AddedIndex {
  readonly table: TablePlace;
  readonly name: string;
  readonly field: Field;
  /** The statement that creates it on a new table. */
  readonly create: Sql;
}

export interface ChangedColumn {
  /** The table and the column as they will be. */
  readonly entity: TableEntity;
  readonly field: Field;
  /** The column as it was, under its name now. */
  readonly former: Field;
  readonly change: ColumnChange;
  /** `AlterSyntax.column` for this column, without its former default. */
  readonly alter: (change: ColumnChange) => readonly Sql[];
  /** `EnumSyntax.change`, if the values of the enum differ and nothing else of the type. */
  readonly changeValues: (() => readonly Sql[]) | undefined;
  readonly isDefaultChanged: boolean;
  readonly hadDefault: boolean;
  /** Its default as it will be: `default …` */
  readonly default: Sql | undefined;
}

export interface RebuiltTable {
  readonly entity: TableEntity;
  /** `create table` with the columns as they will be, under this name. */
  readonly create: (name: Sql) => Sql;
  /** The columns that keep their values, and the expressions of these values. */
  readonly columns: readonly { readonly column: string; readonly value: Sql }[];
  /** Whether the database counts up its key. */
  readonly countsUp: boolean;
  readonly indexes: readonly Sql[];
}
