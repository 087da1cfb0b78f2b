import type { DatabaseConnection, Driver } from "kysely";
import type { EachRun, ResultSet, Row, Transaction } from "./wire/connection.js";
import type { Awaitable } from "../time/when-there.js";
import { DatabaseError } from "./wire/database-error.js";
import type { OutsideTransaction } from "./outside-transaction.js";
import type { BoundStatement, RepeatedStatement } from "./sql/statement.js";
import type { AnyKysely } from "./sql/sql.js";

const READS_ONLY = "The transaction is read-only.";

/** A transaction, or its part after a savepoint, which is kept or rolled back as a whole. */
export class TransactionScope {
  /** The functions to run after the commit. */
  readonly afterwards: (() => Promise<void>)[] = [];
  readonly outside: OutsideTransaction;
  readonly #transaction: Transaction;
  readonly #depth: number;
  #kysely: AnyKysely | undefined;
  #hasEnded = false;
  #isNesting = false;
  #failure: unknown;
  /** Whether the database has rolled back the transaction by itself. */
  #isUndone = false;
  /** The last statement. */
  #last: Promise<unknown> | undefined;
  /** Counts statements that may have written. */
  #writes = 0;
  readonly #isReadOnly: boolean;

  constructor(
    outside: OutsideTransaction,
    transaction: Transaction,
    { depth = 0, isReadOnly = false }: { readonly depth?: number; readonly isReadOnly?: boolean } = {},
  ) {
    this.outside = outside;
    this.#transaction = transaction;
    this.#depth = depth;
    this.#isReadOnly = isReadOnly;
  }

  /** Makes the transaction read-only, if the database supports that. */
  async begin(): Promise<void> {
    if (this.#isReadOnly) await this.#command(this.outside.dialect.readOnly);
  }

  /** Created on first use, because few transactions run the user's own queries. */
  get kysely(): AnyKysely {
    return (this.#kysely ??= this.outside.createKysely(() => driverOf(() => this.#queryConnection())));
  }

  #queryConnection(): Awaitable<DatabaseConnection> {
    this.#checkOpen();
    this.#writes++;
    return this.#transaction.queryConnection();
  }

  rows({ statement, parameters }: BoundStatement): Awaitable<readonly Row[]> {
    this.#checkOpen();
    if (statement.isWrite && this.#isReadOnly) throw new Error(READS_ONLY);
    if (statement.isWrite) this.#writes++;
    try {
      const rows = this.#transaction.rows(statement, parameters);
      if (!(rows instanceof Promise)) return rows;
      this.#last = rows;
      return rows.catch((error: unknown) => this.#fail(error));
    } catch (error) {
      return this.#fail(error);
    }
  }

  /** Runs a statement several times. @throws {Error} if the database does not. */
  each({ statement, runs }: RepeatedStatement): EachRun {
    this.#checkOpen();
    if (statement.isWrite && this.#isReadOnly) throw new Error(READS_ONLY);
    if (statement.isWrite) this.#writes++;
    const { each } = this.#transaction;
    if (each === undefined) throw new Error("This database runs a statement for several records at once.");
    try {
      return each(statement, runs);
    } catch (error) {
      return this.#fail(error);
    }
  }

  /** Makes the statement that runs fail soon, if the database can. @throws {DatabaseError} that ends the transaction. */
  async cancel(): Promise<void> {
    await this.#transaction.cancel?.();
  }

  /** Runs a call. @throws {Error} if the database has none. */
  async results({ statement, parameters }: BoundStatement, maxRows: number): Promise<readonly ResultSet[]> {
    this.#checkOpen();
    if (statement.isWrite) this.#writes++;
    const { results } = this.#transaction;
    if (results === undefined) throw new Error("This database has no procedures.");
    try {
      const running = results(statement, parameters, maxRows);
      this.#last = running;
      return await running;
    } catch (error) {
      return this.#fail(error);
    }
  }

  /**
   * For reads after a failed statement: outside the transaction if there are other connections, because some
   * databases abort the transaction.
   */
  get readsAside(): AnyKysely {
    return this.#transaction.lend === undefined ? this.outside.kysely : this.kysely;
  }

  /** Runs `work`, whose reads outside the transaction may have to run in it. */
  lend<T>(work: () => Promise<T>): Promise<T> {
    return this.#transaction.lend?.(work) ?? work();
  }

  /**
   * Runs `work`. If it fails after it has written, it was only done in part, so the transaction cannot be committed,
   * even if the error is caught.
   */
  async whole<T>(work: () => Promise<T>): Promise<T> {
    const writes = this.#writes;
    try {
      return await work();
    } catch (error) {
      if (this.#writes !== writes) this.#failure ??= error;
      throw error;
    }
  }

  /**
   * Runs `work` after a savepoint. If it fails, only the part after the savepoint is rolled back. A fault that has
   * ended the transaction ends all of it.
   */
  async nested<T>(work: (scope: TransactionScope) => Promise<T>): Promise<T> {
    this.#checkOpen();
    if (this.#isUndone) throw this.#failure;
    const { savepoints } = this.outside.dialect;
    const name = `data_api_${this.#depth + 1}`;
    const inner = new TransactionScope(this.outside, this.#transaction, {
      depth: this.#depth + 1,
      isReadOnly: this.#isReadOnly,
    });
    this.#isNesting = true;
    try {
      await this.#command(savepoints.set(name));
      try {
        const result = await work(inner);
        inner.checkSound();
        inner.end();
        await this.#command(savepoints.release?.(name));
        this.afterwards.push(...inner.afterwards);
        this.#writes += inner.#writes;
        return result;
      } catch (error) {
        inner.end();
        this.#failure ??= inner.undoneBy(error);
        if (this.#failure === undefined) await this.#undo(name, error);
        throw error;
      }
    } finally {
      inner.end();
      this.#isNesting = false;
    }
  }

  /**
   * @param error Why. The error that caused it. If the savepoint is lost, it has rolled back the whole transaction.
   */
  async #undo(name: string, error: unknown): Promise<void> {
    const { undo, release } = this.outside.dialect.savepoints;
    try {
      await this.#transaction.command(undo(name));
      const text = release?.(name);
      if (text !== undefined) await this.#transaction.command(text);
    } catch (fault) {
      this.outside.noteFault(fault);
      this.#isUndone = true;
      this.#failure = fault instanceof DatabaseError && fault.isTransient ? fault : error;
    }
  }

  async #command(text: string | undefined): Promise<void> {
    try {
      if (text !== undefined) await this.#transaction.command(text);
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Waits for a statement that still runs: SQL Server cannot roll back meanwhile. */
  async settled(): Promise<void> {
    await this.#last?.catch(() => undefined);
  }

  /** Rejects further statements: the connection is about to be reused by others. */
  end(): void {
    this.#hasEnded = true;
  }

  /**
   * Throws if a statement has failed, even if its error was caught. Some databases abort the transaction
   * then, and the statements around it must not be committed alone.
   */
  checkSound(): void {
    const failure = this.#failure;
    if (failure === undefined) return;
    if (failure instanceof DatabaseError && failure.isTransient) throw failure;
    const message =
      "A statement of the transaction had failed, and nothing of it was kept. Run what may fail in a transaction nested in it.";
    throw new Error(message, { cause: failure });
  }

  /** The transient fault that has rolled back the transaction, even if the error was wrapped or replaced. */
  undoneBy(error: unknown): DatabaseError | undefined {
    const failure = this.#failure;
    if (failure instanceof DatabaseError && failure.kind === "connection" && failure.isTransient)
      return failure;
    // Errors of the user's own queries come from the driver. Other errors of a hook are not the database's.
    const fault =
      failure ?? (error instanceof Error ? this.outside.dialect.toDatabaseError(error) : undefined);
    return fault instanceof DatabaseError && fault.kind === "deadlock" ? fault : undefined;
  }

  #fail(fault: unknown): never {
    // The transaction is read-only, not the server, so another connection would not help.
    const isRefused = this.#isReadOnly && fault instanceof DatabaseError && fault.takesNoWrites;
    const error = isRefused ? new Error(READS_ONLY, { cause: fault }) : fault;
    this.#failure ??= error;
    this.outside.noteFault(error);
    throw error;
  }

  #checkOpen(): void {
    if (this.#hasEnded)
      throw new Error("The transaction has ended: await everything that is done in it before it ends.");
    if (this.#isNesting)
      throw new Error("A nested transaction is open: until it has ended, use its own tx, and no other.");
  }
}

/** A driver with only the connection of the transaction. */
function driverOf(connection: () => Awaitable<DatabaseConnection>): Driver {
  const doNothing = () => Promise.resolve();
  return {
    init: doNothing,
    acquireConnection: async () => connection(),
    beginTransaction: () =>
      Promise.reject(new Error("This db is already in a transaction: use it directly.")),
    commitTransaction: doNothing,
    rollbackTransaction: doNothing,
    releaseConnection: doNothing,
    destroy: doNothing,
  };
}
