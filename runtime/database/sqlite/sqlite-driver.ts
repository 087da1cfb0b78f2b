import type BetterSqlite3 from "better-sqlite3";
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from "kysely";
import { DatabaseError } from "../database-error.js";
import { whenUnlocked } from "./sqlite-patience.js";

/** Runs the queries that people write with Kysely, on the connection that serves the requests. */
export class SqliteDriver implements Driver {
  /** Settled when the open transaction ends; undefined if none is open. */
  transaction: Promise<void> | undefined;
  readonly #database: BetterSqlite3.Database;
  readonly #lockTimeout: number;
  #endTransaction: (() => void) | undefined;
  #owner: DatabaseConnection | undefined;

  constructor(database: BetterSqlite3.Database, lockTimeout: number) {
    this.#database = database;
    this.#lockTimeout = lockTimeout;
  }

  init(): Promise<void> {
    return Promise.resolve();
  }

  acquireConnection(): Promise<DatabaseConnection> {
    return Promise.resolve(new SqliteQueryConnection(this.#database, this));
  }

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await whenUnlocked(this.#lockTimeout, async () => {
      while (this.transaction !== undefined) await this.waitFor(this.transaction);
      this.#database.exec("begin immediate");
      // At once: nobody may come in between.
      this.transaction = new Promise((resolve) => {
        this.#endTransaction = resolve;
      });
      this.#owner = connection;
    });
  }

  commitTransaction(): Promise<void> {
    return this.#end("commit");
  }

  rollbackTransaction(): Promise<void> {
    return this.#end("rollback");
  }

  /** Runs a statement when it is its turn and the file is free. */
  async run<T>(connection: DatabaseConnection, work: () => T): Promise<T> {
    return whenUnlocked(this.#lockTimeout, async () => {
      while (this.#owner !== connection && this.transaction !== undefined)
        await this.waitFor(this.transaction);
      return work();
    });
  }

  /** As long as for another process's lock: a transaction that waits for a statement outside itself never ends. */
  waitFor(transaction: Promise<void>): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        const message = `A transaction has been open for ${this.#lockTimeout} ms. Inside db.transaction(), use its own trx for every statement; inside a hook, its own db and repository.`;
        reject(new DatabaseError("timeout", message));
      }, this.#lockTimeout);
      void transaction.then(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  // eslint-disable-next-line @typescript-eslint/require-await -- what it throws has to be a rejection
  async #end(how: "commit" | "rollback"): Promise<void> {
    try {
      this.#database.exec(how);
    } finally {
      // Also when SQLite, or a query of one's own, has ended it already: nobody may wait for it for ever.
      if (!this.#database.inTransaction) this.#release();
    }
  }

  #release(): void {
    this.#owner = undefined;
    this.transaction = undefined;
    this.#endTransaction?.();
  }

  releaseConnection(): Promise<void> {
    return Promise.resolve();
  }

  destroy(): Promise<void> {
    return Promise.resolve();
  }
}

class SqliteQueryConnection implements DatabaseConnection {
  readonly #database: BetterSqlite3.Database;
  readonly #driver: SqliteDriver;

  constructor(database: BetterSqlite3.Database, driver: SqliteDriver) {
    this.#database = database;
    this.#driver = driver;
  }

  executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    return this.#driver.run(this, () => {
      const statement = this.#database.prepare(sql);
      if (statement.reader) return { rows: statement.all(...parameters) as R[] };
      const { changes, lastInsertRowid } = statement.run(...parameters);
      return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
    });
  }

  /** The rows are read at once: an open cursor would block every other statement of the server. */
  async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    yield await this.executeQuery<R>(query);
  }
}
