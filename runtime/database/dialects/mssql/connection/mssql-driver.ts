import type { CompiledQuery, DatabaseConnection, Driver, QueryResult, TransactionSettings } from "kysely";
import type Mssql from "mssql";
import type { MssqlModule } from "../mssql-columns.js";
import { bracketed } from "../mssql-names.js";
import { KEEP_TRANSACTION, mssqlSavepoints } from "./mssql-savepoints.js";
import { beginTransaction, endTransaction } from "./mssql-transaction.js";

/** The Kysely driver for the user's own queries, on the pool that serves the requests. */
export class MssqlDriver implements Driver {
  readonly #mssql: MssqlModule;
  readonly #pool: Mssql.ConnectionPool;

  constructor(mssql: MssqlModule, pool: Mssql.ConnectionPool) {
    this.#mssql = mssql;
    this.#pool = pool;
  }

  init(): Promise<void> {
    return Promise.resolve();
  }

  acquireConnection(): Promise<DatabaseConnection> {
    return Promise.resolve(new MssqlQueryConnection(this.#mssql, this.#pool));
  }

  beginTransaction(connection: MssqlQueryConnection, settings: TransactionSettings): Promise<void> {
    return connection.begin(settings);
  }

  commitTransaction(connection: MssqlQueryConnection): Promise<void> {
    return connection.end("commit");
  }

  rollbackTransaction(connection: MssqlQueryConnection): Promise<void> {
    return connection.end("rollback");
  }

  savepoint(connection: MssqlQueryConnection, name: string): Promise<void> {
    return connection.save(bracketed(name));
  }

  async rollbackToSavepoint(connection: MssqlQueryConnection, name: string): Promise<void> {
    await connection.run(mssqlSavepoints.undo(bracketed(name)));
  }

  /** SQL Server cannot release a savepoint: it ends with its transaction. */
  releaseSavepoint(): Promise<void> {
    return Promise.resolve();
  }

  releaseConnection(): Promise<void> {
    return Promise.resolve();
  }

  destroy(): Promise<void> {
    return Promise.resolve();
  }
}

/** Takes a connection of the pool for each query, and keeps one while a transaction is open. */
export class MssqlQueryConnection implements DatabaseConnection {
  readonly #mssql: MssqlModule;
  readonly #pool: Mssql.ConnectionPool;
  #transaction: Mssql.Transaction | undefined;
  #isSaved: boolean;

  /** @param transaction A transaction that is already open. @param isSaved Whether it has set a savepoint. */
  constructor(
    mssql: MssqlModule,
    pool: Mssql.ConnectionPool,
    transaction?: Mssql.Transaction,
    isSaved = false,
  ) {
    this.#mssql = mssql;
    this.#pool = pool;
    this.#transaction = transaction;
    this.#isSaved = isSaved;
  }

  async begin({ isolationLevel }: TransactionSettings): Promise<void> {
    const transaction = new this.#mssql.Transaction(this.#pool);
    await beginTransaction(this.#mssql, transaction, isolationLevel);
    this.#transaction = transaction;
  }

  async end(how: "commit" | "rollback"): Promise<void> {
    const transaction = this.#transaction;
    this.#transaction = undefined;
    this.#isSaved = false;
    if (transaction === undefined) return;
    if (how === "commit") await endTransaction(this.#mssql, transaction, how);
    // A rollback that fails closes the connection, which undoes the transaction too. The error before it matters.
    else await endTransaction(this.#mssql, transaction, how).catch(() => undefined);
  }

  async save(name: string): Promise<void> {
    await this.run(mssqlSavepoints.set(name));
    this.#isSaved = true;
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const { recordset, rowsAffected } = await this.run(sql, parameters);
    const affected = rowsAffected.reduce((sum, count) => sum + count, 0);
    return { rows: (recordset as R[] | undefined) ?? [], numAffectedRows: BigInt(affected) };
  }

  run(text: string, parameters: readonly unknown[] = []): Promise<Mssql.IResult<unknown>> {
    const request = this.#transaction?.request() ?? this.#pool.request();
    for (const [index, value] of parameters.entries()) {
      const name = String(index + 1);
      // The driver would send a `Date` as the older DATETIME, which is less precise and begins in 1753.
      if (value instanceof Date) request.input(name, this.#mssql.DateTime2(7), value);
      else request.input(name, value);
    }
    return request.query(this.#isSaved ? `${KEEP_TRANSACTION}${text}` : text);
  }

  /** Reads all rows at once, so that no connection of the pool is held between the chunks. */
  async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    yield await this.executeQuery<R>(query);
  }
}
