import type { DatabaseConnection, Driver } from "kysely";
import type { Entity, Model } from "../model/model.js";
import { DatabaseError } from "./database-error.js";
import type { DatabaseSession, OpenTransaction } from "./database-session.js";
import type { AnyKysely, Awaitable, Dialect, Row, Statement, Transaction } from "./dialect.js";
import type { StoredTable } from "./schema/stored-schema.js";
import type { EntityStatements } from "./statements.js";

/** What a transaction has from the database that it runs in. */
interface Outside extends Pick<DatabaseSession, "dialect" | "model" | "statements" | "reportFault"> {
  readonly createKysely: (createDriver: () => Driver) => AnyKysely;
  readonly readTable: (db: AnyKysely, entity: Entity) => Promise<StoredTable | undefined>;
}

/** A session whose statements all run in one transaction. */
export class TransactionSession implements OpenTransaction {
  readonly dialect: Dialect;
  readonly model: Model;
  readonly #outside: Outside;
  readonly #transaction: Transaction;
  readonly #afterwards: (() => Promise<void>)[] = [];
  #kysely: AnyKysely | undefined;
  #hasEnded = false;
  #failure: unknown;

  constructor(outside: Outside, transaction: Transaction) {
    this.dialect = outside.dialect;
    this.model = outside.model;
    this.#outside = outside;
    this.#transaction = transaction;
  }

  /** Made only for those who have queries of their own. */
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

  reportFault(error: unknown, message: string): void {
    this.#outside.reportFault(error, message);
  }

  statements(entity: Entity): EntityStatements {
    return this.#outside.statements(entity);
  }

  storedTable(entity: Entity): Promise<StoredTable | undefined> {
    return this.#outside.readTable(this.kysely, entity);
  }

  rows(statement: Statement, args: readonly unknown[]): Awaitable<readonly Row[]> {
    this.#checkOpen();
    const parameters = statement.slots.map((slot) => args[slot]);
    try {
      const rows = this.#transaction.rows(statement, parameters);
      return rows instanceof Promise ? rows.catch((error: unknown) => this.#fail(error)) : rows;
    } catch (error) {
      return this.#fail(error);
    }
  }

  /** What is a transaction already needs no other. */
  transaction<T>(work: (session: OpenTransaction) => Promise<T>): Promise<T> {
    return work(this);
  }

  /** Lets nothing more in: its connection is about to be somebody else's. */
  end(): void {
    this.#hasEnded = true;
  }

  /**
   * A statement that failed ends the transaction, as some databases have it, whoever kept it quiet: what stood beside it
   * must not stay alone.
   */
  checkSound(): void {
    const failure = this.#failure;
    if (failure === undefined) return;
    if (failure instanceof DatabaseError && failure.isTransient) throw failure;
    const message = "A statement of the transaction had failed, and nothing of it was kept.";
    throw new Error(message, { cause: failure });
  }

  /** The deadlock that ended the transaction, whatever was made of it on the way. */
  deadlockIn(error: unknown): DatabaseError | undefined {
    // Of a query of one's own, the driver tells. What else a hook throws is not the database's.
    const fault = this.#failure ?? (error instanceof Error ? this.dialect.toDatabaseError(error) : undefined);
    return fault instanceof DatabaseError && fault.kind === "deadlock" ? fault : undefined;
  }

  #fail(error: unknown): never {
    this.#failure ??= error;
    throw error;
  }

  #checkOpen(): void {
    if (this.#hasEnded)
      throw new Error("The transaction of this hook has ended: await everything that the hook does with it.");
  }

  onCommit(work: () => Promise<void>): void {
    this.#afterwards.push(work);
  }

  /** Does what was to be done after the commit. */
  async committed(): Promise<void> {
    for (const work of this.#afterwards) {
      await work().catch((error: unknown) => {
        this.reportFault(error, "A hook failed after the commit.");
      });
    }
  }
}

/** Gives out the one connection of the transaction, which ends with the work that it is for. */
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
