import type { DatabaseConnection, Driver, LogEvent, TransactionSettings } from "kysely";
import { Kysely } from "./sql/kysely.js";
import type { Entity, Field, Model } from "../model/model.js";
import { quoteName } from "../model/names.js";
import type { ObserveStatement } from "../observe/statement-observer.js";
import type { PoolFigures } from "../observe/metrics.js";
import type { AnyKysely } from "./sql/sql.js";
import type { Connection, Row } from "./wire/connection.js";
import type { Awaitable } from "../time/when-there.js";
import type { Dialect, Readiness } from "./dialect.js";
import type { BoundStatement, Statement } from "./sql/statement.js";
import type { OperatorWarning } from "../observe/operator-warning.js";
import { DatabaseError } from "./wire/database-error.js";
import type { DatabaseSession, OpenTransaction, SessionRepository } from "./database-session.js";
import { createHeartbeat } from "./wire/heartbeat.js";
import { observeConnection } from "./wire/observe-connection.js";
import { unlessLate } from "../time/within.js";
import { isAway, Reopening } from "./wire/reopening.js";
import { retryAfter, retrying } from "./wire/retry.js";
import { LongReads } from "./long-reads.js";
import { MissingColumns } from "./missing-columns.js";
import { columnsOfFields, readStoredTables } from "./schema/stored-tables.js";
import type { StoredColumn, StoredTable } from "./schema/stored-schema.js";
import { prepareSchema } from "./schema/prepare-schema.js";
import { EntityStatements } from "./sql/statements.js";
import { TransactionScope } from "./transaction-scope.js";
import type { OutsideTransaction } from "./outside-transaction.js";
import { TransactionSession } from "./transaction-session.js";
import type { IsolationLevel } from "./wire/isolation-level.js";

/** Receives what the operator should know about a running database. */
export interface DatabaseObserver {
  /** Called whenever the database is opened. Returns `undefined` if nothing observes statements. */
  readonly statementObserver: (system: string) => ObserveStatement | undefined;
  /** Receives a fault that no caller receives. */
  readonly reportFault: (error: unknown, message: string) => void;
  readonly warn: (warning: OperatorWarning) => void;
}

/** How a transaction runs. */
export interface TransactionOptions {
  /** How far it is kept apart from other transactions. Default: as the database is set. */
  readonly isolation?: IsolationLevel | undefined;
  /** How often it is repeated if the database has undone it, as in a deadlock. Default: 2. */
  readonly retries?: number | undefined;
}

/** A transaction that is only for reads: what is written in it is refused, or else undone. */
export interface ReadOptions {
  readonly isReadOnly?: boolean;
}

interface Done<T> {
  readonly scope: TransactionScope;
  readonly result: T;
}

/** The end of a transaction whose result is kept and whose writes are undone. */
class Undone extends Error {
  readonly kept: object;

  constructor(kept: object) {
    super("The transaction was for reads.");
    this.kept = kept;
  }
}

/** How long closing may take, in milliseconds. A pool may wait for a connection that is never returned. */
const CLOSE_PATIENCE = 2_000;

/** The code of the warning about a server that acknowledges writes before they are safe. */
const WRITES_MAY_BE_LOST = "writes-may-be-lost";

/** By default, a database that answers is ready. */
const ANSWERING: Readiness = { sql: "select 1", isReady: () => true };

const HEARTBEAT: Omit<Statement, "sql"> = {
  slots: [],
  isWrite: false,
  operation: "select",
  entity: "",
};

/**
 * The database of a server. Opened once, at start or by the first statement. It can be opened again after it
 * has been closed.
 */
export class Database implements DatabaseSession {
  readonly dialect: Dialect;
  /** For the user's own queries; runs on the same connections as all other statements. */
  readonly kysely: AnyKysely;
  readonly model: Model;
  readonly #statements = new WeakMap<Entity, EntityStatements>();
  #storedTables = new WeakMap<Entity, StoredTable>();
  readonly #observer: DatabaseObserver | undefined;
  readonly #repositoryOf: ((entityName: string) => SessionRepository | undefined) | undefined;
  readonly #missing: MissingColumns;
  readonly #snapshots: LongReads;
  /** What transactions use of this database. */
  readonly #outside: OutsideTransaction;
  #observe: ObserveStatement | undefined;
  /** The warnings already passed to the observer. */
  readonly #warned = new Set<string>();
  #connection: Connection | undefined;
  /** Tells the open connection how columns are declared. */
  #describe: Connection["describe"];
  #opening: Promise<Connection> | undefined;
  /** Defined while the database is unavailable and is being reopened at intervals. */
  #reopening: Reopening | undefined;
  /** When the database last answered a statement, in `Date.now()` time. */
  #lastAnswer = -Infinity;
  readonly #noteAnswer = <T>(answer: T): T => {
    this.#lastAnswer = Date.now();
    return answer;
  };
  /**
   * Whether the database answers. Asks it at most once a second and resolves within a second. Never rejects,
   * and does not open a database that is unavailable.
   */
  readonly isAnswering: () => Promise<boolean>;

  /** @param repositoryOf Finds the repository of an entity, for hooks. */
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
    this.#outside = {
      dialect,
      model,
      repository: (entityName) => this.repository(entityName),
      statements: (entity) => this.statements(entity),
      kysely: () => this.kysely,
      createKysely: (createDriver) => this.#createKysely(createDriver),
      reportFault: (error, message) => {
        this.reportFault(error, message);
      },
      readTable: (db, entity) => this.#readTable(db, entity),
      noteFault: (error) => {
        this.#noteFault(error);
      },
    };
    this.#missing = new MissingColumns({
      tables: model.tables,
      dialect,
      db: () => (this.#connection === undefined ? undefined : this.kysely),
      onMissing: (fault) => {
        this.#storedTables = new WeakMap();
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
    this.#snapshots = new LongReads(model.database.pool.max);
    const { sql, isReady } = dialect.readiness ?? ANSWERING;
    const heartbeat = { ...HEARTBEAT, sql };
    this.isAnswering = createHeartbeat({
      ask: async () => isReady(await (this.#connection ?? (await this.open())).rows(heartbeat, [])),
      lastAnswer: () => this.#lastAnswer,
    });
    this.kysely = this.#createKysely(() => new LateDriver(async () => (await this.open()).driver));
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

  /** In how many seconds a client may retry if the database does not answer. */
  get retryAfter(): number {
    return this.#reopening?.retryAfter ?? 1;
  }

  async #openOnce(): Promise<Connection> {
    const opening = (this.#opening ??= this.#open());
    try {
      const connection = await opening;
      // The database may have been closed meanwhile.
      if (this.#opening === opening) this.#connection = connection;
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
      await this.#checkMigrations(db);
      await prepareSchema(db, this.model, this.dialect);
      await this.#checkRoutines(db);
      await this.#lookAtDurability(db);
      this.#describe = connection.describe?.bind(connection);
      this.#describe?.(await this.#storedColumns(db));
    } catch (error) {
      await connection.close();
      throw error;
    }
    this.#warn(connection.warnings ?? []);
    this.#observe = this.#observer?.statementObserver(this.dialect.system);
    return this.#observe === undefined ? connection : observeConnection(connection, this.#observe);
  }

  async #checkMigrations(db: AnyKysely): Promise<void> {
    if (this.model.database.schema !== "migrations") return;
    const { checkMigrations } = await import("./migrations/check-migrations.js");
    await checkMigrations(db, this.model, this.dialect);
  }

  async #checkRoutines(db: AnyKysely): Promise<void> {
    const { database, ownOperations } = this.model;
    if (database.schema === "off" || ownOperations.length === 0) return;
    const { checkRoutines } = await import("./schema/check-routines.js");
    await checkRoutines(db, ownOperations, this.dialect);
  }

  /**
   * Warns about server settings that may lose acknowledged writes. Such a setting does not prevent the start.
   */
  async #lookAtDurability(db: AnyKysely): Promise<void> {
    const { durabilityRisks } = this.dialect;
    if (durabilityRisks === undefined || this.model.database.durability === "relaxed") return;
    try {
      const risks = await durabilityRisks(db);
      this.#warn(
        risks.map(({ setting, value, consequence, remedy }) => ({
          code: WRITES_MAY_BE_LOST,
          message: `The database server has ${setting} = ${value}: ${consequence}. ${remedy}, or set "database.durability" to "relaxed" if that is acceptable.`,
          members: { setting, value },
        })),
      );
    } catch (error) {
      this.reportFault(error, "The durability settings of the database server could not be read.");
    }
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

  /** Creates a Kysely instance for the user's own queries, observed like all other statements. */
  #createKysely(createDriver: () => Driver): AnyKysely {
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

  statements(entity: Entity): EntityStatements {
    let statements = this.#statements.get(entity);
    if (statements === undefined)
      this.#statements.set(entity, (statements = new EntityStatements(entity, this)));
    return statements;
  }

  storedTable(entity: Entity): Promise<StoredTable | undefined> {
    return this.#readTable(this.kysely, entity);
  }

  async #readTable(db: AnyKysely, entity: Entity): Promise<StoredTable | undefined> {
    const known = this.#storedTables.get(entity);
    if (known !== undefined) return known;
    const table = (await readStoredTables(db, [entity], this.dialect)).get(entity);
    if (table !== undefined) this.#storedTables.set(entity, table);
    return table;
  }

  async #storedColumns(db: AnyKysely): Promise<ReadonlyMap<Field, StoredColumn>> {
    return columnsOfFields(await readStoredTables(db, this.model.tables, this.dialect));
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
    if (opening === undefined) return;
    const closing = opening.then(
      (connection) => connection.close(),
      () => undefined,
    );
    await unlessLate(CLOSE_PATIENCE, closing, () => undefined);
  }

  /** Runs a statement, and retries it after a transient fault. @throws {DatabaseError} */
  rows(bound: BoundStatement): Awaitable<readonly Row[]> {
    const connection = this.#connection;
    if (connection === undefined) return this.open().then((opened) => this.#run(opened, bound));
    return this.#run(connection, bound);
  }

  /**
   * Runs the first attempt without the cost of the retry logic, because nearly all statements succeed at
   * once.
   */
  #run(connection: Connection, bound: BoundStatement): Awaitable<readonly Row[]> {
    const begin = Date.now();
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

  /** Runs a statement again that has failed. @param begin When it was first run, in `Date.now()` time. */
  async #tryAgain(
    error: unknown,
    begin: number,
    connection: Connection,
    { statement, parameters }: BoundStatement,
  ): Promise<readonly Row[]> {
    const { isWrite } = statement;
    const attempt = async () => connection.rows(statement, parameters);
    try {
      return await retryAfter(error, { begin, isRepeatable: !isWrite, attempt });
    } catch (failure) {
      this.#noteFault(failure);
      // A read has changed nothing, whatever its outcome.
      throw failure instanceof DatabaseError && !isWrite ? failure.withOutcome("undone") : failure;
    }
  }

  #noteFault(error: unknown): void {
    if (error instanceof DatabaseError && error.kind === "missing") this.#missing.search();
  }

  /** @throws {Error} for an isolation level that the database does not have. */
  async transaction<T>(
    work: (session: OpenTransaction) => Promise<T>,
    { isolation, retries, isReadOnly = false }: TransactionOptions & ReadOptions = {},
  ): Promise<T> {
    if (isolation !== undefined) this.#checkLevel(isolation);
    const connection = this.#connection ?? (await this.open());
    const attempt = () =>
      connection.transaction(async (transaction) => {
        const scope = new TransactionScope(this.#outside, transaction, { isReadOnly });
        try {
          await scope.begin();
          const result = await work(new TransactionSession(this.#outside, scope));
          scope.checkSound();
          const done = { scope, result };
          if (isReadOnly) throw new Undone(done);
          return done;
        } catch (error) {
          await scope.settled();
          throw error instanceof Undone ? error : (scope.undoneBy(error) ?? error);
        } finally {
          scope.end();
        }
      }, isolation);
    const keepUndone = (error: unknown): Done<T> => {
      if (error instanceof Undone) return error.kept as Done<T>;
      throw error;
    };
    const { scope, result } = await retrying(false, () => attempt().catch(keepUndone), retries);
    this.#lastAnswer = Date.now();
    if (isReadOnly) return result;
    for (const afterwards of scope.afterwards) {
      await afterwards().catch((error: unknown) => {
        this.reportFault(error, "A hook failed after the commit.");
      });
    }
    return result;
  }

  async snapshot<T>(work: (session: DatabaseSession) => Promise<T>): Promise<T> {
    return this.#snapshots.run(async () => {
      const { snapshot } = this.#connection ?? (await this.open());
      if (snapshot !== undefined)
        return snapshot((transaction) =>
          work(new TransactionSession(this.#outside, new TransactionScope(this.#outside, transaction))),
        );
      const isolation = await this.dialect.snapshotLevel?.(this.kysely);
      return isolation === undefined ? work(this) : this.transaction(work, { isolation, retries: 0 });
    });
  }

  #checkLevel(isolation: IsolationLevel): void {
    const { isolationLevels } = this.dialect;
    if (isolationLevels.includes(isolation)) return;
    const levels = isolationLevels.map((level) => `"${level}"`).join(", ");
    throw new Error(`This database has no isolation level ${quoteName(isolation)}. It has ${levels}.`);
  }

  lend<T>(work: () => Promise<T>): Promise<T> {
    return work();
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
  return new Kysely({
    ...(log !== undefined && { log }),
    dialect: {
      createAdapter: () => dialect.createAdapter(),
      createQueryCompiler: () => dialect.createQueryCompiler(),
      createIntrospector: (db: AnyKysely) => dialect.createIntrospector(db),
      createDriver,
    },
  });
}

/** Kysely needs its driver immediately, but ours exists only once the database is open. */
class LateDriver implements Driver {
  readonly #load: () => Promise<Driver>;

  constructor(load: () => Promise<Driver>) {
    this.#load = load;
  }

  async init(): Promise<void> {
    await this.#load();
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    return (await this.#load()).acquireConnection();
  }

  async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    await (await this.#load()).beginTransaction(connection, settings);
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await (await this.#load()).commitTransaction(connection);
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await (await this.#load()).rollbackTransaction(connection);
  }

  async savepoint(...args: Parameters<NonNullable<Driver["savepoint"]>>): Promise<void> {
    await (await this.#load()).savepoint?.(...args);
  }

  async rollbackToSavepoint(...args: Parameters<NonNullable<Driver["rollbackToSavepoint"]>>): Promise<void> {
    await (await this.#load()).rollbackToSavepoint?.(...args);
  }

  async releaseSavepoint(...args: Parameters<NonNullable<Driver["releaseSavepoint"]>>): Promise<void> {
    await (await this.#load()).releaseSavepoint?.(...args);
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    await (await this.#load()).releaseConnection(connection);
  }

  /** Does nothing: the connection belongs to the server, which closes it. */
  destroy(): Promise<void> {
    return Promise.resolve();
  }
}
