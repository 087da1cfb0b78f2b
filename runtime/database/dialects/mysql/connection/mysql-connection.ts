import { MysqlDriver, type Driver } from "kysely";
import type { Connection as MysqlClient, ConnectionOptions, Pool, PoolConnection, PoolOptions } from "mysql2";
import type { DatabaseSettings } from "../../../../model/model.js";
import type { OperatorWarning } from "../../../../observe/operator-warning.js";
import { lookAtCapabilities } from "../../../wire/capabilities.js";
import { cannotConnect } from "../../../wire/connect-error.js";
import type { Connection, Row } from "../../../wire/connection.js";
import { driverAddress } from "../../../wire/driver-address.js";
import { loadDriver } from "../../../wire/load-driver.js";
import { answerWithin } from "../../../wire/patience.js";
import { isBroken, pooledConnection, type DriverPool } from "../../../wire/pooled-connection.js";
import type { WireConnection } from "../../../wire/statement-watch.js";
import { tlsOptions } from "../../../wire/tls.js";
import { askServer, killQuery } from "./mysql-cancel.js";
import { checkMysqlVersion, mysqlCapabilities } from "./mysql-capabilities.js";
import { CLUSTER, isCluster, noCluster, WAITS_FOR_OTHERS } from "./mysql-cluster.js";
import { toDatabaseError } from "./mysql-errors.js";
import { wireConnection, logIn } from "./mysql-wire-connection.js";
import { engineWarnings } from "../../../wire/tested-engine.js";
import { prepareInTransaction } from "./mysql-prepare.js";

/**
 * The maximum number of prepared statements of a connection. The server's limit for all connections together is 16,382.
 */
const MAX_PREPARED = 500;

interface Mysql2 {
  readonly createPool: (options: PoolOptions) => Pool;
  readonly createConnection: (options: ConnectionOptions) => MysqlClient;
}

/** Opens a pool of connections. @throws {DatabaseError} */
export async function openMysql(settings: DatabaseSettings): Promise<Connection> {
  const { createPool, createConnection } = await loadDriver<Mysql2>("mysql2", "mysql");
  let pool: Pool | undefined;
  try {
    pool = createPool(poolOptions(settings));
    const wires = new Set<WireConnection>();
    pool.on("connection", (connection) => {
      // The pool replaces a connection that breaks while idle.
      connection.on("error", () => undefined);
      const wire = wireConnection(connection);
      wires.add(wire);
      wire.socket.once("close", () => wires.delete(wire));
    });
    const server = await readServer(pool, settings);
    const openAnother = () => createConnection(connectionOptions(settings));
    const ask = () => logIn(openAnother(), settings);
    const driverPool = { ...mysqlPool(pool, settings, server, openAnother), wires, ask };
    const connection = pooledConnection(driverPool, settings);
    return { ...connection, warnings: server.warnings };
  } catch (error) {
    await pool?.promise().end().catch(ignore);
    throw cannotConnect(error, settings, toDatabaseError(error));
  }
}

function poolOptions(settings: DatabaseSettings): PoolOptions {
  return {
    ...connectionOptions(settings),
    connectionLimit: settings.pool.max,
    maxIdle: maxIdle(settings.pool),
    idleTimeout: settings.pool.idleTimeout,
    queueLimit: 0,
  };
}

function connectionOptions(settings: DatabaseSettings): ConnectionOptions {
  const tls = tlsOptions(settings);
  const { connectionString } = settings;
  return {
    ...(connectionString === undefined ? driverAddress(settings) : { uri: connectionString }),
    // The driver verifies the host name in a certificate only on request.
    ...(tls !== undefined && tls !== false && { ssl: { ...tls, verifyIdentity: tls.rejectUnauthorized } }),
    connectTimeout: settings.connectTimeout,
    enableKeepAlive: true,
    charset: "utf8mb4",
    timezone: "Z",
    // Values that a double or a `Date` would change stay text.
    supportBigNumbers: true,
    bigNumberStrings: true,
    dateStrings: true,
    // The driver would parse JSON and round its numbers, on MariaDB even in a text column of a view.
    jsonStrings: true,
    maxPreparedStatements: MAX_PREPARED,
  };
}

/**
 * The driver closes idle connections beyond this number immediately and the others after the idle timeout, but none at
 * all if the number equals the connection limit. One less keeps most connections of a burst for the next one.
 */
function maxIdle({ min, max }: DatabaseSettings["pool"]): number {
  return Math.max(1, min, max - 1);
}

type PoolList = "_allConnections" | "_freeConnections" | "_connectionQueue";

function mysqlPool(
  pool: Pool,
  settings: DatabaseSettings,
  { isMariadb, isClustered }: Server,
  openAnother: () => MysqlClient,
): Omit<DriverPool<PoolConnection>, "wires" | "ask"> {
  /** On a cluster of MariaDB, the connections that are in a transaction. */
  const inTransaction = new WeakSet<MysqlClient>();
  /** The setup of each connection, awaited before its first statement. It returns the server to which it leads. */
  const setUps = new WeakMap<MysqlClient, Promise<string>>();
  const prepared = (connection: PoolConnection, sql: string) =>
    prepareInTransaction(connection, sql, (text) => query(connection, text));

  async function connect(): Promise<PoolConnection> {
    const connection = await take(pool, settings);
    let ready = setUps.get(connection);
    if (ready === undefined) {
      ready = answerWithin(settings.statementTimeout, setUp(connection, settings, isMariadb));
      setUps.set(connection, ready);
    }
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
    // The server has just answered on it.
    canHandOver: () => true,
    giveBack: (connection, failure) => {
      if (isBroken(failure)) connection.destroy();
      else connection.release();
    },
    // A write returns a row for each written record, with the generated key.
    run: async (connection, { sql, slots }, parameters) => {
      if (inTransaction.has(connection)) await prepared(connection, sql);
      // Send limits as texts: numbers would be sent as doubles, which the server does not accept as a number of rows.
      const values = slots.every(({ field }) => field !== undefined)
        ? parameters
        : parameters.map((value, index) => (slots[index]?.field === undefined ? String(value) : value));
      return new Promise((resolve, reject) => {
        connection.execute({ sql, rowsAsArray: true }, values as never, (error, result) => {
          if (error !== null) reject(toDatabaseError(error));
          else if (Array.isArray(result)) resolve(result as unknown as readonly Row[]);
          else resolve(new Array<Row>(result.affectedRows).fill([generatedKey(result.insertId)]));
        });
      });
    },
    results: async (connection, { sql }, parameters, maxRows) => {
      if (inTransaction.has(connection)) await prepared(connection, sql);
      return new Promise((resolve, reject) => {
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
        // The driver tells only the connection that it was lost.
        const lose = (error: unknown) => reject(toDatabaseError(error));
        connection.once("error", lose);
        call.on("end", () => {
          connection.off("error", lose);
          if (failure === undefined) resolve(results);
          else reject(toDatabaseError(failure));
        });
      });
    },
    begin: async (connection, isolation) => {
      // Without a scope, it applies to the next transaction only (dev.mysql.com/doc/refman/8.4/en/set-transaction.html).
      if (isolation !== undefined) await query(connection, `set transaction isolation level ${isolation}`);
      await query(connection, "start transaction");
      if (isMariadb && isClustered) inTransaction.add(connection);
    },
    query: (connection, text) => {
      if (text === "commit" || text === "rollback") inTransaction.delete(connection);
      return query(connection, text);
    },
    cancel: async (connection) => {
      const server = (await setUps.get(connection)) ?? "";
      await killQuery({ threadId: connection.threadId, server }, openAnother);
    },
    queryConnection: async (connection) => {
      const driver = createDriver(() => Promise.resolve(connection));
      await driver.init();
      return driver.acquireConnection();
    },
    // From undocumented members of the driver's pool. If they are missing, the figures are 0.
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
          (connection) => callback(undefined, connection),
          (error: unknown) => callback(error, undefined as never),
        );
      },
      end: (callback) => callback(undefined),
    },
  });
}

/** What all servers behind the address share. */
interface Server {
  readonly isMariadb: boolean;
  /** Whether they are nodes of a Galera cluster. */
  readonly isClustered: boolean;
  readonly warnings: readonly OperatorWarning[];
}

async function readServer(pool: Pool, settings: DatabaseSettings): Promise<Server> {
  const connection = await take(pool, settings);
  try {
    // These statements are not watched yet.
    return await answerWithin(settings.statementTimeout, askAll(connection, settings));
  } finally {
    connection.release();
  }
}

/** @throws {DatabaseError} if the server cannot be used with the settings. */
async function askAll(connection: PoolConnection, settings: DatabaseSettings): Promise<Server> {
  const [row] = await query(connection, "select version() as version");
  const version = String((row as { version?: unknown } | undefined)?.version);
  const isMariadb = checkMysqlVersion(version);
  const isClustered = isCluster(await query(connection, CLUSTER));
  if (settings.consistency === "session" && !isClustered) throw noCluster();
  const lacks = await lookAtCapabilities(mysqlCapabilities(settings), async (sql) =>
    Object.values((await query(connection, sql))[0] as Record<string, unknown>),
  );
  return { isMariadb, isClustered, warnings: [...engineWarnings(version), ...lacks] };
}

/** Takes a connection from the pool. Any failure counts as a failed connection. @throws {DatabaseError} */
function take(pool: Pool, settings: DatabaseSettings): Promise<PoolConnection> {
  return new Promise((resolve, reject) =>
    pool.getConnection((error, connection) => {
      if (error === null) resolve(connection);
      else reject(cannotConnect(error, settings, toDatabaseError(error)));
    }),
  );
}

/** mysql2 reads a generated key as a signed number: one beyond 2^63, of a `bigint unsigned`, would be negative. */
function generatedKey(insertId: number | string): number | string {
  return Number(insertId) < 0 ? String(BigInt.asUintN(64, BigInt(insertId))) : insertId;
}

/**
 * Sets up a new connection. Values that do not fit are rejected instead of changed, and times are in UTC.
 * @returns The server that it leads to.
 */
async function setUp(
  connection: PoolConnection,
  settings: DatabaseSettings,
  isMariadb: boolean,
): Promise<string> {
  const { statementTimeout, lockTimeout, consistency } = settings;
  // MariaDB's limit is in seconds and applies to every statement, MySQL's is in milliseconds and applies to reads.
  const limit = isMariadb
    ? `max_statement_time = ${statementTimeout / 1000}`
    : `max_execution_time = ${statementTimeout}`;
  // The lock timeout of rows, and of tables that are being changed.
  const lockSeconds = Math.max(1, Math.ceil(lockTimeout / 1000));
  // A key of 0 that a client supplies stays 0. NO_ZERO_IN_DATE is left out: with it, MariaDB's temporary tables turn
  // stored dates without a day or month into 0000-00-00, so that groups and smallest values are wrong.
  const modes =
    "STRICT_ALL_TABLES,NO_AUTO_VALUE_ON_ZERO,NO_ZERO_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION";
  const all = [
    "time_zone = '+00:00'",
    `sql_mode = '${modes}'`,
    `innodb_lock_wait_timeout = ${lockSeconds}`,
    `lock_wait_timeout = ${lockSeconds}`,
    limit,
    ...(consistency === "session" ? [WAITS_FOR_OTHERS] : []),
  ];
  // Asked first: after the settings, the answer may wait for other nodes.
  const server = await askServer(connection).catch((error: unknown) => {
    throw toDatabaseError(error);
  });
  await query(connection, `set ${all.join(", ")}`);
  return server;
}

function query(connection: PoolConnection, text: string): Promise<readonly unknown[]> {
  return new Promise((resolve, reject) => {
    connection.query(text, (error, rows) => {
      if (error === null) resolve(rows as unknown as readonly unknown[]);
      else reject(toDatabaseError(error));
    });
  });
}
