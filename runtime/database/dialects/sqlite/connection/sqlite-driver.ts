import { AsyncLocalStorage } from "node:async_hooks";
import type BetterSqlite3 from "better-sqlite3";
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from "kysely";
import type { DatabaseSettings } from "../../../../model/model.js";
import { DatabaseError } from "../../../wire/database-error.js";
import { within } from "../../../../time/within.js";
import type { ReadLock } from "./read-lock.js";
import { whenUnlocked } from "./sqlite-patience.js";

/** The Kysely driver for the user's own queries, on the connection that serves the requests. */
export class SqliteDriver implements Driver {
  /** Settled when the open transaction ends; `undefined` if none is open. */
  transaction: Promise<void> | undefined;
  readonly readLock: ReadLock | undefined;
  readonly #database: BetterSqlite3.Database;
  /** How long to wait for a lock or a transaction, in milliseconds. */
  readonly lockTimeout: number;
  /** How many statements may wait for the end of a transaction. */
  readonly #maxQueue: number;
  #waiting = 0;
  #endTransaction: (() => void) | undefined;
  #owner: DatabaseConnection | undefined;
  /** The transactions that are lent to the running function. Without one, it costs nothing. */
  #lent: AsyncLocalStorage<DatabaseConnection> | undefined;

  constructor(
    database: BetterSqlite3.Database,
    settings: Pick<DatabaseSettings, "lockTimeout" | "pool">,
    readLock?: ReadLock,
  ) {
    this.#database = database;
    this.lockTimeout = settings.lockTimeout;
    this.#maxQueue = settings.pool.maxQueue;
    this.readLock = readLock;
  }

  init(): Promise<void> {
    return Promise.resolve();
  }

  acquireConnection(): Promise<DatabaseConnection> {
    return Promise.resolve(new SqliteQueryConnection(this.#database, this));
  }

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await this.#whenUnlocked(connection, false, () => {
      this.#database.exec("begin immediate");
      // Synchronously, so that no other statement runs in between.
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

  /** Runs `work` when the connection is free and no other process has locked the file. */
  whenFree<T>(connection: DatabaseConnection, work: () => T): Promise<Awaited<T>> {
    return this.#whenUnlocked(connection, this.isLent, work);
  }

  #whenUnlocked<T>(connection: DatabaseConnection, isLent: boolean, work: () => T): Promise<Awaited<T>> {
    const isItsTurn = () => isLent || this.#owner === connection;
    const run = () => {
      this.readLock?.release();
      return work();
    };
    return whenUnlocked(this.lockTimeout, () => (isItsTurn() ? run() : this.inTurn(run)));
  }

  /** Whether the open transaction is lent to the calling function. */
  get isLent(): boolean {
    return this.#owner !== undefined && this.#lent?.getStore() === this.#owner;
  }

  /** Runs `work`, whose reads run in the open transaction instead of waiting for its end. */
  lend<T>(work: () => Promise<T>): Promise<T> {
    if (this.#owner === undefined) return work();
    this.#lent ??= new AsyncLocalStorage();
    return this.#lent.run(this.#owner, work);
  }

  /**
   * Runs `work` when no transaction is open. Waits no longer than for another process's lock: a transaction
   * that waits for a statement outside itself would never end.
   * @throws {DatabaseError} `timeout`, immediately if too many statements are waiting.
   */
  async inTurn<T>(work: () => T): Promise<Awaited<T>> {
    let open = this.transaction;
    if (open !== undefined) {
      if (this.#waiting >= this.#maxQueue)
        throw waitedEnough(`A transaction is open, and ${this.#maxQueue} statements wait for its end.`);
      const deadline = performance.now() + this.lockTimeout;
      this.#waiting++;
      try {
        for (; open !== undefined; open = this.transaction) await this.#endOf(open, deadline);
      } finally {
        this.#waiting--;
      }
    }
    return await work();
  }

  #endOf(transaction: Promise<void>, deadline: number): Promise<void> {
    return within(Math.max(1, deadline - performance.now()), transaction, () =>
      waitedEnough(
        `Transactions have been open for ${this.lockTimeout} ms. Inside a transaction, use its own tx or trx for every statement; inside a hook, its own db and repository.`,
      ),
    );
  }

  // eslint-disable-next-line @typescript-eslint/require-await -- what it throws has to be a rejection
  async #end(how: "commit" | "rollback"): Promise<void> {
    try {
      this.#database.exec(how);
    } finally {
      // Release it also if SQLite or the user's own query has already ended it: otherwise others would wait forever.
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

function waitedEnough(message: string): DatabaseError {
  return new DatabaseError("timeout", message, { outcome: "notSent" });
}

class SqliteQueryConnection implements DatabaseConnection {
  readonly #database: BetterSqlite3.Database;
  readonly #driver: SqliteDriver;

  constructor(database: BetterSqlite3.Database, driver: SqliteDriver) {
    this.#database = database;
    this.#driver = driver;
  }

  executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    return this.#driver.whenFree(this, () => {
      const statement = this.#database.prepare(sql);
      if (statement.reader) return { rows: statement.all(...parameters) as R[] };
      const { changes, lastInsertRowid } = statement.run(...parameters);
      return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
    });
  }

  /** Reads all rows at once: an open cursor would block every other statement of the server. */
  async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    yield await this.executeQuery<R>(query);
  }
}
