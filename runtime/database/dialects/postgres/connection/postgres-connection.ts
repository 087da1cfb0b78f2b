import { createHash } from "node:crypto";
import type { Socket } from "node:net";
import { PostgresDriver, type DatabaseConnection } from "kysely";
import type Pg from "pg";
import type { DatabaseSettings } from "../../../../model/model.js";
import type { Connection } from "../../../wire/connection.js";
import type { Statement } from "../../../sql/statement.js";
import { lookAtCapabilities } from "../../../wire/capabilities.js";
import { cannotConnect } from "../../../wire/connect-error.js";
import { DatabaseError } from "../../../wire/database-error.js";
import { driverAddress } from "../../../wire/driver-address.js";
import { loadDriver } from "../../../wire/load-driver.js";
import { answerWithin } from "../../../wire/patience.js";
import { isBroken, pooledConnection, type DriverPool } from "../../../wire/pooled-connection.js";
import type { WireConnection } from "../../../wire/statement-watch.js";
import { engineWarnings } from "../../../wire/tested-engine.js";
import { tlsOptions } from "../../../wire/tls.js";
import type { OperatorWarning } from "../../../../observe/operator-warning.js";
import { LateBegin } from "./postgres-begin.js";
import { cancelStatement } from "./postgres-cancel.js";
import { checkPostgresVersion, postgresCapabilities } from "./postgres-capabilities.js";
import { toDatabaseError } from "./postgres-errors.js";
import { checkPgpool } from "./postgres-pgpool.js";
import { pooledClient } from "./postgres-pooled-client.js";
import { refuseShared } from "./postgres-pooler.js";
import { sessionSettings, setStatements } from "./postgres-session.js";
import { cursorsIn, postgresTypes } from "../postgres-types.js";

/**
 * The maximum number of prepared statements of a connection. Further shapes are parsed on each run, so that clients
 * cannot fill the server's memory.
 */
const MAX_PREPARED = 1_000;

type NamedQuery = Pg.QueryArrayConfig & { name?: string | undefined };

/** Opens a pool of connections. @throws {DatabaseError} */
export async function openPostgres(settings: DatabaseSettings): Promise<Connection> {
  const pg = await loadDriver<typeof Pg>("pg", "postgres");
  const { pool: limits, connectTimeout, connectionString, pooler } = settings;
  const session = sessionSettings(settings);
  const isPooled = pooler === "transaction";
  const client: Pg.ClientConfig = {
    ...(connectionString === undefined ? driverAddress(settings) : { connectionString }),
    ssl: tlsOptions(settings),
    types: postgresTypes,
    connectionTimeoutMillis: connectTimeout,
    keepAlive: true,
    application_name: "data-api",
  };
  const wires = new Set<WireConnection>();
  const pool = new pg.Pool({
    ...client,
    max: limits.max,
    min: limits.min,
    idleTimeoutMillis: limits.idleTimeout,
    ...(isPooled && { Client: pooledClient(pg, session) }),
    // The pool awaits the promise, although the option's type does not say so.
    onConnect: (opened): unknown => {
      // The pool replaces a connection that breaks while idle.
      opened.on("error", () => undefined);
      const wire = wireConnection(opened);
      wires.add(wire);
      opened.once("end", () => wires.delete(wire));
      if (isPooled) return undefined;
      return answerWithin(connectTimeout, opened.query(setStatements(session, "session")));
    },
  });
  // The pool replaces an idle connection that breaks.
  pool.on("error", () => undefined);
  const late = isPooled ? undefined : new LateBegin(pg);
  let letsWait = false;
  const ask = async () => {
    // A log-in that waits would not show whether the server is alive.
    if (!letsWait) await logIn(new pg.Client(client), settings);
  };
  const connection = pooledConnection({ ...postgresPool(pool, settings, late), wires, ask }, settings);
  try {
    // The first statement waits for its connection within the connect timeout.
    const warnings = await connection.use(async (opened) => {
      const checked = await checkVersion(opened, settings);
      letsWait = await checkPgpool(opened);
      if (!isPooled) await refuseShared(opened, checked.backend, () => new pg.Client(client));
      return checked.warnings;
    }, connectTimeout);
    return { ...connection, warnings };
  } catch (error) {
    await connection.close();
    throw cannotConnect(error, settings, toDatabaseError(error));
  }
}

/** @param late Absent behind a pooler, where nothing is prepared. */
function postgresPool(
  pool: Pg.Pool,
  settings: DatabaseSettings,
  late: LateBegin | undefined,
): Omit<DriverPool<Pg.PoolClient>, "wires" | "ask"> {
  const begun = (client: Pg.PoolClient) => late?.now(client, (query) => send(client, query));
  const nameOf = settings.pooler === "transaction" ? () => undefined : createNames();
  return {
    driver: new PostgresDriver({ pool }),
    connect: async () => {
      try {
        return await pool.connect();
      } catch (error) {
        throw cannotConnect(error, settings, toDatabaseError(error));
      }
    },
    // A transaction that has not begun does not notice that it has lost its connection.
    canHandOver: (client: Pg.ClientBase) => (client as DriverClient).connection.stream.writable,
    giveBack: (client, failure) => client.release(isBroken(failure)),
    run: async (client, statement, parameters) => {
      const query: NamedQuery = { text: statement.sql, values: parameters as unknown[], rowMode: "array" };
      const name = nameOf(statement);
      if (name !== undefined) query.name = name;
      // Without a name and values, the driver sends a text that may contain several statements.
      else if (parameters.length === 0) await begun(client);
      return (await send(client, query, late)).rows;
    },
    // A call has one result. Functions and cursors limit their rows themselves.
    results: async (client, { sql: text }, parameters) => {
      const query: NamedQuery = { text, values: parameters as unknown[], rowMode: "array" };
      await begun(client);
      const { fields, rows } = await send(client, query);
      return [{ columns: fields.map(({ name }) => name), rows, cursors: cursorsIn(fields) }];
    },
    begin: (client, isolation) => {
      const text = isolation === undefined ? "begin" : `begin isolation level ${isolation}`;
      const run = (query: NamedQuery) => send(client, query);
      return late === undefined ? run({ text, rowMode: "array" }) : late.begin(client, text, run);
    },
    query: async (client, text) => {
      if ((text === "commit" || text === "rollback") && late?.end(client, text) === true) return;
      await begun(client);
      const { command } = await send(client, { text, rowMode: "array" });
      // PostgreSQL answers `commit` with ROLLBACK, and no error, if an earlier statement failed and its error was
      // caught.
      if (text === "commit" && command === "ROLLBACK")
        throw new DatabaseError(
          "unknown",
          "A statement of the transaction had failed, so nothing of it was written.",
        );
    },
    cancel: cancelStatement,
    queryConnection: async (client) => {
      await begun(client);
      return queryConnection(client);
    },
    poolFigures: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: () => pool.end(),
  };
}

/** Returns the id of the server's process. @throws {DatabaseError} if the server is not supported. */
async function checkVersion(
  client: Pg.PoolClient,
  settings: DatabaseSettings,
): Promise<{ readonly backend: number; readonly warnings: readonly OperatorWarning[] }> {
  const text = "select current_setting('server_version_num'), version(), pg_backend_pid()";
  const { rows } = await send(client, { text, rowMode: "array" });
  const [version, words, backend] = (rows as readonly (readonly unknown[])[])[0] ?? [];
  checkPostgresVersion(Number(version), String(words));
  const lacks = await lookAtCapabilities(postgresCapabilities(settings), async (sql) => {
    const answer = await send(client, { text: sql, rowMode: "array" });
    return (answer.rows as readonly (readonly unknown[])[])[0] ?? [];
  });
  return { backend: Number(backend), warnings: [...engineWarnings(String(words)), ...lacks] };
}

async function send(
  client: Pg.PoolClient,
  query: NamedQuery,
  late?: LateBegin,
): Promise<Pg.QueryArrayResult> {
  try {
    return await (late?.query(client, query) ?? client.query(query));
  } catch (error) {
    throw toDatabaseError(error);
  }
}

/** Returns a function that names the statements to keep prepared. */
function createNames(): (statement: Statement) => string | undefined {
  const names = new WeakMap<Statement, string>();
  let prepared = 0;
  return (statement) => {
    const known = names.get(statement);
    if (known !== undefined || prepared >= MAX_PREPARED) return known;
    prepared++;
    // By its text: behind a pooler that shares connections, another server may have prepared the same name.
    const name = `data-api-${createHash("sha256").update(statement.sql).digest("hex").slice(0, 32)}`;
    names.set(statement, name);
    return name;
  };
}

/** The Kysely connection that runs queries on this connection of the pool. */
async function queryConnection(client: Pg.PoolClient): Promise<DatabaseConnection> {
  const driver = new PostgresDriver({
    pool: { connect: () => Promise.resolve(client), end: () => Promise.resolve() },
  });
  await driver.init();
  return driver.acquireConnection();
}

/** The driver's connection. Not all of its members are documented. */
type DriverClient = Pg.ClientBase & { readonly connection: Pg.Connection; readonly readyForQuery: boolean };

function wireConnection(client: Pg.ClientBase): WireConnection {
  const opened = client as DriverClient;
  return {
    connection: client,
    get socket() {
      return opened.connection.stream as Socket;
    },
    get isWaiting() {
      return !opened.readyForQuery;
    },
  };
}

/** Connects and disconnects. @throws {DatabaseError} */
async function logIn(client: Pg.Client, settings: DatabaseSettings): Promise<void> {
  client.on("error", () => undefined);
  try {
    await client.connect();
  } catch (error) {
    throw cannotConnect(error, settings, toDatabaseError(error));
  } finally {
    client.end().catch(() => undefined);
  }
}
