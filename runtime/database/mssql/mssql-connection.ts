import type { Driver } from "kysely";
import type Mssql from "mssql";
import type { DatabaseSettings, Field } from "../../model/model.js";
import type { PoolFigures } from "../../observe/metrics.js";
import { cannotConnect } from "../connect-error.js";
import { DatabaseError } from "../database-error.js";
import type { Connection, Row, Statement, Transaction } from "../dialect.js";
import { loadDriver } from "../load-driver.js";
import { PoolSlots, withSlots } from "../pool-slots.js";
import type { StoredColumn } from "../schema/stored-schema.js";
import { MssqlDriver, MssqlQueryConnection } from "./mssql-driver.js";
import { toDatabaseError } from "./mssql-errors.js";
import { parameterType } from "./mssql-parameters.js";
import { mssqlSettings } from "./mssql-settings.js";

type MssqlModule = typeof Mssql;

/** SQL Server 2014; Azure SQL, which is always the newest, calls itself so too (learn.microsoft.com/sql/t-sql/functions/serverproperty-transact-sql). */
const MIN_MAJOR = 12;

/** Opens a pool of connections, and another one to a replica if reads go there. @throws {DatabaseError} */
export async function openMssql(settings: DatabaseSettings): Promise<Connection> {
  const mssql = await loadDriver<MssqlModule>("mssql", "mssql");
  const pools: Mssql.ConnectionPool[] = [];
  try {
    const config = mssqlSettings(mssql, settings);
    pools.push(await connect(mssql, config));
    if (settings.readsFromReplica)
      pools.push(await connect(mssql, { ...config, options: { ...config.options, readOnlyIntent: true } }));
    return new MssqlConnection(mssql, pools, settings);
  } catch (error) {
    await Promise.all(pools.map((pool) => pool.close()));
    throw cannotConnect(error, settings, toDatabaseError(error));
  }
}

async function connect(mssql: MssqlModule, config: Mssql.config): Promise<Mssql.ConnectionPool> {
  const pool = new mssql.ConnectionPool(config);
  // A connection that breaks while nobody uses it is replaced when somebody needs one.
  pool.on("error", () => undefined);
  await pool.connect();
  const { recordset } = await pool
    .request()
    .query<{ version: string | null }>(
      "select cast(serverproperty('ProductVersion') as varchar(50)) as version",
    );
  const version = recordset[0]?.version ?? "";
  if (Number.parseInt(version, 10) < MIN_MAJOR) {
    await pool.close();
    throw new Error(`SQL Server 2014 (12) or later is needed, this one is ${version}`);
  }
  return pool;
}

class MssqlConnection implements Connection {
  readonly driver: Driver;
  readonly #mssql: MssqlModule;
  readonly #pools: readonly Mssql.ConnectionPool[];
  readonly #primary: Mssql.ConnectionPool;
  readonly #reads: Mssql.ConnectionPool;
  readonly #slots: PoolSlots;
  readonly #readSlots: PoolSlots;
  readonly #lockTimeout: number;
  #columns: ReadonlyMap<Field, StoredColumn> = new Map();

  constructor(mssql: MssqlModule, pools: readonly Mssql.ConnectionPool[], settings: DatabaseSettings) {
    const [primary, reads = primary] = pools;
    if (primary === undefined || reads === undefined) throw new Error("A connection needs a pool.");
    this.#mssql = mssql;
    this.#pools = pools;
    this.#primary = primary;
    this.#reads = reads;
    this.#slots = new PoolSlots(settings.pool);
    this.#readSlots = reads === primary ? this.#slots : new PoolSlots(settings.pool);
    this.#lockTimeout = settings.lockTimeout;
    this.driver = withSlots(new MssqlDriver(mssql, primary), this.#slots);
  }

  describe(columns: ReadonlyMap<Field, StoredColumn>): void {
    this.#columns = columns;
  }

  rows(statement: Statement, parameters: readonly unknown[]): Promise<readonly Row[]> {
    const [pool, slots] = statement.isWrite ? [this.#primary, this.#slots] : [this.#reads, this.#readSlots];
    return inSlot(slots, () => this.#run(pool.request(), statement, parameters));
  }

  transaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return inSlot(this.#slots, () => this.#transaction(work));
  }

  async #transaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    const transaction = new this.#mssql.Transaction(this.#primary);
    await transaction.begin().catch(throwDatabaseError);
    let result: T;
    try {
      result = await work({
        rows: (statement, parameters) => this.#run(transaction.request(), statement, parameters),
        queryConnection: () => new MssqlQueryConnection(this.#mssql, this.#primary, transaction),
      });
    } catch (error) {
      // An error may have ended it already, and the server undoes it for a connection that is gone.
      await transaction.rollback().catch(() => undefined);
      throw error instanceof DatabaseError && error.outcome === "unknown"
        ? error.withOutcome("undone")
        : error;
    }
    await transaction.commit().catch(throwDatabaseError);
    return result;
  }

  poolFigures(): PoolFigures {
    const sum = (figure: "size" | "available" | "pending") =>
      this.#pools.reduce((total, pool) => total + pool[figure], 0);
    return { open: sum("size"), idle: sum("available"), waiting: sum("pending") };
  }

  async close(): Promise<void> {
    await Promise.all(this.#pools.map((pool) => pool.close()));
  }

  async #run(
    request: Mssql.Request,
    { sql, fields, isWrite }: Statement,
    parameters: readonly unknown[],
  ): Promise<readonly Row[]> {
    (request as Mssql.Request & { arrayRowMode: boolean }).arrayRowMode = true;
    for (const [index, value] of parameters.entries()) {
      const field = fields[index];
      const column = field === undefined ? undefined : this.#columns.get(field);
      request.input(String(index + 1), parameterType(this.#mssql, field, column, value), value);
    }
    // It holds for this batch only (learn.microsoft.com/sql/t-sql/statements/set-statements-transact-sql#remarks).
    const text = isWrite ? `set lock_timeout ${this.#lockTimeout}; ${sql}` : sql;
    try {
      const { recordsets } = await request.query(text);
      const [rows] = recordsets as unknown as readonly (readonly Row[])[];
      return rows ?? [];
    } catch (error) {
      throw toDatabaseError(error);
    }
  }
}

/** The driver takes a connection for each request and each transaction: there is one. @throws {DatabaseError} */
async function inSlot<T>(slots: PoolSlots, work: () => Promise<T>): Promise<T> {
  await slots.take();
  try {
    return await work();
  } finally {
    slots.release();
  }
}

function throwDatabaseError(error: unknown): never {
  throw toDatabaseError(error);
}
