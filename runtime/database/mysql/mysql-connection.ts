import { MysqlDriver, type DatabaseConnection, type Driver } from "kysely";
import type { Connection as MysqlClient, Pool, PoolConnection, PoolOptions } from "mysql2";
import type { DatabaseSettings } from "../../model/model.js";
import type { PoolFigures } from "../../observe/metrics.js";
import { cannotConnect } from "../connect-error.js";
import { DatabaseError } from "../database-error.js";
import type { Connection, Row, Statement, Transaction } from "../dialect.js";
import { driverAddress } from "../driver-address.js";
import { loadDriver } from "../load-driver.js";
import { inTransaction } from "../in-transaction.js";
import { answerWithin } from "../patience.js";
import { PoolSlots, withSlots } from "../pool-slots.js";
import { tlsOptions } from "../tls.js";
import { toDatabaseError } from "./mysql-errors.js";
import { checkMysqlVersion } from "./mysql-version.js";

/** Statements that a connection keeps prepared; the server limits those of all connections together to 16,382. */
const MAX_PREPARED = 500;

interface Mysql2 {
  readonly createPool: (options: PoolOptions) => Pool;
}

/** Opens a pool of connections. @throws {DatabaseError} */
export async function openMysql(settings: DatabaseSettings): Promise<Connection> {
  const { createPool } = await loadDriver<Mysql2>("mysql2", "mysql");
  let connection: MysqlConnection | undefined;
  try {
    connection = new MysqlConnection(createPool(poolOptions(settings)), settings);
    await connection.checkVersion();
    return connection;
  } catch (error) {
    await connection?.close();
    throw cannotConnect(error, settings, toDatabaseError(error));
  }
}

function poolOptions(settings: DatabaseSettings): PoolOptions {
  const tls = tlsOptions(settings);
  const { connectionString } = settings;
  return {
    ...(connectionString === undefined ? driverAddress(settings) : { uri: connectionString }),
    // The driver looks at the name in a certificate only if it is asked to.
    ...(tls !== undefined && tls !== false && { ssl: { ...tls, verifyIdentity: tls.rejectUnauthorized } }),
    connectionLimit: settings.pool.max,
    maxIdle: maxIdle(settings.pool),
    idleTimeout: settings.pool.idleTimeout,
    queueLimit: 0,
    connectTimeout: settings.connectTimeout,
    enableKeepAlive: true,
    charset: "utf8mb4",
    timezone: "Z",
    // What a double or a Date would change stays text.
    supportBigNumbers: true,
    bigNumberStrings: true,
    dateStrings: true,
    maxPreparedStatements: MAX_PREPARED,
  };
}

/**
 * The driver closes idle connections beyond this number at once, the others after their time; and none after any time if
 * there may be as many as connections. With one less, those that a burst needs are there for the next one.
 */
function maxIdle({ min, max }: DatabaseSettings["pool"]): number {
  return Math.max(1, min, max - 1);
}

type PoolList = "_allConnections" | "_freeConnections" | "_connectionQueue";

class MysqlConnection implements Connection {
  readonly driver: Driver;
  readonly #pool: Pool;
  readonly #slots: PoolSlots;
  readonly #settings: DatabaseSettings;
  /** What each connection waits for before its first statement. */
  readonly #prepared = new WeakMap<MysqlClient, Promise<void>>();
  #isMariadb = false;

  constructor(pool: Pool, settings: DatabaseSettings) {
    this.#pool = pool;
    this.#settings = settings;
    // A connection that breaks while no statement runs is replaced when somebody needs one.
    pool.on("connection", (connection) => connection.on("error", () => undefined));
    this.#slots = new PoolSlots(settings.pool);
    const driver = new MysqlDriver({
      pool: {
        getConnection: (callback) => {
          this.#connectAndSetUp().then(
            (connection) => {
              callback(undefined, connection);
            },
            (error: unknown) => {
              callback(error, undefined as never);
            },
          );
        },
        end: (callback) => {
          callback(undefined);
        },
      },
    });
    this.driver = withSlots(driver, this.#slots);
  }

  rows(statement: Statement, parameters: readonly unknown[]): Promise<readonly Row[]> {
    return this.#use((connection) => this.#run(connection, statement, parameters));
  }

  transaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return inTransaction<PoolConnection, T>(
      {
        use: (transaction) => this.#use(transaction),
        query: (connection, text) => this.#query(connection, text),
      },
      "start transaction",
      (connection) =>
        work({
          rows: (statement, parameters) => this.#run(connection, statement, parameters),
          queryConnection: () => queryConnection(connection),
        }),
    );
  }

  /** @throws {DatabaseError} if the server is too old. */
  async checkVersion(): Promise<void> {
    const connection = await this.#connect();
    try {
      const [row] = await this.#query(connection, "select version() as version");
      this.#isMariadb = checkMysqlVersion(String((row as { version?: unknown } | undefined)?.version));
    } finally {
      connection.release();
    }
  }

  /** From members of the driver's pool that are not documented: without them there are no figures. */
  poolFigures(): PoolFigures {
    const pool = this.#pool as Pool & Partial<Record<PoolList, { readonly length: number }>>;
    const length = (list: PoolList) => pool[list]?.length ?? 0;
    return {
      open: length("_allConnections"),
      idle: length("_freeConnections"),
      waiting: length("_connectionQueue"),
    };
  }

  async close(): Promise<void> {
    // The driver rejects if one of its connections broke, or could not be made, meanwhile: there is nothing left to end of it.
    await this.#pool
      .promise()
      .end()
      .catch(() => undefined);
  }

  async #use<T>(work: (connection: PoolConnection) => Promise<T>): Promise<T> {
    const connection = await this.#slots.acquire(
      () => this.#connectAndSetUp(),
      (late) => {
        late.release();
      },
    );
    let isBroken = false;
    try {
      return await work(connection);
    } catch (error) {
      isBroken = !(error instanceof DatabaseError) || error.endsConnection;
      throw error;
    } finally {
      if (isBroken) connection.destroy();
      else connection.release();
      this.#slots.release();
    }
  }

  /** A connection that is set up. @throws {DatabaseError} */
  async #connectAndSetUp(): Promise<PoolConnection> {
    const connection = await this.#connect();
    let setUp = this.#prepared.get(connection);
    if (setUp === undefined) this.#prepared.set(connection, (setUp = this.#setUp(connection)));
    try {
      await setUp;
    } catch (error) {
      connection.destroy();
      throw this.#refused(error);
    }
    return connection;
  }

  #connect(): Promise<PoolConnection> {
    return new Promise((resolve, reject) => {
      this.#pool.getConnection((error, connection) => {
        if (error === null) resolve(connection);
        else reject(this.#refused(error));
      });
    });
  }

  /** Whatever stops a connection from being made, it is one that cannot be had. */
  #refused(error: unknown): DatabaseError {
    return cannotConnect(error, this.#settings, toDatabaseError(error));
  }

  /** Values that do not fit are refused instead of changed; times are in UTC. */
  async #setUp(connection: PoolConnection): Promise<void> {
    const { statementTimeout, lockTimeout } = this.#settings;
    // MariaDB counts it in seconds and for every statement, MySQL in milliseconds and for reads.
    const limit = this.#isMariadb
      ? `max_statement_time = ${statementTimeout / 1000}`
      : `max_execution_time = ${statementTimeout}`;
    // Of rows, and of tables that are being changed.
    const lockSeconds = Math.max(1, Math.ceil(lockTimeout / 1000));
    // A key of 0 that a client supplies stays 0.
    const modes =
      "STRICT_ALL_TABLES,NO_AUTO_VALUE_ON_ZERO,NO_ZERO_DATE,NO_ZERO_IN_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION";
    await this.#query(
      connection,
      `set time_zone = '+00:00', sql_mode = '${modes}', innodb_lock_wait_timeout = ${lockSeconds}, lock_wait_timeout = ${lockSeconds}, ${limit}`,
    );
  }

  #query(connection: PoolConnection, text: string): Promise<readonly unknown[]> {
    return this.#answer((resolve, reject) => {
      connection.query(text, (error, rows) => {
        if (error === null) resolve(rows as unknown as readonly unknown[]);
        else reject(toDatabaseError(error));
      });
    });
  }

  /** A write gives a row for each record that it wrote, with the key that was counted up. */
  #run(
    connection: PoolConnection,
    statement: Statement,
    parameters: readonly unknown[],
  ): Promise<readonly Row[]> {
    // As texts: as numbers they would be doubles, which are no numbers of rows.
    const values = parameters.map((value, index) =>
      statement.fields[index] === undefined ? String(value) : value,
    );
    return this.#answer((resolve, reject) => {
      connection.execute({ sql: statement.sql, rowsAsArray: true }, values as never, (error, result) => {
        if (error !== null) reject(toDatabaseError(error));
        else if (Array.isArray(result)) resolve(result as unknown as readonly Row[]);
        else resolve(Array.from({ length: result.affectedRows }, () => [result.insertId]));
      });
    });
  }

  #answer<T>(ask: ConstructorParameters<typeof Promise<T>>[0]): Promise<T> {
    return answerWithin(this.#settings.statementTimeout, new Promise(ask));
  }
}

/** What Kysely runs queries on, for this one connection of the pool's. */
async function queryConnection(connection: PoolConnection): Promise<DatabaseConnection> {
  const driver = new MysqlDriver({
    pool: {
      getConnection: (callback) => {
        callback(undefined, connection);
      },
      end: (callback) => {
        callback(undefined);
      },
    },
  });
  await driver.init();
  return driver.acquireConnection();
}
