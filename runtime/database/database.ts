import {
  Kysely,
  type DatabaseConnection,
  type Driver,
  type LogEvent,
  type TransactionSettings,
} from "kysely";
import type { Entity, Field, Model } from "../model/model.js";
import type { ObserveStatement } from "../observe/statements.js";
import type { PoolFigures } from "../observe/metrics.js";
import type { AnyKysely, Awaitable, Connection, Dialect, Readiness, Row, Statement } from "./dialect.js";
import type { OperatorWarning } from "../observe/operator-warning.js";
import { DatabaseError } from "./database-error.js";
import type { DatabaseSession, OpenTransaction } from "./database-session.js";
import { createHeartbeat } from "./heartbeat.js";
import { observeConnection } from "./observe-connection.js";
import { unlessLate } from "./patience.js";
import { isAway, Reopening } from "./reopening.js";
import { retryAfter, retrying } from "./retry.js";
import { findColumn, findTable } from "./schema/find-stored.js";
import type { StoredColumn, StoredTable } from "./schema/stored-schema.js";
import { prepareSchema } from "./schema/prepare-schema.js";
import { EntityStatements } from "./statements.js";
import { TransactionSession } from "./transaction-session.js";

/** Who looks after a database while it works. */
export interface DatabaseObserver {
  /** Asked whenever the database is opened; undefined where nobody observes statements. */
  readonly statementObserver: (system: string) => ObserveStatement | undefined;
  /** Is told of a fault that nobody else hears of. */
  readonly reportFault: (error: unknown, message: string) => void;
  readonly warn: (warning: OperatorWarning) => void;
}

/** How long closing may take, in milliseconds: a pool may wait for a connection that never comes back. */
const CLOSE_PATIENCE = 2_000;

/** The code of the warning about a server that answers writes before they are safe. */
const WRITES_MAY_BE_LOST = "writes-may-be-lost";

/** What answers at all is ready. */
const ANSWERING: Readiness = { sql: "select 1", isReady: () => true };

const HEARTBEAT: Omit<Statement, "sql"> = {
  slots: [],
  fields: [],
  isWrite: false,
  operation: "select",
  entity: "",
};

/**
 * The database behind a server: opened at start or by the first statement, once. It can be opened again after it
 * has been closed.
 */
export class Database implements DatabaseSession {
  readonly dialect: Dialect;
  /** For queries of one's own; runs on the same connections as everything else. */
  readonly kysely: AnyKysely;
  readonly model: Model;
  readonly #statements = new WeakMap<Entity, EntityStatements>();
  readonly #storedTables = new WeakMap<Entity, StoredTable>();
  readonly #observer: DatabaseObserver | undefined;
  #observe: ObserveStatement | undefined;
  /** The warnings that the observer has been told of. */
  readonly #warned = new Set<string>();
  #connection: Connection | undefined;
  #opening: Promise<Connection> | undefined;
  /** Defined while the database is away, and is tried to be opened now and then. */
  #reopening: Reopening | undefined;
  /** When a statement was last answered, as `Date.now()` has it. */
  #lastAnswer = -Infinity;
  readonly #noteAnswer = <T>(answer: T): T => {
    this.#lastAnswer = Date.now();
    return answer;
  };
  /**
   * Whether the database answers: asked once a second at most, and told within a second. It never rejects, and does not
   * open a database that is away.
   */
  readonly isAnswering: () => Promise<boolean>;

  constructor(model: Model, dialect: Dialect, observer?: DatabaseObserver) {
    this.model = model;
    this.dialect = dialect;
    this.#observer = observer;
    const { sql, isReady } = dialect.readiness ?? ANSWERING;
    const heartbeat = { ...HEARTBEAT, sql };
    this.isAnswering = createHeartbeat({
      ask: async () => isReady(await (this.#connection ?? (await this.open())).rows(heartbeat, [])),
      lastAnswer: () => this.#lastAnswer,
    });
    this.kysely = this.#createKysely(() => new LateDriver(async () => (await this.open()).driver));
  }

  /** Opens the database and makes sure that the tables are there. @throws {DatabaseError} at once while it is away. */
  open(): Promise<Connection> {
    return this.#reopening === undefined ? this.#openOnce() : Promise.reject(this.#reopening.error);
  }

  /**
   * Opens the database; if it is away, goes on trying, until it is there or closed.
   * @param report Is told of each attempt that fails.
   * @throws {DatabaseError} if it cannot be opened for a reason that does not pass by itself.
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

  /** In how many seconds a database that does not answer may be asked again. */
  get retryAfter(): number {
    return this.#reopening?.retryAfter ?? 1;
  }

  async #openOnce(): Promise<Connection> {
    const opening = (this.#opening ??= this.#open());
    try {
      const connection = await opening;
      // It may have been closed meanwhile.
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
      await prepareSchema(db, this.model, this.dialect);
      await this.#lookAtDurability(db);
      if (connection.describe !== undefined) connection.describe(await this.#storedColumns(db));
    } catch (error) {
      await connection.close();
      throw error;
    }
    this.#warn(connection.warnings ?? []);
    this.#observe = this.#observer?.statementObserver(this.dialect.system);
    return this.#observe === undefined ? connection : observeConnection(connection, this.#observe);
  }

  /** Tells what can take away that a write that has been answered is on the disk. It is no reason not to start. */
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

  /** Each once, however often a connection is opened. */
  #warn(warnings: readonly OperatorWarning[]): void {
    for (const warning of warnings.filter(({ message }) => !this.#warned.has(message))) {
      this.#warned.add(warning.message);
      this.#observer?.warn(warning);
    }
  }

  /** How the pool is doing; undefined while there is none. */
  poolFigures(): PoolFigures | undefined {
    return this.#connection?.poolFigures?.();
  }

  /** For queries of one's own, which are observed as the others are. */
  #createKysely(createDriver: () => Driver): AnyKysely {
    return createKysely(this.dialect, createDriver, (event) => {
      const begin = performance.now() - event.queryDurationMillis;
      this.#observe?.({ sql: event.query.sql }, begin, event.level === "error" ? event.error : undefined);
    });
  }

  reportFault(error: unknown, message: string): void {
    this.#observer?.reportFault(error, message);
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
    const table = (await this.#readTables(db, [entity])).get(entity);
    if (table !== undefined) this.#storedTables.set(entity, table);
    return table;
  }

  async #storedColumns(db: AnyKysely): Promise<ReadonlyMap<Field, StoredColumn>> {
    const columns = new Map<Field, StoredColumn>();
    for (const [entity, table] of await this.#readTables(db, this.model.tables)) {
      for (const field of entity.fields) {
        const column = findColumn(field, table);
        if (column !== undefined) columns.set(field, column);
      }
    }
    return columns;
  }

  /** The tables of the entities, of those that have one. */
  async #readTables(db: AnyKysely, entities: readonly Entity[]): Promise<ReadonlyMap<Entity, StoredTable>> {
    const { readTables, defaultSchema } = this.dialect.schema;
    const names = entities.map(({ table }) => table);
    const [stored, schema] = [await readTables(db, names), await defaultSchema(db)];
    return new Map(
      entities.flatMap((entity) => {
        const table = findTable(entity, stored, schema);
        return table === undefined ? [] : [[entity, table]];
      }),
    );
  }

  /** Closes the database, and gives up trying to open it. What does not end in time is left to end by itself. */
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

  /** Runs a statement, again if it failed for a passing reason. @throws {DatabaseError} */
  rows(statement: Statement, args: readonly unknown[]): Awaitable<readonly Row[]> {
    const connection = this.#connection;
    const parameters = bind(statement, args);
    if (connection === undefined) {
      return this.open().then((opened) => this.#run(opened, statement, parameters));
    }
    return this.#run(connection, statement, parameters);
  }

  /** What succeeds at once, as nearly everything does, pays little for what does not. */
  #run(
    connection: Connection,
    statement: Statement,
    parameters: readonly unknown[],
  ): Awaitable<readonly Row[]> {
    const begin = Date.now();
    const { isWrite } = statement;
    const tryAgain = async (error: unknown) => {
      const attempt = async () => connection.rows(statement, parameters);
      try {
        return await retryAfter(error, { begin, isRepeatable: !isWrite, attempt });
      } catch (failure) {
        // What only reads has changed nothing, whatever became of it.
        throw failure instanceof DatabaseError && !isWrite ? failure.withOutcome("undone") : failure;
      }
    };
    try {
      const rows = connection.rows(statement, parameters);
      if (rows instanceof Promise) return rows.then(this.#noteAnswer, tryAgain);
      this.#lastAnswer = begin;
      return rows;
    } catch (error) {
      return tryAgain(error);
    }
  }

  async transaction<T>(work: (session: OpenTransaction) => Promise<T>): Promise<T> {
    const connection = this.#connection ?? (await this.open());
    const outside = {
      dialect: this.dialect,
      model: this.model,
      statements: (entity: Entity) => this.statements(entity),
      createKysely: (createDriver: () => Driver) => this.#createKysely(createDriver),
      reportFault: (error: unknown, message: string) => {
        this.reportFault(error, message);
      },
      readTable: (db: AnyKysely, entity: Entity) => this.#readTable(db, entity),
    };
    const { session, result } = await retrying(false, () =>
      connection.transaction(async (transaction) => {
        const session = new TransactionSession(outside, transaction);
        try {
          const result = await work(session);
          session.checkSound();
          return { session, result };
        } catch (error) {
          throw session.deadlockIn(error) ?? error;
        } finally {
          session.end();
        }
      }),
    );
    this.#lastAnswer = Date.now();
    await session.committed();
    return result;
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

function bind({ slots }: Statement, args: readonly unknown[]): readonly unknown[] {
  return slots.map((slot) => args[slot]);
}

/** Kysely makes its driver at once; ours is there only when the database is open. */
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

  /** The connection belongs to the server, which closes it. */
  destroy(): Promise<void> {
    return Promise.resolve();
  }
}
