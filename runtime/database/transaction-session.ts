import type { HookRepository } from "../model/hooks.js";
import type { Entity, Model } from "../model/model.js";
import type { DatabaseSession, OpenTransaction } from "./database-session.js";
import type { AnyKysely } from "./sql/sql.js";
import type { EachRun, ResultSet, Row } from "./wire/connection.js";
import type { Awaitable } from "../time/when-there.js";
import type { Dialect } from "./dialect.js";
import type { BoundStatement, RepeatedStatement } from "./sql/statement.js";
import type { StoredTable } from "./schema/stored/stored-schema.js";
import type { EntityStatements } from "./sql/statements.js";
import type { TransactionScope } from "./transaction-scope.js";

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

  get kysely(): AnyKysely {
    return this.#scope.kysely;
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

  storedTable(entity: Entity): Promise<StoredTable | undefined> {
    return this.#scope.outside.readTable(() => this.#scope.readsAside, entity);
  }

  knownTable(entity: Entity): StoredTable | undefined {
    return this.#scope.outside.knownTable(entity);
  }

  rows(bound: BoundStatement): Awaitable<readonly Row[]> {
    return this.#scope.rows(bound);
  }

  each(repeated: RepeatedStatement): EachRun {
    return this.#scope.each(repeated);
  }

  results(bound: BoundStatement, maxRows: number): Promise<readonly ResultSet[]> {
    return this.#scope.results(bound, maxRows);
  }

  /** Runs `work` in this transaction, which cannot be committed if `work` fails half done. */
  transaction<T>(work: (session: OpenTransaction) => Promise<T>): Promise<T> {
    return this.#scope.whole(() => work(new TransactionSession(this.#scope)));
  }

  /** Reads of a transaction always run in it. */
  snapshot<T>(work: (session: DatabaseSession) => Promise<T>): Promise<T> {
    return work(this);
  }

  nested<T>(work: (session: OpenTransaction) => Promise<T>): Promise<T> {
    return this.#scope.nested((scope) => work(new TransactionSession(scope)));
  }

  lend<T>(work: () => Promise<T>): Promise<T> {
    return this.#scope.lend(work);
  }

  cancel(): Promise<void> {
    return this.#scope.cancel();
  }

  onCommit(work: () => Promise<void>): void {
    this.#scope.afterwards.push(work);
  }
}
