import { cancelOnAbort } from "./cancel-on-abort.js";
import { findColumn } from "./schema/stored/find-stored.js";
import { Kysely, type Driver, type LogEvent } from "kysely";
import type { Entity, Field, Model, TableEntity } from "../model/model.js";
import { quoteAll, quoteName } from "../model/names.js";
import type { ObserveStatement } from "../observe/statement-observer.js";
import type { PoolFigures, ReplicaFigures } from "../observe/metrics.js";
import { ON_PRIMARY, type SeenPositions } from "../model/seen-positions.js";
import type { AnyKysely } from "./sql/sql.js";
import type { Connection, Row } from "./wire/connection.js";
import { whenThere, type Awaitable } from "../time/when-there.js";
import type { Dialect, Readiness } from "./dialect.js";
import type { BoundStatement } from "./sql/statement.js";
import type { OperatorWarning } from "../observe/operator-warning.js";
import { ReplicaSession } from "./replicas/replica-session.js";
import type { ReplicaSet } from "./replicas/replica-set.js";
import { DatabaseError } from "./wire/database-error.js";
import type { DatabaseSession, OpenTransaction, SessionRepository } from "./database-session.js";
import { createHeartbeat } from "./wire/heartbeat.js";
import { observeConnection } from "./wire/observe-connection.js";
import { unlessLate } from "../time/within.js";
import { question } from "./wire/replication.js";
import { isAway, Reopening } from "./wire/reopening.js";
import { RetiredConnections } from "./wire/retired-connections.js";
import { despiteDeadlocks, retryAfter, retrying } from "./wire/retry.js";
import { lateDriver } from "./late-driver.js";
import { limitLongReads } from "./long-reads.js";
import { MissingColumns } from "./missing-columns.js";
import { columnsOfFields, readStoredTables, tablesOfEntities } from "./schema/stored/stored-tables.js";
import type { StoredColumn, StoredSchema, StoredTable } from "./schema/stored/stored-schema.js";
import { prepareStart } from "./start-checks.js";
import { EntityStatements } from "./sql/statements.js";
import type { OutsideTransaction } from "./outside-transaction.js";
import { TransactionScope, TransactionSession } from "./transaction-session.js";
import type { IsolationLevel } from "./wire/isolation-level.js";

/** Receives messages for the operator about a running database. */
export interface DatabaseObserver {
  /** Called whenever the database is opened. Returns `undefined` if nothing observes statements. */
  readonly statementObserver: (system: string) => ObserveStatement | undefined;
  /** Receives a fault that reaches no caller. */
  readonly reportFault: (error: unknown, message: string) => void;
  readonly warn: (warning: OperatorWarning) => void;
}

/** How a transaction runs. */
export interface TransactionOptions {
  /** How far it is isolated from other transactions. Default: as the database is set. */
  readonly isolation?: IsolationLevel | undefined;
  /** How often it is repeated if the database has rolled it back, as after a deadlock. Default: 2. */
  readonly retries?: number | undefined;
}

/** A read-only transaction: its writes are rejected or rolled back. */
export interface ReadOnlyOptions {
  readonly isReadOnly?: boolean;
}

interface TransactionResult<T> {
  readonly scope: TransactionScope;
  readonly result: T;
}

/** Ends a transaction whose result is kept and whose writes are rolled back. */
class Undone extends Error {
  readonly kept: object;

  constructor(kept: object) {
    super("The transaction was read-only.");
    this.kept = kept;
  }
}

/** How long closing may take, in milliseconds. A pool may wait for a connection that is never returned. */
const CLOSE_PATIENCE = 2_000;

/** The minimum time between two replacements of all connections because the server is read-only, in milliseconds. */
const RENEWAL = 1_000;

/** The maximum length of a position that clients keep, in characters. */
const LONGEST_POSITION = 2_000;

/** By default, a database that answers is ready. */
const ANSWERING: Readiness = { sql: "select 1", isReady: () => true };

/**
 * The database of a server. Opened once, at start or by the first statement. It can be opened again after it
 * has been closed.
 */
export class Database implements DatabaseSession, OutsideTransaction {
  readonly dialect: Dialect;
  /** For the user's own queries; runs on the same connections as all other statements. */
  readonly kysely: AnyKysely;
  readonly model: Model;
  readonly #statements = new WeakMap<Entity, EntityStatements>();
  #storedTables = new WeakMap<Entity, StoredTable>();
  /** The tables as they were when the database was opened, or was complete again. */
  #openedTables: ReadonlyMap<TableEntity, StoredTable> = new Map();
  readonly #observer: DatabaseObserver | undefined;
  readonly #repositoryOf: ((entityName: string) => SessionRepository | undefined) | undefined;
  readonly #missing: MissingColumns;
  readonly #limitSnapshots: ReturnType<typeof limitLongReads>;
  #observe: ObserveStatement | undefined;
  /** The warnings already passed to the observer. */
  readonly #warned = new Set<string>();
  #connection: Connection | undefined;
  #replicas: ReplicaSet | undefined;
  /** The replicas that were opened with a connection, and are closed with it. */
  readonly #replicasOf = new WeakMap<Connection, ReplicaSet>();
  readonly #retired = new RetiredConnections();
  #renewedAt = -Infinity;
  /** Tells the open connection how columns are declared. */
  #describe: Connection["describe"];
  #opening: Promise<Connection> | undefined;
  /** Defined while the database is unavailable and is being reopened at intervals. */
  #reopening: Reopening | undefined;
  /** When the database last answered a statement, in `performance.now()` time. */
  #lastAnswer = -Infinity;
  readonly #noteAnswer = <T>(answer: T): T => {
    this.#lastAnswer = performance.now();
    return answer;
  };
  /**
   * Whether the database answers. Asks it at most once a second and resolves within a second. Never rejects,
   * and does not open a database that is unavailable.
   */
  readonly isAnswering: () => Promise<boolean>;
  readonly forReads: DatabaseSession["forReads"];

  /** @param repositoryOf Returns the repository of an entity, for hooks. */
  constructor(
    model: Model,
    dialect: Dialect,
    observer?: DatabaseObserver,
    repositoryOf?: (entityName: string) => SessionRepository | undefined,
  ) {
    this.model = model;
    this.dialect = dialect;
    this.#observer = observer;
    this.#repositoryOf = repositoryOf;
    this.#missing = new MissingColumns({
      tables: model.tables,
      dialect,
      // Of this connection only: `kysely` would open a database again that is closed during the search.
      db: () => {
        const connection = this.#connection;
        return connection && createKysely(dialect, () => connection.driver);
      },
      onMissing: (fault) => {
        this.#storedTables = new WeakMap();
        this.#openedTables = new Map();
        this.reportFault(fault, "The database lacks a table or column.");
      },
      onBack: async ({ name, table }) => {
        this.#storedTables = new WeakMap();
        this.#describe?.(await this.#storedColumns(this.kysely));
        this.#observer?.warn({
          code: "database-complete",
          message: `The database has the table ${quoteName(table)} with all of its columns again.`,
          members: { entity: name, table },
        });
      },
    });
    this.#limitSnapshots = limitLongReads(model.database.pool.max);
    const { sql, isReady } = dialect.readiness ?? ANSWERING;
    const heartbeat = question(sql);
    this.isAnswering = createHeartbeat({
      ask: async () =>
        isReady(await (this.#connection ?? (await this.open())).rows(heartbeat, [])) &&
        this.#replicas?.isReadOnly !== true,
      lastAnswer: () => this.#lastAnswer,
    });
    const ended = model.database.replicas && (() => this.#noteWritten());
    this.kysely = this.createKysely(() => lateDriver(async () => (await this.open()).driver, ended));
    this.forReads = model.database.replicas && ((seen) => this.#forReads(seen));
  }

  /**
   * Opens the database and prepares the tables.
   * @throws {DatabaseError}, immediately while the database is unavailable.
   */
  open(): Promise<Connection> {
    return this.#reopening === undefined ? this.#openOnce() : Promise.reject(this.#reopening.error);
  }

  /**
   * Opens the database. If it is unavailable, retries in the background until it is open or closed.
   * @param report Receives the error of each failed attempt.
   * @throws {DatabaseError} if opening fails for a permanent reason.
   */
  async openOrWait(report: (error: unknown) => void): Promise<void> {
    try {
      await this.#openOnce();
    } catch (error) {
      const isOfDriver = error instanceof Error && !(error instanceof DatabaseError);
      if (!isAway(isOfDriver ? this.dialect.toDatabaseError(error) : error)) throw error;
      const reopening = new Reopening(async () => {
        await this.#openOnce();
        if (this.#reopening === reopening) this.#reopening = undefined;
      }, report);
      this.#reopening = reopening;
      reopening.failed(error);
    }
  }

  /** Whether the database has every table and column that a statement has missed. Never rejects. */
  isComplete(): Promise<boolean> {
    return this.#missing.areBack();
  }

  /** The seconds after which a client may retry if the database does not answer. */
  get retryAfter(): number {
    return this.#reopening?.retryAfter ?? 1;
  }

  async #openOnce(): Promise<Connection> {
    const opening = (this.#opening ??= this.#open());
    try {
      const connection = await opening;
      // The database may have been closed meanwhile.
      if (this.#opening === opening) {
        this.#connection = connection;
        this.#replicas = this.#replicasOf.get(connection);
      }
      return connection;
    } catch (error) {
      if (this.#opening === opening) this.#opening = undefined;
      throw error;
    }
  }

  async #open(): Promise<Connection> {
    const connection = await openConnection(this.model, this.dialect);
    const db = createKysely(this.dialect, () => connection.driver);
    try {
      // Kysely does it before a query of `db`, and there may be none.
      await connection.driver.init();
      const { toDatabaseError } = this.dialect;
      const prepare = () =>
        prepareStart({
          db,
          model: this.model,
          dialect: this.dialect,
          warn: (warnings) => this.#warn(warnings),
          reportFault: (error, message) => this.reportFault(error, message),
        });
      const stored = await despiteDeadlocks(prepare, toDatabaseError);
      this.#describe = connection.describe?.bind(connection);
      const columns = await despiteDeadlocks(() => this.#storedColumns(db, stored), toDatabaseError);
      this.#describe?.(columns);
      this.#observe = this.#observer?.statementObserver(this.dialect.system);
      const replicas = await this.#openReplicas(columns);
      this.#warn(connection.warnings ?? []);
      const observed = this.#observed(connection);
      if (replicas !== undefined) this.#replicasOf.set(observed, replicas);
      return observed;
    } catch (error) {
      await connection.close();
      throw error;
    }
  }

  #observed(connection: Connection): Connection {
    return this.#observe === undefined ? connection : observeConnection(connection, this.#observe);
  }

  async #openReplicas(columns: ReadonlyMap<Field, StoredColumn>): Promise<ReplicaSet | undefined> {
    if (this.model.database.replicas === undefined) return undefined;
    const { openReplicas } = await import("./replicas/open-replicas.js");
    const prepare = (connection: Connection) => {
      connection.describe?.(columns);
      return this.#observed(connection);
    };
    return openReplicas(this.model.database, this.dialect, prepare, {
      warn: (warning) => this.#observer?.warn(warning),
      onReadOnly: () => this.#renew(),
    });
  }

  #forReads(seen: SeenPositions | undefined): Awaitable<DatabaseSession> {
    const chosen = this.#replicas?.choose(seen);
    return whenThere(chosen, (replica) => (replica === undefined ? this : new ReplicaSession(this, replica)));
  }

  /**
   * Notes a write and the primary's position after it, so that reads on replicas see it. Costs nothing without
   * replicas.
   */
  #noteWritten(): Promise<void> {
    return this.#replicas?.noteWritten() ?? Promise.resolve();
  }

  /**
   * The position of the database after the last write of this process, for clients to send back. `undefined` without
   * replicas and if nothing was written since then.
   * @param since In `performance.now()` time.
   */
  positionSince(since: number): string | undefined {
    const position = this.#replicas?.positionSince(since);
    return position !== undefined && position.length > LONGEST_POSITION ? ON_PRIMARY : position;
  }

  /** The figures of the replicas, if there are any. */
  replicaFigures(): readonly ReplicaFigures[] {
    return this.#replicas?.figures() ?? [];
  }

  /**
   * Replaces all connections, because the server has become read-only: after a failover, the address may lead to the
   * new primary. Otherwise each connection would have to fail first, and generated keys would be read from the old
   * server.
   */
  #renew(): void {
    if (this.#connection === undefined || performance.now() - this.#renewedAt < RENEWAL) return;
    this.#renewedAt = performance.now();
    // The errors of statements show problems of the server.
    this.#replaceConnection().catch(() => undefined);
  }

  async #replaceConnection(): Promise<void> {
    const former = this.#opening;
    const opened = await openConnection(this.model, this.dialect);
    const describe = opened.describe?.bind(opened);
    try {
      describe?.(await this.#storedColumns(createKysely(this.dialect, () => opened.driver)));
    } catch (error) {
      await opened.close();
      throw error;
    }
    // The database may have been closed meanwhile.
    if (former === undefined || this.#opening !== former) return opened.close();
    const next = this.#observed(opened);
    this.#describe = describe;
    this.#connection = next;
    this.#opening = Promise.resolve(next);
    if (this.#replicas !== undefined) this.#replicasOf.set(next, this.#replicas);
    this.#retired.add(await former);
  }

  /** Logs each warning once, however often the connection is opened. */
  #warn(warnings: readonly OperatorWarning[]): void {
    for (const warning of warnings.filter(({ message }) => !this.#warned.has(message))) {
      this.#warned.add(warning.message);
      this.#observer?.warn(warning);
    }
  }

  /** The figures of the connection pool; `undefined` if there is none. */
  poolFigures(): PoolFigures | undefined {
    return this.#connection?.poolFigures?.();
  }

  createKysely(createDriver: () => Driver): AnyKysely {
    return createKysely(this.dialect, createDriver, (event) => {
      const begin = performance.now() - event.queryDurationMillis;
      this.#observe?.({ sql: event.query.sql }, begin, event.level === "error" ? event.error : undefined);
    });
  }

  reportFault(error: unknown, message: string): void {
    this.#observer?.reportFault(error, message);
  }

  repository(entityName: string): SessionRepository {
    const found = this.#repositoryOf?.(entityName);
    if (found === undefined) throw new Error(`There is no entity "${entityName}".`);
    return found;
  }

  storedType(entity: Entity, field: Field): StoredColumn | undefined {
    const table = this.knownTable(entity);
    return table === undefined ? undefined : findColumn(field, table);
  }

  statements(entity: Entity): EntityStatements {
    let statements = this.#statements.get(entity);
    if (statements === undefined)
      this.#statements.set(entity, (statements = new EntityStatements(entity, this)));
    return statements;
  }

  storedTable(entity: Entity): Promise<StoredTable | undefined> {
    return this.readTable(() => this.kysely, entity);
  }

  knownTable(entity: Entity): StoredTable | undefined {
    return this.#storedTables.get(entity) ?? this.#openedTables.get(entity);
  }

  async readTable(db: () => AnyKysely, entity: Entity): Promise<StoredTable | undefined> {
    const known = this.#storedTables.get(entity);
    if (known !== undefined) return known;
    const table = (await readStoredTables(db(), [entity], this.dialect)).get(entity);
    if (table !== undefined) this.#storedTables.set(entity, table);
    return table;
  }

  /** @param stored The tables, if they were just read. */
  async #storedColumns(db: AnyKysely, stored?: StoredSchema): Promise<ReadonlyMap<Field, StoredColumn>> {
    const { tables } = this.model;
    this.#openedTables =
      stored === undefined
        ? await readStoredTables(db, tables, this.dialect)
        : tablesOfEntities(tables, stored);
    return columnsOfFields(this.#openedTables);
  }

  /**
   * Closes the database and stops retrying to open it. Waits for a limited time; what is still open then
   * closes on its own.
   */
  async close(): Promise<void> {
    const opening = this.#opening;
    this.#reopening?.end();
    this.#reopening = undefined;
    this.#connection = undefined;
    this.#opening = undefined;
    this.#replicas = undefined;
    if (opening === undefined) return;
    const closing = opening.then(
      (connection) =>
        Promise.all([connection.close(), this.#replicasOf.get(connection)?.close(), this.#retired.close()]),
      () => undefined,
    );
    await unlessLate(CLOSE_PATIENCE, closing, () => undefined);
  }

  /** Runs a statement, and retries it after a transient fault. @throws {DatabaseError} */
  rows(bound: BoundStatement): Awaitable<readonly Row[]> {
    return this.forReads !== undefined && bound.statement.isWrite
      ? this.#followed(() => this.#rows(bound))
      : this.#rows(bound);
  }

  /** Runs a write. After it, reads ask the primary until a replica has the write. */
  async #followed<T>(write: () => Awaitable<T>): Promise<T> {
    try {
      const result = await write();
      await this.#noteWritten();
      return result;
    } catch (error) {
      if (error instanceof DatabaseError && error.outcome === "unknown") this.#replicas?.noteUnknown();
      throw error;
    }
  }

  #rows(bound: BoundStatement): Awaitable<readonly Row[]> {
    const connection = this.#connection;
    if (connection === undefined) return this.open().then((opened) => this.#run(opened, bound));
    return this.#run(connection, bound);
  }

  /** Runs the first attempt without the cost of the retry logic, because nearly all statements succeed at once. */
  #run(connection: Connection, bound: BoundStatement): Awaitable<readonly Row[]> {
    const begin = performance.now();
    try {
      const rows = connection.rows(bound.statement, bound.parameters);
      if (rows instanceof Promise)
        return rows.then(this.#noteAnswer, (error: unknown) =>
          this.#tryAgain(error, begin, connection, bound),
        );
      this.#lastAnswer = begin;
      return rows;
    } catch (error) {
      return this.#tryAgain(error, begin, connection, bound);
    }
  }

  /** Runs a statement again that has failed. @param begin When it was first run, in `performance.now()` time. */
  async #tryAgain(
    error: unknown,
    begin: number,
    connection: Connection,
    { statement, parameters }: BoundStatement,
  ): Promise<readonly Row[]> {
    const { isWrite } = statement;
    const attempt = async () => (this.#connection ?? connection).rows(statement, parameters);
    try {
      return await retryAfter(error, { begin, isRepeatable: !isWrite, attempt });
    } catch (failure) {
      this.noteFault(failure);
      // A read changes nothing, whatever its outcome.
      throw failure instanceof DatabaseError && !isWrite ? failure.with({ outcome: "undone" }) : failure;
    }
  }

  noteFault(error: unknown): void {
    if (!(error instanceof DatabaseError)) return;
    if (error.kind === "missing") this.#missing.search();
    if (error.takesNoWrites) this.#renew();
  }

  /** @throws {Error} for an isolation level that the database does not support. */
  async transaction<T>(
    work: (session: OpenTransaction) => Promise<T>,
    { isolation, retries, isReadOnly = false }: TransactionOptions & ReadOnlyOptions = {},
  ): Promise<T> {
    if (isolation !== undefined) this.#checkLevel(isolation);
    const connection = this.#connection ?? (await this.open());
    const attempt = () =>
      (this.#connection ?? connection).transaction(async (transaction) => {
        const scope = new TransactionScope(this, transaction, isReadOnly);
        const session = new TransactionSession(scope);
        try {
          await session.begin();
          const result = await work(session);
          session.checkSound();
          const done = { scope, result };
          if (isReadOnly) throw new Undone(done);
          return done;
        } catch (error) {
          await session.settled();
          throw error instanceof Undone ? error : (session.undoneBy(error) ?? error);
        } finally {
          session.end();
        }
      }, isolation);
    const keepUndone = (error: unknown): TransactionResult<T> => {
      if (error instanceof Undone) return error.kept as TransactionResult<T>;
      throw error;
    };
    const run = () => retrying(false, () => attempt().catch(keepUndone), retries);
    const { scope, result } = await (isReadOnly ? run() : this.#followed(run));
    this.#lastAnswer = performance.now();
    if (isReadOnly) return result;
    for (const afterwards of scope.afterwards)
      await afterwards().catch((error: unknown) =>
        this.reportFault(error, "A hook failed after the commit."),
      );
    return result;
  }

  /** Only while the database is open. A locked file is waited for, so that there is no other fault to retry after. */
  get inOneGo(): DatabaseSession["inOneGo"] {
    const connection = this.#connection;
    if (connection?.inOneGo === undefined) return undefined;
    return async (work) => {
      try {
        const done = await connection.inOneGo?.((rows) =>
          work(({ statement, parameters }) => rows(statement, parameters)),
        );
        return this.#noteAnswer(done) as Awaited<ReturnType<typeof work>>;
      } catch (error) {
        this.noteFault(error);
        throw error;
      }
    };
  }

  async snapshot<T>(work: (session: DatabaseSession) => Promise<T>): Promise<T> {
    return this.#limitSnapshots(async () => {
      const { snapshot } = this.#connection ?? (await this.open());
      if (snapshot !== undefined)
        return snapshot((transaction) =>
          work(new TransactionSession(new TransactionScope(this, transaction))),
        );
      const isolation = await this.dialect.snapshotLevel?.(this.kysely);
      return isolation === undefined ? work(this) : this.transaction(work, { isolation, retries: 0 });
    });
  }

  /**
   * Runs reads that are not needed after `signal`: their statement is then cancelled, if the database can cancel. Reads
   * on replicas, and those on databases that cannot, run to their end.
   * @throws {ApiError} and {DatabaseError} after the signal, and whatever `work` throws.
   */
  async cancellable<T>(signal: AbortSignal, work: (session: DatabaseSession) => Promise<T>): Promise<T> {
    const { canCancel = false } = this.#connection ?? (await this.open());
    if (!canCancel || this.forReads !== undefined) return work(this);
    return this.transaction((session) => cancelOnAbort(session, signal, () => work(session)), {
      isReadOnly: true,
      retries: 0,
    });
  }

  #checkLevel(isolation: IsolationLevel): void {
    const { isolationLevels } = this.dialect;
    if (isolationLevels.includes(isolation)) return;
    throw new Error(
      `This database has no isolation level ${quoteName(isolation)}. It has ${quoteAll(isolationLevels)}.`,
    );
  }

  lend<T>(work: () => Promise<T>): Promise<T> {
    return work();
  }

  /** Its statements run on connections that it does not track. */
  cancel(): Promise<void> {
    return Promise.resolve();
  }
}

/** @throws {DatabaseError} */
export function openConnection(
  { database }: Pick<Model, "database">,
  dialect: Dialect,
  isReadOnly = false,
): Promise<Connection> {
  return retrying(true, () => dialect.open(database, isReadOnly));
}

export function createKysely(
  dialect: Dialect,
  createDriver: () => Driver,
  log?: (event: LogEvent) => void,
): AnyKysely {
  const { createAdapter, createQueryCompiler, createIntrospector } = dialect;
  return new Kysely({
    ...(log !== undefined && { log }),
    dialect: { createAdapter, createQueryCompiler, createIntrospector, createDriver },
  });
}
