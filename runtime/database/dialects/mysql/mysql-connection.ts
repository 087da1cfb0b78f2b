import type { Driver } from "kysely";
import { MysqlDriver } from "../../sql/kysely.js";
import type { Connection as MysqlClient, Pool, PoolConnection, PoolOptions } from "mysql2";
import type { DatabaseSettings } from "../../../model/model.js";
import { cannotConnect } from "../../wire/connect-error.js";
import type { Connection, Row } from "../../wire/connection.js";
import { driverAddress } from "../../wire/driver-address.js";
import { loadDriver } from "../../wire/load-driver.js";
import { answerWithin } from "../../wire/patience.js";
import { isBroken, pooledConnection, type DriverPool } from "../../wire/pooled-connection.js";
import { tlsOptions } from "../../wire/tls.js";
import { toDatabaseError } from "./mysql-errors.js";
import { checkMysqlVersion } from "./mysql-version.js";

/**
 * The most prepared statements of a connection. The server limits those of all connections together to
 * 16,382.
 */
const MAX_PREPARED = 500;

interface Mysql2 {
  readonly createPool: (options: PoolOptions) => Pool;
}

/** Opens a pool of connections. @throws {DatabaseError} */
export async function openMysql(settings: DatabaseSettings): Promise<Connection> {
  const { createPool } = await loadDriver<Mysql2>("mysql2", "mysql");
  let pool: Pool | undefined;
  try {
    pool = createPool(poolOptions(settings));
    // The pool replaces a connection that breaks while idle.
    pool.on("connection", (connection) => connection.on("error", () => undefined));
    const isMariadb = await checkVersion(pool, settings);
    return pooledConnection(mysqlPool(pool, settings, isMariadb), settings.pool);
  } catch (error) {
    await pool?.promise().end().catch(ignore);
    throw cannotConnect(error, settings, toDatabaseError(error));
  }
}

function poolOptions(settings: DatabaseSettings): PoolOptions {
  const tls = tlsOptions(settings);
  const { connectionString } = settings;
  return {
    ...(connectionString === undefined ? driverAddress(settings) : { uri: connectionString }),
    // The driver verifies the host name in a certificate only on request.
    ...(tls !== undefined && tls !== false && { ssl: { ...tls, verifyIdentity: tls.rejectUnauthorized } }),
    connectionLimit: settings.pool.max,
    maxIdle: maxIdle(settings.pool),
    idleTimeout: settings.pool.idleTimeout,
    queueLimit: 0,
    connectTimeout: settings.connectTimeout,
    enableKeepAlive: true,
    charset: "utf8mb4",
    timezone: "Z",
    // Values that a double or a `Date` would change stay text.
    supportBigNumbers: true,
    bigNumberStrings: true,
    dateStrings: true,
    // The driver would parse JSON, also in a column of texts of a view on MariaDB, and round its numbers.
    jsonStrings: true,
    maxPreparedStatements: MAX_PREPARED,
  };
}

/**
 * The driver closes idle connections beyond this number immediately and the others after the idle timeout,
 * but none at all if the number equals the connection limit. One less keeps most connections of a burst for
 * the next one.
 */
function maxIdle({ min, max }: DatabaseSettings["pool"]): number {
  return Math.max(1, min, max - 1);
}

type PoolList = "_allConnections" | "_freeConnections" | "_connectionQueue";

function mysqlPool(pool: Pool, settings: DatabaseSettings, isMariadb: boolean): DriverPool<PoolConnection> {
  /** The setup of each connection, awaited before its first statement. */
  const prepared = new WeakMap<MysqlClient, Promise<unknown>>();

  async function connect(): Promise<PoolConnection> {
    const connection = await take(pool, settings);
    let ready = prepared.get(connection);
    if (ready === undefined) prepared.set(connection, (ready = setUp(connection, settings, isMariadb)));
    try {
      await ready;
    } catch (error) {
      connection.destroy();
      throw cannotConnect(error, settings, toDatabaseError(error));
    }
    return connection;
  }

  return {
    driver: createDriver(connect),
    connect,
    giveBack: (connection, failure) => {
      if (isBroken(failure)) connection.destroy();
      else connection.release();
    },
    // A write returns a row for each record that it wrote, with the generated key.
    run: (connection, { sql, slots }, parameters) => {
      // Send limits as texts: numbers would be sent as doubles, which the server does not accept as a number
      // of rows.
      const values = parameters.map((value, index) =>
        slots[index]?.field === undefined ? String(value) : value,
      );
      return answer(settings, (resolve, reject) => {
        connection.execute({ sql, rowsAsArray: true }, values as never, (error, result) => {
          if (error !== null) reject(toDatabaseError(error));
          else if (Array.isArray(result)) resolve(result as unknown as readonly Row[]);
          else resolve(Array.from({ length: result.affectedRows }, () => [result.insertId]));
        });
      });
    },
    results: (connection, { sql }, parameters, maxRows) =>
      answer(settings, (resolve, reject) => {
        const results: { columns: readonly string[]; rows: Row[] }[] = [];
        let failure: unknown;
        const call = connection.execute({ sql, values: parameters as never, rowsAsArray: true });
        // A statement without rows has no fields.
        call.on("fields", (fields?: readonly { readonly name: string }[]) => {
          if (fields !== undefined) results.push({ columns: fields.map(({ name }) => name), rows: [] });
        });
        call.on("result", (row: unknown) => {
          const rows = results.at(-1)?.rows;
          if (Array.isArray(row) && rows !== undefined && rows.length < maxRows) rows.push(row);
        });
        call.on("error", (error) => {
          failure = error;
        });
        call.on("end", () => {
          if (failure === undefined) resolve(results);
          else reject(toDatabaseError(failure));
        });
      }),
    begin: async (connection, isolation) => {
      // Without a scope, it applies to the next transaction only (dev.mysql.com/doc/refman/8.4/en/set-transaction.html).
      if (isolation !== undefined)
        await query(connection, `set transaction isolation level ${isolation}`, settings);
      await query(connection, "start transaction", settings);
    },
    query: (connection, text) => query(connection, text, settings),
    queryConnection: async (connection) => {
      const driver = createDriver(() => Promise.resolve(connection));
      await driver.init();
      return driver.acquireConnection();
    },
    // From undocumented members of the driver's pool. Without them, the figures are 0.
    poolFigures: () => {
      const lists = pool as Pool & Partial<Record<PoolList, { readonly length: number }>>;
      const length = (list: PoolList) => lists[list]?.length ?? 0;
      return {
        open: length("_allConnections"),
        idle: length("_freeConnections"),
        waiting: length("_connectionQueue"),
      };
    },
    close: () => pool.promise().end().catch(ignore),
  };
}

/**
 * Ignores a rejection when the pool ends: one of its connections broke or could not be made, so there is
 * nothing left to end.
 */
function ignore(): void {
  return undefined;
}

/** The Kysely driver for the user's own queries. */
function createDriver(connect: () => Promise<PoolConnection>): Driver {
  return new MysqlDriver({
    pool: {
      getConnection: (callback) => {
        connect().then(
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
}

/** Whether the server is MariaDB. @throws {DatabaseError} if the server is too old. */
async function checkVersion(pool: Pool, settings: DatabaseSettings): Promise<boolean> {
  const connection = await take(pool, settings);
  try {
    const [row] = await query(connection, "select version() as version", settings);
    return checkMysqlVersion(String((row as { version?: unknown } | undefined)?.version));
  } finally {
    connection.release();
  }
}

/** Takes a connection from the pool. Any failure counts as a failed connection. @throws {DatabaseError} */
function take(pool: Pool, settings: DatabaseSettings): Promise<PoolConnection> {
  return new Promise((resolve, reject) => {
    pool.getConnection((error, connection) => {
      if (error === null) resolve(connection);
      else reject(cannotConnect(error, settings, toDatabaseError(error)));
    });
  });
}

/** Sets up a new connection. Values that do not fit are rejected instead of changed, and times are in UTC. */
function setUp(
  connection: PoolConnection,
  settings: DatabaseSettings,
  isMariadb: boolean,
): Promise<readonly unknown[]> {
  const { statementTimeout, lockTimeout } = settings;
  // MariaDB's limit is in seconds and applies to every statement, MySQL's is in milliseconds and applies to
  // reads.
  const limit = isMariadb
    ? `max_statement_time = ${statementTimeout / 1000}`
    : `max_execution_time = ${statementTimeout}`;
  // The lock timeout of rows, and of tables that are being changed.
  const lockSeconds = Math.max(1, Math.ceil(lockTimeout / 1000));
  // A key of 0 that a client supplies stays 0.
  const modes =
    "STRICT_ALL_TABLES,NO_AUTO_VALUE_ON_ZERO,NO_ZERO_DATE,NO_ZERO_IN_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION";
  const text = `set time_zone = '+00:00', sql_mode = '${modes}', innodb_lock_wait_timeout = ${lockSeconds}, lock_wait_timeout = ${lockSeconds}, ${limit}`;
  return query(connection, text, settings);
}

function query(
  connection: PoolConnection,
  text: string,
  settings: DatabaseSettings,
): Promise<readonly unknown[]> {
  return answer(settings, (resolve, reject) => {
    connection.query(text, (error, rows) => {
      if (error === null) resolve(rows as unknown as readonly unknown[]);
      else reject(toDatabaseError(error));
    });
  });
}

function answer<T>(
  { statementTimeout }: DatabaseSettings,
  ask: ConstructorParameters<typeof Promise<T>>[0],
): Promise<T> {
  return answerWithin(statementTimeout, new Promise(ask));
}
