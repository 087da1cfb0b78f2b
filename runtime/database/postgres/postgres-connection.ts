import { PostgresDriver, type Driver } from "kysely";
import type Pg from "pg";
import type { DatabaseSettings } from "../../model/model.js";
import type { Connection, Row, RunRows, Statement } from "../dialect.js";
import { cannotConnect } from "../connect-error.js";
import { loadDriver } from "../load-driver.js";
import { tlsOptions } from "../tls.js";
import { toDatabaseError } from "./postgres-errors.js";
import { postgresTypes } from "./postgres-types.js";

/** The oldest that is tested, and that PostgreSQL itself still cares for. */
const MIN_VERSION = 140_000;

/** Statements that a connection keeps prepared; shapes beyond are parsed on each run, so that nobody can fill the server. */
const MAX_PREPARED = 1_000;

/** Opens a pool of connections. @throws {DatabaseError} */
export async function openPostgres(settings: DatabaseSettings): Promise<Connection> {
  const pg = await loadDriver<typeof Pg>("pg", "postgres");
  const { pool: limits, statementTimeout, lockTimeout } = settings;
  const pool = new pg.Pool({
    ...address(settings),
    ssl: tlsOptions(settings),
    types: postgresTypes,
    max: limits.max,
    min: limits.min,
    idleTimeoutMillis: limits.idleTimeout,
    connectionTimeoutMillis: Math.max(settings.connectTimeout, limits.waitTimeout),
    keepAlive: true,
    application_name: "data-api",
    // Values are written and read in UTC, whatever the server's zone. The pool waits for it, although its types do not say so.
    // eslint-disable-next-line @typescript-eslint/no-misused-promises
    onConnect: (client) =>
      client.query(
        `set time zone 'UTC'; set datestyle = 'ISO'; set statement_timeout = ${statementTimeout}; set lock_timeout = ${lockTimeout}`,
      ),
  });
  // A connection that breaks while nobody uses it is replaced when somebody needs one.
  pool.on("error", () => undefined);
  const connection = new PostgresConnection(pool);
  try {
    const { rows } = await pool.query<{ version: string }>(
      "select current_setting('server_version_num') as version",
    );
    if (Number(rows[0]?.version) < MIN_VERSION) {
      throw new Error(`PostgreSQL 14 or later is needed, this one is ${rows[0]?.version ?? "unknown"}`);
    }
  } catch (error) {
    await connection.close();
    throw cannotConnect(error, settings, toDatabaseError(error));
  }
  return connection;
}

function address({
  connectionString,
  name,
  host,
  port,
  userName,
  password,
}: DatabaseSettings): Pg.PoolConfig {
  if (connectionString !== undefined) return { connectionString };
  return {
    database: name,
    host: host ?? "localhost",
    ...(port !== undefined && { port }),
    ...(userName !== undefined && { user: userName }),
    ...(password !== undefined && { password }),
  };
}

class PostgresConnection implements Connection {
  readonly driver: Driver;
  readonly #pool: Pg.Pool;
  readonly #names = new WeakMap<Statement, string>();
  #prepared = 0;

  constructor(pool: Pg.Pool) {
    this.#pool = pool;
    this.driver = new PostgresDriver({ pool });
  }

  rows(statement: Statement, parameters: readonly unknown[]): Promise<readonly Row[]> {
    return this.#run(this.#pool, statement, parameters);
  }

  async transaction<T>(work: (rows: RunRows) => Promise<T>): Promise<T> {
    const client = await this.#pool.connect().catch((error: unknown) => {
      throw toDatabaseError(error);
    });
    let isBroken = false;
    try {
      await client.query("begin");
      const result = await work((statement, parameters) => this.#run(client, statement, parameters));
      await client.query("commit");
      return result;
    } catch (error) {
      isBroken = await client.query("rollback").then(
        () => false,
        () => true,
      );
      throw toDatabaseError(error);
    } finally {
      client.release(isBroken);
    }
  }

  async #run(
    on: Pg.Pool | Pg.PoolClient,
    statement: Statement,
    parameters: readonly unknown[],
  ): Promise<readonly Row[]> {
    const query: Pg.QueryArrayConfig & { name?: string } = {
      text: statement.sql,
      values: parameters as unknown[],
      rowMode: "array",
    };
    const name = this.#nameOf(statement);
    if (name !== undefined) query.name = name;
    try {
      return (await on.query(query)).rows;
    } catch (error) {
      throw toDatabaseError(error);
    }
  }

  #nameOf(statement: Statement): string | undefined {
    const known = this.#names.get(statement);
    if (known !== undefined || this.#prepared >= MAX_PREPARED) return known;
    const name = `data-api-${++this.#prepared}`;
    this.#names.set(statement, name);
    return name;
  }

  close(): Promise<void> {
    return this.#pool.end();
  }
}
