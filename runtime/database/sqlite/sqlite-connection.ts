import type BetterSqlite3 from "better-sqlite3";
import type { Driver } from "kysely";
import type { DatabaseSettings, Entity } from "../../model/model.js";
import { decimalSortKey } from "../../model/decimal.js";
import { DatabaseError } from "../database-error.js";
import { loadDriver } from "../load-driver.js";
import type { AnyKysely, Awaitable, Connection, Row, Statement } from "../dialect.js";
import { DECIMAL_SORT_KEY } from "./sqlite-columns.js";
import { SqliteDriver } from "./sqlite-driver.js";
import { toDatabaseError } from "./sqlite-errors.js";
import { ensureTables } from "./sqlite-tables.js";
import { SqliteWrites } from "./sqlite-writes.js";

/** Opens the file. @throws {DatabaseError} */
export async function openSqlite({ name, busyTimeout }: DatabaseSettings): Promise<Connection> {
  const Sqlite = await loadDriver<typeof BetterSqlite3>("better-sqlite3", "sqlite");
  try {
    const database = new Sqlite(name, { timeout: busyTimeout });
    database.pragma("journal_mode = wal");
    database.pragma("foreign_keys = on");
    // Reads come from the page cache of the system instead of a copy of each page.
    database.pragma("mmap_size = 268435456");
    database.function(DECIMAL_SORT_KEY, { deterministic: true }, (value) =>
      value === null ? null : decimalSortKey(String(value)),
    );
    return new SqliteConnection(database, busyTimeout);
  } catch (error) {
    throw new DatabaseError(
      "connection",
      `Cannot open the SQLite database "${name}": ${(error as Error).message}.`,
      { cause: error },
    );
  }
}

/**
 * One connection, used by all requests in turn. Statements are synchronous, so they never interleave; only while a
 * transaction is open, which spans several turns of the event loop, do the others have to wait.
 */
class SqliteConnection implements Connection {
  readonly driver: Driver;
  readonly #database: BetterSqlite3.Database;
  readonly #prepared = new WeakMap<Statement, BetterSqlite3.Statement>();
  readonly #sqliteDriver: SqliteDriver;
  readonly #writes: SqliteWrites;
  readonly #busyTimeout: number;

  constructor(database: BetterSqlite3.Database, busyTimeout: number) {
    this.#database = database;
    this.#busyTimeout = busyTimeout;
    this.#sqliteDriver = new SqliteDriver(database);
    this.driver = this.#sqliteDriver;
    this.#writes = new SqliteWrites(database, () => this.#sqliteDriver.transaction);
  }

  rows(statement: Statement, parameters: readonly unknown[]): Awaitable<readonly Row[]> {
    const turn = this.#sqliteDriver.transaction;
    if (turn !== undefined) return this.#waitFor(turn).then(() => this.rows(statement, parameters));
    try {
      const prepared = this.#prepare(statement);
      return prepared.readonly
        ? (prepared.all(...parameters) as Row[])
        : this.#writes.run(prepared, parameters);
    } catch (error) {
      throw toDatabaseError(error);
    }
  }

  /** As long as for another process's lock: a transaction that waits for a statement outside itself never ends. */
  #waitFor(turn: Promise<void>): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        const message = `A transaction has been open for ${this.#busyTimeout} ms. Inside db.transaction(), use its own trx for every statement.`;
        reject(new DatabaseError("timeout", message));
      }, this.#busyTimeout);
      void turn.then(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  ensureTables(entities: readonly Entity[], db: AnyKysely): Promise<void> {
    ensureTables(this.#database, entities, db);
    return Promise.resolve();
  }

  close(): Promise<void> {
    this.#writes.flush();
    this.#database.close();
    return Promise.resolve();
  }

  #prepare(statement: Statement): BetterSqlite3.Statement {
    const known = this.#prepared.get(statement);
    if (known !== undefined) return known;
    const prepared = this.#database.prepare(statement.sql).raw(true);
    this.#prepared.set(statement, prepared);
    return prepared;
  }
}
