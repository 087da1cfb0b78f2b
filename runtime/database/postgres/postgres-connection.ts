import { PostgresDriver, type DatabaseConnection, type Driver } from "kysely";
import type Pg from "pg";
import type { DatabaseSettings } from "../../model/model.js";
import type { Connection, Row, Statement, Transaction } from "../dialect.js";
import type { PoolFigures } from "../../observe/metrics.js";
import { cannotConnect } from "../connect-error.js";
import { DatabaseError } from "../database-error.js";
import { driverAddress } from "../driver-address.js";
import { inTransaction } from "../in-transaction.js";
import { loadDriver } from "../load-driver.js";
import { answerWithin } from "../patience.js";
import { PoolSlots, withSlots } from "../pool-slots.js";
import { tlsOptions } from "../tls.js";
import { toDatabaseError } from "./postgres-errors.js";
import { postgresTypes } from "./postgres-types.js";
import { checkPostgresVersion } from "./postgres-version.js";

/** Statements that a connection keeps prepared; shapes beyond are parsed on each run, so that nobody can fill the server. */
const MAX_PREPARED = 1_000;

type NamedQuery = Pg.QueryArrayConfig & { name?: string };

/** Opens a pool of connections. @throws {DatabaseError} */
export async function openPostgres(settings: DatabaseSettings): Promise<Connection> {
  const pg = await loadDriver<typeof Pg>("pg", "postgres");
  const { pool: limits, connectTimeout, connectionString } = settings;
  // The pool waits for it, though the type of its option does not say so.
  const onConnect = (client: Pg.ClientBase): unknown => answerWithin(connectTimeout, setUp(client, settings));
  const pool = new pg.Pool({
    ...(connectionString === undefined ? driverAddress(settings) : { connectionString }),
    ssl: tlsOptions(settings),
    types: postgresTypes,
    max: limits.max,
    min: limits.min,
    idleTimeoutMillis: limits.idleTimeout,
    connectionTimeoutMillis: Math.max(connectTimeout, limits.waitTimeout),
    keepAlive: true,
    application_name: "data-api",
    onConnect,
  });
  const connection = new PostgresConnection(pool, settings);
  try {
    await connection.checkVersion();
  } catch (error) {
    await connection.close();
    throw cannotConnect(error, settings, toDatabaseError(error));
  }
  return connection;
}

/** Values are written and read in UTC, whatever the server's zone. */
async function setUp(
  client: Pg.ClientBase,
  { statementTimeout, lockTimeout, durability }: DatabaseSettings,
): Promise<void> {
  const commit = durability === "relaxed" ? "; set synchronous_commit = off" : "";
  // A connection that breaks while no statement runs is replaced when somebody needs one.
  client.on("error", () => undefined);
  await client.query(
    `set time zone 'UTC'; set datestyle = 'ISO'; set statement_timeout = ${statementTimeout}; set lock_timeout = ${lockTimeout}${commit}`,
  );
}

class PostgresConnection implements Connection {
  readonly driver: Driver;
  readonly #pool: Pg.Pool;
  readonly #slots: PoolSlots;
  readonly #settings: DatabaseSettings;
  readonly #names = new WeakMap<Statement, string>();
  #prepared = 0;

  constructor(pool: Pg.Pool, settings: DatabaseSettings) {
    this.#pool = pool;
    this.#settings = settings;
    this.#slots = new PoolSlots(settings.pool);
    this.driver = withSlots(new PostgresDriver({ pool }), this.#slots);
    // One that breaks while nobody uses it is replaced when somebody needs one.
    pool.on("error", () => undefined);
  }

  rows(statement: Statement, parameters: readonly unknown[]): Promise<readonly Row[]> {
    return this.#use((client) => this.#run(client, statement, parameters));
  }

  transaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return inTransaction<Pg.PoolClient, T>(
      {
        use: (transaction) => this.#use(transaction),
        query: async (client, text) => {
          const { command } = await this.#send(client, { text, rowMode: "array" });
          // PostgreSQL answers so, and without an error, where a statement before had failed and somebody kept that quiet.
          if (text === "commit" && command === "ROLLBACK")
            throw new DatabaseError(
              "unknown",
              "A statement of the transaction had failed, so nothing of it was written.",
            );
        },
      },
      "begin",
      (client) =>
        work({
          rows: (statement, parameters) => this.#run(client, statement, parameters),
          queryConnection: () => queryConnection(client),
        }),
    );
  }

  /** The first statement: it waits for a connection as long as one may take. @throws {DatabaseError} if the server is too old. */
  async checkVersion(): Promise<void> {
    const text = "select current_setting('server_version_num')";
    const [row] = await this.#use(
      (client) => this.#query(client, { text, rowMode: "array" }),
      this.#settings.connectTimeout,
    );
    checkPostgresVersion(Number(row?.[0]));
  }

  async #use<T>(work: (client: Pg.PoolClient) => Promise<T>, waitTimeout?: number): Promise<T> {
    const client = await this.#acquire(waitTimeout);
    let isBroken = false;
    try {
      return await work(client);
    } catch (error) {
      isBroken = !(error instanceof DatabaseError) || error.endsConnection;
      throw error;
    } finally {
      client.release(isBroken);
      this.#slots.release();
    }
  }

  /** @throws {DatabaseError} */
  #acquire(waitTimeout?: number): Promise<Pg.PoolClient> {
    const giveBack = (late: Pg.PoolClient) => {
      late.release();
    };
    return this.#slots.acquire(() => this.#connect(), giveBack, waitTimeout);
  }

  /** Whatever stops a connection from being made, it is one that cannot be had. @throws {DatabaseError} */
  async #connect(): Promise<Pg.PoolClient> {
    try {
      return await this.#pool.connect();
    } catch (error) {
      throw cannotConnect(error, this.#settings, toDatabaseError(error));
    }
  }

  #run(client: Pg.PoolClient, statement: Statement, parameters: readonly unknown[]): Promise<readonly Row[]> {
    const query: NamedQuery = { text: statement.sql, values: parameters as unknown[], rowMode: "array" };
    const name = this.#nameOf(statement);
    if (name !== undefined) query.name = name;
    return this.#query(client, query);
  }

  async #query(client: Pg.PoolClient, query: NamedQuery): Promise<readonly Row[]> {
    return (await this.#send(client, query)).rows;
  }

  async #send(client: Pg.PoolClient, query: NamedQuery): Promise<Pg.QueryArrayResult> {
    try {
      return await answerWithin(this.#settings.statementTimeout, client.query(query));
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

  poolFigures(): PoolFigures {
    const { totalCount, idleCount, waitingCount } = this.#pool;
    return { open: totalCount, idle: idleCount, waiting: waitingCount };
  }

  close(): Promise<void> {
    return this.#pool.end();
  }
}

/** What Kysely runs queries on, for this one connection of the pool's. */
async function queryConnection(client: Pg.PoolClient): Promise<DatabaseConnection> {
  const driver = new PostgresDriver({
    pool: { connect: () => Promise.resolve(client), end: () => Promise.resolve() },
  });
  await driver.init();
  return driver.acquireConnection();
}
