import type { Entity, Model } from "../model/model.js";
import type { AnyKysely, Awaitable, Dialect, Row, Statement } from "./dialect.js";
import type { StoredTable } from "./schema/stored-schema.js";
import type { EntityStatements } from "./statements.js";

/** Where statements run: on any connection of the database, or all in one transaction. */
export interface DatabaseSession {
  readonly dialect: Dialect;
  readonly model: Model;
  /** For queries of one's own; runs where everything else of the session does. */
  readonly kysely: AnyKysely;
  /** The statements of an entity, which all sessions of a database share. */
  statements(entity: Entity): EntityStatements;
  /** The table behind an entity as the database has it, read once; undefined if it is not there. */
  storedTable(entity: Entity): Promise<StoredTable | undefined>;
  /** Runs a statement. @throws {DatabaseError} */
  rows(statement: Statement, args: readonly unknown[]): Awaitable<readonly Row[]>;
  /**
   * Runs all of `work` in one transaction or nothing of it, again from its beginning if it failed for a passing reason.
   * @throws {DatabaseError} and whatever `work` throws.
   */
  transaction<T>(work: (session: OpenTransaction) => Promise<T>): Promise<T>;
  /** Tells of a fault that nobody else hears of. */
  reportFault(error: unknown, message: string): void;
}

/** A session whose statements are all done or none of them. */
export interface OpenTransaction extends DatabaseSession {
  /** Has this done when the transaction has been committed. What it throws is reported on the server. */
  onCommit(work: () => Promise<void>): void;
}
