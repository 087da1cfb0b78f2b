import type { Awaitable } from "../../time/when-there.js";
import type { DatabaseConnection, Driver } from "kysely";
import type { Field } from "../../model/model.js";
import type { PoolFigures } from "../../observe/metrics.js";
import type { OperatorWarning } from "../../observe/operator-warning.js";
import type { StoredType } from "../sql/stored-type.js";
import type { Runs, Statement } from "../sql/statement.js";
import type { IsolationLevel } from "./isolation-level.js";

/** An open database. */
export interface Connection {
  /**
   * Runs a statement and returns its rows, each a list in the order of the selected columns.
   * @throws {DatabaseError}
   */
  readonly rows: RunRows;
  /**
   * Runs `work` in one transaction, which is rolled back if `work` throws.
   * @param isolation Default: the level that the database is set to.
   * @throws {DatabaseError} and whatever `work` throws.
   */
  readonly transaction: <T>(
    work: (transaction: Transaction) => Promise<T>,
    isolation?: IsolationLevel,
  ) => Promise<T>;
  /**
   * Runs `work`, whose statements are all done or none. It is synchronous, so that the work of many requests shares one
   * commit. Absent if each statement would be a round trip.
   * @throws {DatabaseError} and whatever `work` throws.
   */
  readonly inOneGo?: <T>(work: (rows: RunRowsNow) => T) => Promise<T>;
  /**
   * Runs `work`, whose reads see the state of the database at the first of them, on a connection that does not block
   * other work. Absent if a transaction does that (`Dialect.snapshotLevel`), or if it is not supported.
   * @throws {DatabaseError} and whatever `work` throws.
   */
  readonly snapshot?: <T>(work: (transaction: Transaction) => Promise<T>) => Promise<T>;
  /**
   * Receives the stored declarations of the fields' columns, for a database that uses an index only for
   * parameters of the column's type.
   */
  readonly describe?: (columns: ReadonlyMap<Field, StoredType>) => void;
  /** The Kysely driver for the user's own queries on this connection. */
  readonly driver: Driver;
  /** Whether the statements of its transactions can be cancelled. */
  readonly canCancel?: boolean;
  /** Warnings for the operator. Each is logged once. */
  readonly warnings?: readonly OperatorWarning[];
  /** The metrics of its pool, if it has one. */
  readonly poolFigures?: () => PoolFigures;
  readonly close: () => Promise<void>;
}

/** An open transaction. */
export interface Transaction {
  /** @throws {DatabaseError} */
  readonly rows: RunRows;
  /** Absent if each run would be a round trip. @throws {DatabaseError} */
  readonly each?: RunEach;
  /** Runs a call. Absent if the database has no procedures. @throws {DatabaseError} */
  readonly results?: RunResults;
  /** The Kysely connection for the user's own queries. */
  readonly queryConnection: () => Awaitable<DatabaseConnection>;
  /** Runs a command without rows, such as a savepoint. @throws {DatabaseError} */
  readonly command: (text: string) => Awaitable<unknown>;
  /**
   * Cancels the running statement. Absent if the database does not support it.
   * @throws {DatabaseError} if the server has not confirmed it. Then the connection must not be used again.
   */
  readonly cancel?: () => Promise<void>;
  /**
   * Runs `work`, whose reads outside the transaction would wait for its end: they run in the transaction. Absent if
   * such reads have connections of their own.
   */
  readonly lend?: <T>(work: () => Promise<T>) => Promise<T>;
}

/** A result of a call: its columns, and at most the requested number of rows. */
export interface ResultSet {
  readonly columns: readonly string[];
  readonly rows: readonly Row[];
  /** The indexes of the columns with names of cursors, whose results are fetched by separate statements. */
  readonly cursors?: readonly number[];
}

export type RunResults = (
  statement: Statement,
  parameters: readonly unknown[],
  maxRows: number,
) => Promise<readonly ResultSet[]>;

/** The result of a statement that ran several times. */
export interface EachRun {
  /** The number of rows that all runs wrote. */
  readonly changes: number;
  /** The generated key of each run, if the statement generates keys. */
  readonly keys: readonly unknown[];
  /** For a select: the first row of each run, `undefined` if there is none. If a row has one column, its value. */
  readonly found: readonly unknown[];
}

/** Runs a statement several times: a write without rows, or a select. */
export type RunEach = (statement: Statement, runs: Runs) => EachRun;

export type RunRows = (statement: Statement, parameters: readonly unknown[]) => Awaitable<readonly Row[]>;

/** Runs a statement and returns its rows at once. */
export type RunRowsNow = (statement: Statement, parameters: readonly unknown[]) => readonly Row[];

/** The values of a record, in the order of the selected columns. */
export type Row = readonly unknown[];
