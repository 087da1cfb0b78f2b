import type { HookRepository } from "../model/hooks.js";
import type { Entity, Model } from "../model/model.js";
import type { SeenPositions } from "../model/seen-positions.js";
import type { AnyKysely } from "./sql/sql.js";
import type { EachRun, ResultSet, Row } from "./wire/connection.js";
import type { Awaitable } from "../time/when-there.js";
import type { Dialect } from "./dialect.js";
import type { BoundStatement, RepeatedStatement } from "./sql/statement.js";
import type { StoredTable } from "./schema/stored/stored-schema.js";
import type { EntityStatements } from "./sql/statements.js";

/** Where statements run: on any connection of the database, or all in one transaction. */
export interface DatabaseSession {
  readonly dialect: Dialect;
  readonly model: Model;
  /** For the user's own queries; runs where the session's other statements run. */
  readonly kysely: AnyKysely;
  /**
   * The repository of an entity, bound to this session.
   * @throws {Error} for a name that is not in the configuration.
   */
  repository(entityName: string): HookRepository;
  /** The compiled statements of an entity, shared by all sessions of a database. */
  statements(entity: Entity): EntityStatements;
  /** The stored table of an entity, read once; `undefined` if it does not exist. */
  storedTable(entity: Entity): Promise<StoredTable | undefined>;
  /** The same without a query: as it was read last. `undefined` if it was not read yet, or does not exist. */
  knownTable(entity: Entity): StoredTable | undefined;
  /** Runs a statement. @throws {DatabaseError} */
  rows(bound: BoundStatement): Awaitable<readonly Row[]>;
  /**
   * Runs `work` in one transaction, and retries it from the beginning after a transient fault.
   * @throws {DatabaseError} and whatever `work` throws.
   */
  transaction<T>(work: (session: OpenTransaction) => Promise<T>): Promise<T>;
  /**
   * Runs `work`, whose statements are all done or none, without a transaction of its own. It is synchronous. Absent in a
   * transaction, and where each statement would be a round trip.
   * @throws {DatabaseError} and whatever `work` throws.
   */
  readonly inOneGo?: (<T>(work: (rows: RowsNow) => T) => Promise<T>) | undefined;
  /**
   * Runs `work`, whose reads see one state of the database, if the database supports that without blocking others.
   * @throws {ApiError} `server-overloaded` if too many run, so that few connections would be left.
   * @throws {DatabaseError} and whatever `work` throws.
   */
  snapshot<T>(work: (session: DatabaseSession) => Promise<T>): Promise<T>;
  /**
   * Runs `work`, a user's function that may read outside the session. On a database with one connection, its reads
   * would wait for the session's transaction, so they run in it.
   */
  lend<T>(work: () => Promise<T>): Promise<T>;
  /**
   * The session for the reads of one request, which a replica may answer. Absent where they run like all others.
   * @param seen What the caller has seen: the reads find it.
   */
  readonly forReads?: ((seen: SeenPositions | undefined) => Awaitable<DatabaseSession>) | undefined;
  /**
   * Cancels the running statement, if the database can: its rows are not needed any more. Does nothing
   * outside a transaction.
   * @throws {DatabaseError} that must end the transaction: the database may cancel a later statement.
   */
  cancel(): Promise<void>;
  /** Reports a fault that reaches no caller. */
  reportFault(error: unknown, message: string): void;
}

/** Runs a statement and returns its rows at once. */
export type RowsNow = (bound: BoundStatement) => readonly Row[];

/** A repository that can be bound to another session. */
export interface SessionRepository extends HookRepository {
  within(session: DatabaseSession): HookRepository;
}

/** A session in a transaction: all of its statements are committed, or none. */
export interface OpenTransaction extends DatabaseSession {
  /**
   * Runs a statement several times: a write that returns no rows, or a select.
   * @throws {Error} without `WriteSyntax.runsEach`.
   * @throws {DatabaseError}
   */
  each(repeated: RepeatedStatement): EachRun;
  /** Runs a call of a procedure or function, and keeps at most `maxRows` rows of each result. @throws {DatabaseError} */
  results(bound: BoundStatement, maxRows: number): Promise<readonly ResultSet[]>;
  /** Runs `work` after the commit. Its errors are only logged. */
  onCommit(work: () => Promise<void>): void;
  /**
   * Runs `work` after a savepoint. If it throws, only its own changes are rolled back. Meanwhile, the outer session
   * cannot be used.
   */
  nested<T>(work: (session: OpenTransaction) => Promise<T>): Promise<T>;
}
