import type { DialectAdapter, Kysely, QueryCompiler, RawBuilder, Driver, DatabaseIntrospector } from "kysely";
import type { FieldTypeName, FieldValue } from "../model/field-type.js";
import type { DatabaseSettings, DialectName, Entity, Field } from "../model/model.js";

/** All that the rest of the product knows of a database. One record for each, in a folder of its own. */
export interface Dialect {
  readonly name: DialectName;
  readonly createAdapter: () => DialectAdapter;
  readonly createQueryCompiler: () => QueryCompiler;
  readonly createIntrospector: (db: AnyKysely) => DatabaseIntrospector;
  /** How each field type is stored. */
  readonly columns: Readonly<Record<FieldTypeName, ColumnType>>;
  /** Whether `text` holds `part`, letter by letter: nothing in `part` has a meaning of its own. */
  readonly contains: (text: Sql, part: Sql) => Sql;
  /**
   * Whether a page that is sorted by another field than the key is found by its keys first: then rows that are not
   * on the page are never carried through the sort.
   */
  readonly findsKeysFirst: boolean;
  /** Opens the database. @throws {DatabaseError} if it cannot be reached. */
  readonly open: (settings: DatabaseSettings) => Promise<Connection>;
}

/** How a field type is stored in one database. Null never gets here. */
export interface ColumnType {
  /** The column's type, as it is declared. */
  readonly declaration: (field: Field) => string;
  /** The type of what a query of one's own gets, in TypeScript. */
  readonly typescript: string;
  readonly toParameter: (value: Exclude<FieldValue, null>) => unknown;
  readonly fromColumn: (value: unknown) => FieldValue;
  /** What is selected for the column, if not the column itself. */
  readonly select?: (column: Sql) => Sql;
  /** What is compared and sorted in its place, on both sides, if not the value itself. */
  readonly comparable?: (value: Sql) => Sql;
}

/** An open database. */
export interface Connection {
  /** Runs a statement and gives its rows, each as a list in the order of what was selected. */
  readonly rows: (statement: Statement, parameters: readonly unknown[]) => Awaitable<readonly Row[]>;
  /** Adds the tables, columns and indexes that are missing. @throws {DatabaseError} for anything else that differs. */
  readonly ensureTables: (entities: readonly Entity[], db: AnyKysely) => Promise<void>;
  /** The driver by which queries of one's own run on this connection. */
  readonly driver: Driver;
  readonly close: () => Promise<void>;
}

/** A piece of SQL, safely put together. */
export type Sql = RawBuilder<unknown>;
export type AnyKysely = Kysely<Record<string, Record<string, unknown>>>;
export type Row = readonly unknown[];
export type Awaitable<T> = T | Promise<T>;

/** The text of a statement, compiled once, and which of the arguments stands at each of its parameters. */
export interface Statement {
  readonly sql: string;
  readonly slots: readonly number[];
}
