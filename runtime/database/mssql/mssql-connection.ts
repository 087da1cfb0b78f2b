import type { Driver } from "kysely";
import type Mssql from "mssql";
import type { DatabaseSettings, Field } from "../../model/model.js";
import type { PoolFigures } from "../../observe/metrics.js";
import { cannotConnect } from "../connect-error.js";
import { DatabaseError } from "../database-error.js";
import type { Connection, Row, Statement, Transaction } from "../dialect.js";
import { inTransaction } from "../in-transaction.js";
import { loadDriver } from "../load-driver.js";
import { PoolSlots, withSlots } from "../pool-slots.js";
import type { StoredColumn } from "../schema/stored-schema.js";
import { MssqlDriver, MssqlQueryConnection } from "./mssql-driver.js";
import { endTransaction, hasEnded } from "./mssql-transaction.js";
import { isConnectionError, toDatabaseError } from "./mssql-errors.js";
import { mssqlPackages } from "./mssql-packages.js";
import { parameterType } from "./mssql-parameters.js";
import { mssqlSettings } from "./mssql-settings.js";

type MssqlModule = typeof Mssql;

/** SQL Server 2014; Azure SQL, which is always the newest, calls itself so too (learn.microsoft.com/sql/t-sql/functions/serverproperty-transact-sql). */
const MIN_MAJOR = 12;

/** Opens a pool of connections, and another one to a replica if reads go there. @throws {DatabaseError} */
export async function openMssql(settings: DatabaseSettings): Promise<Connection> {
  const mssql = await loadDriver<MssqlModule>("mssql", "mssql", mssqlPackages());
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
  readonly #settings: DatabaseSettings;
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
    this.#settings = settings;
    this.driver = withSlots(new MssqlDriver(mssql, primary), this.#slots);
  }

  describe(columns: ReadonlyMap<Field, StoredColumn>): void {
    this.#columns = columns;
  }

  rows(statement: Statement, parameters: readonly unknown[]): Promise<readonly Row[]> {
    const [pool, slots] = statement.isWrite ? [this.#primary, this.#slots] : [this.#reads, this.#readSlots];
    return this.#inSlot(slots, () => this.#run(pool.request(), statement, parameters));
  }

  transaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return inTransaction<Mssql.Transaction, T>(
      {
        use: (work) => this.#inSlot(this.#slots, () => this.#useTransaction(work)),
        query: (transaction, text) =>
          text === "begin" ? begin(transaction) : end(transaction, text === "commit" ? "commit" : "rollback"),
      },
      "begin",
      (transaction) =>
        work({
          rows: (statement, parameters) => this.#run(transaction.request(), statement, parameters),
          queryConnection: () => new MssqlQueryConnection(this.#mssql, this.#primary, transaction),
        }),
    );
  }

  /** The driver takes a connection for each request and each transaction: there is one. @throws {DatabaseError} */
  async #inSlot<T>(slots: PoolSlots, work: () => Promise<T>): Promise<T> {
    await slots.take();
    try {
      return await work();
    } catch (error) {
      // The driver makes connections when they are needed: whatever stops that, there is none.
      const isRefused = error instanceof DatabaseError && isConnectionError(error.cause);
      throw isRefused ? cannotConnect(error, this.#settings, error) : error;
    } finally {
      slots.release();
    }
  }

  async #useTransaction<T>(work: (transaction: Mssql.Transaction) => Promise<T>): Promise<T> {
    const transaction = new this.#mssql.Transaction(this.#primary);
    try {
      return await work(transaction);
    } catch (error) {
      // Only what ends it gives its connection back. What it fails with is what counts, and it may have ended already.
      await endTransaction(transaction, "rollback").catch(() => undefined);
      throw error;
    }
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
    { sql, fields }: Statement,
    parameters: readonly unknown[],
  ): Promise<readonly Row[]> {
    (request as Mssql.Request & { arrayRowMode: boolean }).arrayRowMode = true;
    for (const [index, value] of parameters.entries()) {
      const field = fields[index];
      const column = field === undefined ? undefined : this.#columns.get(field);
      request.input(String(index + 1), parameterType(this.#mssql, field, column, value), value);
    }
    // It holds for this batch only (learn.microsoft.com/sql/t-sql/statements/set-statements-transact-sql#remarks).
    const text = `set lock_timeout ${this.#settings.lockTimeout}; ${sql}`;
    try {
      const { recordsets } = await request.query(text);
      const [rows] = recordsets as unknown as readonly (readonly Row[])[];
      return rows ?? [];
    } catch (error) {
      throw toDatabaseError(error);
    }
  }
}

async function begin(transaction: Mssql.Transaction): Promise<void> {
  try {
    await transaction.begin();
  } catch (error) {
    throw toDatabaseError(error);
  }
}

async function end(transaction: Mssql.Transaction, how: "commit" | "rollback"): Promise<void> {
  try {
    await endTransaction(transaction, how);
  } catch (error) {
    if (hasEnded(error))
      throw new DatabaseError(
        "unknown",
        "A statement of the transaction had failed, so nothing of it was written.",
        { cause: error },
      );
    throw toDatabaseError(error);
  }
}
