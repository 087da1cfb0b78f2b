import type { DatabaseConnection, Driver } from "kysely";
import type { HookRepository } from "../model/hooks.js";
import type { Entity, Model } from "../model/model.js";
import type { Awaitable } from "../time/when-there.js";
import type { DatabaseSession, OpenTransaction } from "./database-session.js";
import type { Dialect } from "./dialect.js";
import type { OutsideTransaction } from "./outside-transaction.js";
import type { StoredTable } from "./schema/stored/stored-schema.js";
import type { AnyKysely } from "./sql/sql.js";
import type { BoundStatement, RepeatedStatement } from "./sql/statement.js";
import type { EntityStatements } from "./sql/statements.js";
import type { EachRun, ResultSet, Row, Transaction } from "./wire/connection.js";
import { DatabaseError } from "./wire/database-error.js";
import { standardSavepoints } from "./wire/savepoints.js";

const READS_ONLY = "The transaction is read-only.";

/** The state of a transaction, or of its part after a savepoint, which is kept or rolled back as a whole. */
export class TransactionScope {
  readonly outside: OutsideTransaction;
  readonly transaction: Transaction;
  readonly isReadOnly: boolean;
  readonly depth: number;
  /** The functions to run after the commit. */
  readonly afterwards: (() => Promise<void>)[] = [];
  kysely: AnyKysely | undefined;
  hasEnded = false;
  isNesting = false;
  failure: unknown;
  /** Whether the database has rolled back the transaction by itself. */
  isUndone = false;
  last: Promise<unknown> | undefined;
  /** Counts statements that may have written. */
  writes = 0;

  constructor(outside: OutsideTransaction, transaction: Transaction, isReadOnly = false, depth = 0) {
    this.outside = outside;
    this.transaction = transaction;
    this.isReadOnly = isReadOnly;
    this.depth = depth;
  }
}

/** A session whose statements all run in one transaction. Each write in it has a session of its own. */
export class TransactionSession implements OpenTransaction {
  readonly dialect: Dialect;
  readonly model: Model;
  readonly #scope: TransactionScope;

  constructor(scope: TransactionScope) {
    this.dialect = scope.outside.dialect;
    this.model = scope.outside.model;
    this.#scope = scope;
  }

  /** Makes the transaction read-only, if the database supports that. */
  async begin(): Promise<void> {
    if (this.#scope.isReadOnly) await this.#command(this.dialect.readOnly);
  }

  /** Created on first use, because few transactions run the user's own queries. */
  get kysely(): AnyKysely {
    return (this.#scope.kysely ??= this.#scope.outside.createKysely(() =>
      driverOf(() => this.#queryConnection()),
    ));
  }

  #queryConnection(): Awaitable<DatabaseConnection> {
    this.#checkOpen();
    this.#scope.writes++;
    return this.#scope.transaction.queryConnection();
  }

  rows({ statement, parameters }: BoundStatement): Awaitable<readonly Row[]> {
    this.#checkOpen();
    if (statement.isWrite && this.#scope.isReadOnly) throw new Error(READS_ONLY);
    if (statement.isWrite) this.#scope.writes++;
    try {
      const rows = this.#scope.transaction.rows(statement, parameters);
      if (!(rows instanceof Promise)) return rows;
      this.#scope.last = rows;
      return rows.catch((error: unknown) => this.#fail(error));
    } catch (error) {
      return this.#fail(error);
    }
  }

  /** Runs a statement several times. @throws {Error} if the database does not. */
  each({ statement, runs }: RepeatedStatement): EachRun {
    this.#checkOpen();
    if (statement.isWrite && this.#scope.isReadOnly) throw new Error(READS_ONLY);
    if (statement.isWrite) this.#scope.writes++;
    const { each } = this.#scope.transaction;
    if (each === undefined) throw new Error("This database runs a statement for several records at once.");
    try {
      return each(statement, runs);
    } catch (error) {
      return this.#fail(error);
    }
  }

  /** Makes the statement that runs fail soon, if the database can. @throws {DatabaseError} that ends the transaction. */
  async cancel(): Promise<void> {
    await this.#scope.transaction.cancel?.();
  }

  /** Runs a call. @throws {Error} if the database has none. */
  async results({ statement, parameters }: BoundStatement, maxRows: number): Promise<readonly ResultSet[]> {
    this.#checkOpen();
    if (statement.isWrite) this.#scope.writes++;
    const { results } = this.#scope.transaction;
    if (results === undefined) throw new Error("This database has no procedures.");
    try {
      const running = results(statement, parameters, maxRows);
      this.#scope.last = running;
      return await running;
    } catch (error) {
      return this.#fail(error);
    }
  }

  repository(entityName: string): HookRepository {
    return this.#scope.outside.repository(entityName).within(this);
  }

  reportFault(error: unknown, message: string): void {
    this.#scope.outside.reportFault(error, message);
  }

  statements(entity: Entity): EntityStatements {
    return this.#scope.outside.statements(entity);
  }

  /**
   * Reads it outside the transaction if there are other connections: after a failed statement, some databases abort
   * the transaction.
   */
  storedTable(entity: Entity): Promise<StoredTable | undefined> {
    const { outside, transaction } = this.#scope;
    return outside.readTable(() => (transaction.lend === undefined ? outside.kysely : this.kysely), entity);
  }

  knownTable(entity: Entity): StoredTable | undefined {
    return this.#scope.outside.knownTable(entity);
  }

  onCommit(work: () => Promise<void>): void {
    this.#scope.afterwards.push(work);
  }

  /** Runs `work`, whose reads outside the transaction may have to run in it. */
  lend<T>(work: () => Promise<T>): Promise<T> {
    return this.#scope.transaction.lend?.(work) ?? work();
  }

  /**
   * Runs `work` in this transaction. If it fails after it has written, it was only done in part, so the transaction
   * cannot be committed, even if the error is caught.
   */
  async transaction<T>(work: (session: OpenTransaction) => Promise<T>): Promise<T> {
    const { writes } = this.#scope;
    try {
      return await work(new TransactionSession(this.#scope));
    } catch (error) {
      if (this.#scope.writes !== writes) this.#scope.failure ??= error;
      throw error;
    }
  }

  /** Reads of a transaction always run in it. */
  snapshot<T>(work: (session: DatabaseSession) => Promise<T>): Promise<T> {
    return work(this);
  }

  /**
   * Runs `work` after a savepoint. If it fails, only the part after the savepoint is rolled back. A fault that has
   * ended the transaction ends all of it.
   */
  async nested<T>(work: (session: OpenTransaction) => Promise<T>): Promise<T> {
    this.#checkOpen();
    const { outside, transaction, isReadOnly, depth, isUndone, failure } = this.#scope;
    if (isUndone) throw failure;
    const { savepoints = standardSavepoints } = this.dialect;
    const name = `data_api_${depth + 1}`;
    const scope = new TransactionScope(outside, transaction, isReadOnly, depth + 1);
    const inner = new TransactionSession(scope);
    this.#scope.isNesting = true;
    try {
      await this.#command(savepoints.set(name));
      try {
        const result = await work(inner);
        inner.checkSound();
        inner.end();
        await this.#command(savepoints.release?.(name));
        this.#scope.afterwards.push(...scope.afterwards);
        this.#scope.writes += scope.writes;
        return result;
      } catch (error) {
        inner.end();
        this.#scope.failure ??= inner.undoneBy(error);
        if (this.#scope.failure === undefined) await this.#undo(name, error);
        throw error;
      }
    } finally {
      inner.end();
      this.#scope.isNesting = false;
    }
  }

  /**
   * @param error Why. The error that caused it. If the savepoint is lost, it has rolled back the whole transaction.
   */
  async #undo(name: string, error: unknown): Promise<void> {
    const { undo, release } = this.dialect.savepoints ?? standardSavepoints;
    try {
      await this.#scope.transaction.command(undo(name));
      const text = release?.(name);
      if (text !== undefined) await this.#scope.transaction.command(text);
    } catch (fault) {
      this.#scope.outside.noteFault(fault);
      this.#scope.isUndone = true;
      this.#scope.failure = fault instanceof DatabaseError && fault.isTransient ? fault : error;
    }
  }

  async #command(text: string | undefined): Promise<void> {
    try {
      if (text !== undefined) await this.#scope.transaction.command(text);
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Waits for a statement that still runs: SQL Server cannot roll back meanwhile. */
  async settled(): Promise<void> {
    await this.#scope.last?.catch(() => undefined);
  }

  /** Rejects further statements: the connection is about to be reused by others. */
  end(): void {
    this.#scope.hasEnded = true;
  }

  /**
   * Throws if a statement has failed, even if its error was caught. Some databases abort the transaction
   * then, and the statements around it must not be committed alone.
   */
  checkSound(): void {
    const failure = this.#scope.failure;
    if (failure === undefined) return;
    if (failure instanceof DatabaseError && failure.isTransient) throw failure;
    const message =
      "A statement of the transaction had failed, and nothing of it was kept. Run what may fail in a transaction nested in it.";
    throw new Error(message, { cause: failure });
  }

  /** The transient fault that has rolled back the transaction, even if the error was wrapped or replaced. */
  undoneBy(error: unknown): DatabaseError | undefined {
    const failure = this.#scope.failure;
    if (failure instanceof DatabaseError && failure.kind === "connection" && failure.isTransient)
      return failure;
    // Errors of the user's own queries come from the driver. Other errors of a hook are not the database's.
    const fault = failure ?? (error instanceof Error ? this.dialect.toDatabaseError(error) : undefined);
    return fault instanceof DatabaseError && fault.kind === "deadlock" ? fault : undefined;
  }

  #fail(fault: unknown): never {
    // The transaction is read-only, not the server, so another connection would not help.
    const isRefused = this.#scope.isReadOnly && fault instanceof DatabaseError && fault.takesNoWrites;
    const error = isRefused ? new Error(READS_ONLY, { cause: fault }) : fault;
    this.#scope.failure ??= error;
    this.#scope.outside.noteFault(error);
    throw error;
  }

  #checkOpen(): void {
    if (this.#scope.hasEnded)
      throw new Error("The transaction has ended: await everything that is done in it before it ends.");
    if (this.#scope.isNesting)
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
