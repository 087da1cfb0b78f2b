import type { Field, TableEntity } from "../../model/model.js";
import type { Sql } from "../sql/sql.js";
import type { ColumnChange } from "./schema-changes.js";
import type { NewIndex } from "./field-index.js";
import type { TablePlace } from "./schema-entity.js";

/** A statement of a migration that is not written and run like most. */
export interface MigrationSql {
  readonly sql: Sql;
  /** Whether it cannot run in a transaction, or would hold its locks for too long there. */
  readonly isOutsideTransaction?: true;
  /** Its terminator in a script. Default: a semicolon. */
  readonly ending?: string;
  /** A better alternative that not every edition supports, as a sentence. */
  readonly note?: string;
}

export function sqlOf(statement: Sql | MigrationSql): Sql {
  return "isRawBuilder" in statement ? statement : statement.sql;
}

/**
 * How a database changes tables that have rows and are in use: with the statements that lock least. A clause such as
 * `lock=none` must be true, because otherwise the statement fails.
 */
export interface MigrationSyntax {
  /**
   * Absent if an index is created as on a new table.
   * @param create The statement that does that.
   */
  readonly createIndex?: (index: NewIndex, create: Sql) => Sql | MigrationSql;
  readonly dropIndex: (table: TablePlace, name: string) => Sql | MigrationSql;
  /**
   * Absent if a foreign key is added as to a new table.
   * @param add The statement that does that.
   */
  readonly addForeignKey?: (table: TablePlace, name: string, add: Sql) => readonly (Sql | MigrationSql)[];
  /** Absent if a foreign key is part of its column's definition, so that it cannot be added to a column either. */
  readonly dropForeignKey?: (table: TablePlace, name: string) => Sql;
  /** The lock clauses of the statement that adds a column. */
  readonly addColumn?: (added: Sql, field: Field) => Sql;
  /** Absent if `rebuild` changes columns: a database has one of both. */
  readonly changeColumn?: (changed: ChangedColumn) => readonly (Sql | MigrationSql)[];
  readonly dropColumn: (entity: TableEntity, field: Field) => readonly (Sql | MigrationSql)[];
  /** Drops objects that only a dropped column used: its enum type. */
  readonly dropLeft?: (entity: TableEntity, field: Field) => readonly Sql[];
  /** Replaces a table by a new one with the same rows, for a database without `changeColumn`. */
  readonly rebuild?: (rebuilt: RebuiltTable) => readonly Sql[];
  /** Runs in a transaction before several tables are dropped, if references between their rows would prevent that. */
  readonly deferForeignKeys?: Sql;
  /**
   * Whether a foreign key creates an index with its name, unless one on its columns exists. The index stays when the
   * foreign key is dropped.
   */
  readonly indexesForeignKeys?: true;
}

export interface ChangedColumn {
  /** The table and the column after the change. */
  readonly entity: TableEntity;
  readonly field: Field;
  /** The column before the change, under its current name. */
  readonly former: Field;
  readonly change: ColumnChange;
  /** `AlterSyntax.column` for this column, without its former default. */
  readonly alter: (change: ColumnChange) => readonly Sql[];
  /** `EnumSyntax.change`, if the type only differs in the values of the enum. */
  readonly changeValues: (() => readonly Sql[]) | undefined;
  readonly isDefaultChanged: boolean;
  readonly hadDefault: boolean;
  /** Its new default: `default …` */
  readonly default: Sql | undefined;
}

export interface RebuiltTable {
  readonly entity: TableEntity;
  /** `create table` with the new columns, under this name. */
  readonly create: (name: Sql) => Sql;
  /** Whether the database generates its key. */
  readonly countsUp: boolean;
  readonly indexes: readonly Sql[];
}
