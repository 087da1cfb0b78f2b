import type { DatabaseConnection, Driver } from "kysely";
import type { HookRepository } from "../model/hooks.js";
import type { Entity, Model } from "../model/model.js";
import { DatabaseError } from "./wire/database-error.js";
import type { DatabaseSession, OpenTransaction, SessionRepository } from "./database-session.js";
import type { AnyKysely } from "./sql/sql.js";
import type { Awaitable, Row, Transaction } from "./wire/connection.js";
import type { Dialect } from "./dialect.js";
import type { BoundStatement } from "./sql/statement.js";
import type { StoredTable } from "./schema/stored-schema.js";
import type { EntityStatements } from "./sql/statements.js";

/** What a transaction uses of its database. */
export interface OutsideTransaction extends Pick<
  DatabaseSession,
  "dialect" | "model" | "statements" | "reportFault"
> {
  /** Receives the error of each failed statement. */
  readonly noteFault: (error: unknown) => void;
  readonly repository: (entityName: string) => SessionRepository;
  readonly createKysely: (createDriver: () => Driver) => AnyKysely;
  readonly readTable: (db: AnyKysely, entity: Entity) => Promise<StoredTable | undefined>;
}

/** A session whose statements all run in one transaction. */
export class TransactionSession implements OpenTransaction {
  readonly dialect: Dialect;
  readonly model: Model;
  readonly #outside: OutsideTransaction;
  readonly #transaction: Transaction;
  readonly #afterwards: (() => Promise<void>)[] = [];
  #kysely: AnyKysely | undefined;
  #hasEnded = false;
  #failure: unknown;

  constructor(outside: OutsideTransaction, transaction: Transaction) {
    this.dialect = outside.dialect;
    this.model = outside.model;
    this.#outside = outside;
    this.#transaction = transaction;
  }

  /** Created on first use, because few transactions run the user's own queries. */
  get kysely(): AnyKysely {
    this.#kysely ??= this.#outside.createKysely(
      () =>
        new TransactionDriver(() => {
          this.#checkOpen();
          return this.#transaction.queryConnection();
        }),
    );
    return this.#kysely;
  }

  repository(entityName: string): HookRepository {
    return this.#outside.repository(entityName).within(this);
  }

  reportFault(error: unknown, message: string): void {
    this.#outside.reportFault(error, message);
  }

  statements(entity: Entity): EntityStatements {
    return this.#outside.statements(entity);
  }

  storedTable(entity: Entity): Promise<StoredTable | undefined> {
    return this.#outside.readTable(this.kysely, entity);
  }

  rows({ statement, parameters }: BoundStatement): Awaitable<readonly Row[]> {
    this.#checkOpen();
    try {
      const rows = this.#transaction.rows(statement, parameters);
      return rows instanceof Promise ? rows.catch((error: unknown) => this.#fail(error)) : rows;
    } catch (error) {
      return this.#fail(error);
    }
  }

  /** Runs `work` in this transaction; no nested transaction is begun. */
  transaction<T>(work: (session: OpenTransaction) => Promise<T>): Promise<T> {
    return work(this);
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
    const message = "A statement of the transaction had failed, and nothing of it was kept.";
    throw new Error(message, { cause: failure });
  }

  /** The deadlock that ended the transaction, even if the error was wrapped or replaced. */
  deadlockIn(error: unknown): DatabaseError | undefined {
    // Errors of the user's own queries come from the driver. Other errors of a hook are not the database's.
    const fault = this.#failure ?? (error instanceof Error ? this.dialect.toDatabaseError(error) : undefined);
    return fault instanceof DatabaseError && fault.kind === "deadlock" ? fault : undefined;
  }

  #fail(error: unknown): never {
    this.#failure ??= error;
    this.#outside.noteFault(error);
    throw error;
  }

  #checkOpen(): void {
    if (this.#hasEnded)
      throw new Error("The transaction of this hook has ended: await everything that the hook does with it.");
  }

  onCommit(work: () => Promise<void>): void {
    this.#afterwards.push(work);
  }

  /** Runs the callbacks registered with `onCommit`. */
  async committed(): Promise<void> {
    for (const work of this.#afterwards) {
      await work().catch((error: unknown) => {
        this.reportFault(error, "A hook failed after the commit.");
      });
    }
  }
}

/** A driver with the one connection of the transaction. */
class TransactionDriver implements Driver {
  readonly #connection: () => Awaitable<DatabaseConnection>;

  constructor(connection: () => Awaitable<DatabaseConnection>) {
    this.#connection = connection;
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection();
  }

  beginTransaction(): Promise<void> {
    return Promise.reject(new Error("This is the write's transaction already: use its db as it is."));
  }

  init(): Promise<void> {
    return Promise.resolve();
  }

  commitTransaction(): Promise<void> {
    return Promise.resolve();
  }

  rollbackTransaction(): Promise<void> {
    return Promise.resolve();
  }

  releaseConnection(): Promise<void> {
    return Promise.resolve();
  }

  destroy(): Promise<void> {
    return Promise.resolve();
  }
}
