import type BetterSqlite3 from "better-sqlite3";
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from "kysely";
import { DatabaseError } from "../database-error.js";
import { within } from "../patience.js";

/** How long, in milliseconds, and how many statements wait for transactions that are open. */
interface Patience {
  readonly lockTimeout: number;
  readonly maxQueue: number;
}

/** Runs the queries that people write with Kysely, on the connection that serves the requests. */
export class SqliteDriver implements Driver {
  /** Settled when the open transaction ends; undefined if none is open. */
  transaction: Promise<void> | undefined;
  readonly #database: BetterSqlite3.Database;
  readonly #patience: Patience;
  #waiting = 0;
  #endTransaction: (() => void) | undefined;
  #owner: DatabaseConnection | undefined;

  constructor(database: BetterSqlite3.Database, patience: Patience) {
    this.#database = database;
    this.#patience = patience;
  }

  init(): Promise<void> {
    return Promise.resolve();
  }

  acquireConnection(): Promise<DatabaseConnection> {
    return Promise.resolve(new SqliteQueryConnection(this.#database, this));
  }

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await this.inTurn(() => {
      this.#database.exec("begin immediate");
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

  /**
   * Runs `work` when no transaction is open. It is waited for as long as for another process's lock: a transaction that
   * waits for a statement outside itself never ends.
   * @throws {DatabaseError} `timeout`, at once where too many wait already.
   */
  async inTurn<T>(work: () => T): Promise<Awaited<T>> {
    const { lockTimeout, maxQueue } = this.#patience;
    let open = this.transaction;
    if (open !== undefined) {
      if (this.#waiting >= maxQueue)
        throw waitedEnough(`A transaction is open, and ${maxQueue} statements wait for its end.`);
      const deadline = Date.now() + lockTimeout;
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
    return within(Math.max(1, deadline - Date.now()), transaction, () =>
      waitedEnough(
        `Transactions have been open for ${this.#patience.lockTimeout} ms. Inside db.transaction(), use its own trx for every statement; inside a hook, its own db and repository.`,
      ),
    );
  }

  /** Whether the open transaction is this connection's. */
  owns(connection: DatabaseConnection): boolean {
    return this.#owner === connection;
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

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const run = () => this.#run<R>(query);
    return this.#driver.owns(this) ? run() : this.#driver.inTurn(run);
  }

  #run<R>({ sql, parameters }: CompiledQuery): QueryResult<R> {
    const statement = this.#database.prepare(sql);
    if (statement.reader) return { rows: statement.all(...parameters) as R[] };
    const { changes, lastInsertRowid } = statement.run(...parameters);
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
  }

  /** The rows are read at once: an open cursor would block every other statement of the server. */
  async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    yield await this.executeQuery<R>(query);
  }
}
