import { existsSync } from "node:fs";
import type BetterSqlite3 from "better-sqlite3";
import type { DatabaseConnection } from "kysely";
import type { DatabaseSettings, Durability } from "../../../../model/model.js";
import { foldCase } from "../../../../model/values/fold-case.js";
import { decimalSortKey } from "../../../../model/values/decimal.js";
import { DatabaseError } from "../../../wire/database-error.js";
import { loadDriver } from "../../../wire/load-driver.js";
import type { Connection, EachRun, Row, RunRowsNow, Transaction } from "../../../wire/connection.js";
import type { Awaitable } from "../../../../time/when-there.js";
import type { Runs, Statement } from "../../../sql/statement.js";
import { registerAggregates } from "../sqlite-aggregates.js";
import { DECIMAL_SORT_KEY, FOLD_CASE } from "../sqlite-columns.js";
import { ReadLock } from "./read-lock.js";
import { SqliteDriver } from "./sqlite-driver.js";
import { toDatabaseError } from "./sqlite-errors.js";
import { JSON_VALUE, jsonValueAt } from "../sqlite-json.js";
import { LIST_HAS, listHas } from "../sqlite-lists.js";
import { checkSqliteVersion, explainBinary, installedVersion, sqlitePackage } from "./sqlite-package.js";
import { BLOCKING_WAIT, isLocked, whenUnlocked } from "./sqlite-patience.js";
import { allRows, runEach } from "../sqlite-rows.js";
import { INSTANT_SORT_KEY, instantSortKey, INSTANT_TEXT, toInstantText } from "../sqlite-times.js";
import { INSTANT_FORM, instantForm } from "../sqlite-values.js";
import { SqliteWrites } from "../sqlite-writes.js";
import type { OperatorWarning } from "../../../../observe/operator-warning.js";

/** Opens the database file. @throws {DatabaseError} */
export async function openSqlite(settings: DatabaseSettings, isReadOnly = false): Promise<SqliteConnection> {
  const { name, lockTimeout, durability } = settings;
  const version = installedVersion();
  const warnings = version === undefined ? [] : checkSqliteVersion(version);
  const Sqlite = await loadDriver<typeof BetterSqlite3>("better-sqlite3", "sqlite", sqlitePackage());
  let database: BetterSqlite3.Database | undefined;
  try {
    database =
      isReadOnly && !existsSync(name)
        ? new Sqlite(":memory:")
        : new Sqlite(name, { timeout: Math.min(lockTimeout, BLOCKING_WAIT), readonly: isReadOnly });
    const opened = database;
    // The journal mode is stored in the file. Either pragma reads the file, and so fails if it is not a database.
    const journal = await whenUnlocked(lockTimeout, () =>
      opened.pragma(isReadOnly ? "schema_version" : "journal_mode = wal", { simple: true }),
    );
    database.pragma(`synchronous = ${synchronous(durability, journal === "wal")}`);
    database.pragma("foreign_keys = on");
    // The file is not mapped into memory (`mmap_size`), although random reads of a large one would take 10 % less CPU:
    // an error of the disk would end the process (sqlite.org/mmap.html), and each page that was read would count as
    // memory of the server.
    database.function(DECIMAL_SORT_KEY, { deterministic: true }, (value) =>
      value === null ? null : decimalSortKey(String(value)),
    );
    database.function(FOLD_CASE, { deterministic: true }, (text) =>
      text === null ? null : foldCase(String(text)),
    );
    database.function(INSTANT_SORT_KEY, { deterministic: true }, instantSortKey);
    database.function(INSTANT_TEXT, { deterministic: true }, toInstantText);
    registerAggregates(database);
    database.function(LIST_HAS, { deterministic: true }, listHas);
    database.function(JSON_VALUE, { deterministic: true }, jsonValueAt);
    database.function(INSTANT_FORM, { deterministic: true }, instantForm);
    const readLock =
      journal === "wal" ? new ReadLock(() => new Sqlite(name, { timeout: 0, readonly: true })) : undefined;
    return new SqliteConnection(
      database,
      new SqliteDriver(database, settings, readLock),
      warnings,
      // Without a write-ahead log, a reader blocks writers, so there is no separate connection for long reads. A
      // database in memory has only one connection.
      journal === "wal" || isReadOnly ? () => openSqlite(settings, true) : undefined,
    );
  } catch (error) {
    database?.close();
    throw new DatabaseError(
      "connection",
      explainBinary(error) ?? `Cannot open the SQLite database "${name}": ${(error as Error).message}.`,
      // A locked file becomes free on its own; a missing folder has to be created.
      { cause: error, isTransient: isLocked(error), outcome: "notSent" },
    );
  }
}

/**
 * How far a commit waits for the disk (sqlite.org/pragma.html#pragma_synchronous). With a write-ahead log, a
 * lower setting loses only the last commits. With any other journal, it could corrupt the file, and a commit
 * is the removal of the journal, for which only `extra` waits.
 */
function synchronous(durability: Durability, hasLog: boolean): "normal" | "full" | "extra" {
  if (durability === "relaxed") return hasLog ? "normal" : "full";
  return hasLog ? "full" : "extra";
}

/**
 * One connection, shared by all requests. Statements are synchronous, so they never interleave. Only a
 * transaction spans several turns of the event loop; other statements wait until it ends.
 */
class SqliteConnection implements Connection {
  readonly driver: SqliteDriver;
  readonly warnings: readonly OperatorWarning[];
  readonly snapshot?: NonNullable<Connection["snapshot"]>;
  readonly #database: BetterSqlite3.Database;
  readonly #prepared = new WeakMap<Statement, BetterSqlite3.Statement>();
  readonly #writes: SqliteWrites;

  constructor(
    database: BetterSqlite3.Database,
    driver: SqliteDriver,
    warnings: readonly OperatorWarning[],
    openReader?: () => Promise<SqliteConnection>,
  ) {
    if (openReader !== undefined) this.snapshot = (work) => readSnapshot(openReader, work);
    this.warnings = warnings;
    this.#database = database;
    this.driver = driver;
    this.#writes = new SqliteWrites(database, driver);
  }

  rows(statement: Statement, parameters: readonly unknown[]): Awaitable<readonly Row[]> {
    const isInTurn = this.driver.isLent && !statement.isWrite;
    if (this.driver.transaction !== undefined && !isInTurn)
      return this.driver.inTurn(() => this.rows(statement, parameters));
    try {
      const prepared = this.#prepare(statement);
      if (!prepared.readonly) return this.#writes.run(prepared, parameters);
      if (!isInTurn) this.driver.readLock?.noteRead();
      return allRows(prepared, parameters);
    } catch (error) {
      throw toDatabaseError(error);
    }
  }

  inOneGo<T>(work: (rows: RunRowsNow) => T): Promise<T> {
    return this.#writes.runTogether((rows) =>
      work((statement, parameters) => rows(this.#prepare(statement), parameters)),
    );
  }

  async transaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    const owner = await this.driver.acquireConnection();
    await this.driver.beginTransaction(owner).catch(throwDatabaseError);
    try {
      const lend: Transaction["lend"] = (work) => this.driver.lend(work);
      const result = await work(Object.assign(this.open(owner), { lend }));
      await this.driver.commitTransaction().catch(throwDatabaseError);
      return result;
    } catch (error) {
      // SQLite may have rolled back already, for example because the disk is full.
      await this.driver.rollbackTransaction().catch(() => undefined);
      throw error;
    }
  }

  /** The statements of a transaction, which run on this connection without waiting for their turn. */
  open(owner: DatabaseConnection): Transaction {
    return {
      rows: (statement, parameters) => this.#writeByCondition(statement, parameters),
      each: (statement, runs) => this.#runEach(statement, runs),
      queryConnection: () => owner,
      command: (text) => {
        this.#database.exec(text);
      },
    };
  }

  #writeByCondition(statement: Statement, parameters: readonly unknown[]): readonly Row[] {
    try {
      return allRows(this.#prepare(statement), parameters);
    } catch (error) {
      throw toDatabaseError(error);
    }
  }

  #runEach(statement: Statement, runs: Runs): EachRun {
    try {
      return runEach(this.#prepare(statement), runs);
    } catch (error) {
      throw toDatabaseError(error);
    }
  }

  close(): Promise<void> {
    this.#writes.flush();
    // The connection that is closed last removes the log, and only this one may.
    this.driver.readLock?.close();
    this.#database.close();
    return Promise.resolve();
  }

  #prepare(statement: Statement): BetterSqlite3.Statement {
    const known = this.#prepared.get(statement);
    if (known !== undefined) return known;
    const prepared = this.#database.prepare(statement.sql);
    if (prepared.reader) prepared.raw(true);
    this.#prepared.set(statement, prepared);
    return prepared;
  }
}

/** Runs `work` on a separate connection: with a write-ahead log, it blocks no writer. */
async function readSnapshot<T>(
  openReader: () => Promise<SqliteConnection>,
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  const reader = await openReader();
  try {
    const transaction = reader.open(await reader.driver.acquireConnection());
    await transaction.command("begin");
    // Closing ends the transaction.
    return await work(transaction);
  } finally {
    await reader.close();
  }
}

function throwDatabaseError(error: unknown): never {
  throw toDatabaseError(error);
}
