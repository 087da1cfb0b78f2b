import type { Socket } from "node:net";
import type Mssql from "mssql";
import type { DatabaseSettings, Field } from "../../../../model/model.js";
import { cannotConnect } from "../../../wire/connect-error.js";
import { DatabaseError } from "../../../wire/database-error.js";
import type { StoredType } from "../../../sql/stored-type.js";
import type { Connection, Row } from "../../../wire/connection.js";
import type { Statement } from "../../../sql/statement.js";
import type { OperatorWarning } from "../../../../observe/operator-warning.js";
import { loadDriver } from "../../../wire/load-driver.js";
import { pooledConnection, type DriverPool } from "../../../wire/pooled-connection.js";
import type { WireConnection } from "../../../wire/statement-watch.js";
import { MssqlDriver, MssqlQueryConnection } from "./mssql-driver.js";
import type { MssqlModule } from "../mssql-columns.js";
import { isSavepoint, KEEP_TRANSACTION } from "./mssql-savepoints.js";
import { beginTransaction, endTransaction, hasEnded, undoneByErrors } from "./mssql-transaction.js";
import { isConnectionError, toDatabaseError } from "./mssql-errors.js";
import { mssqlPackages } from "./mssql-packages.js";
import { parameterType } from "./mssql-parameters.js";
import { keepResults } from "./mssql-results.js";
import { mssqlSettings } from "./mssql-settings.js";

/**
 * SQL Server 2014. Azure SQL, which is always current, reports 12 too
 * (learn.microsoft.com/sql/t-sql/functions/serverproperty-transact-sql).
 */
const MIN_MAJOR = 12;

/**
 * Opens a pool of connections.
 * @param isReadIntent Whether a listener should connect to a readable replica.
 * @throws {DatabaseError}
 */
export async function openMssql(
  settings: DatabaseSettings,
  { isReadIntent = false }: { readonly isReadIntent?: boolean } = {},
): Promise<Connection> {
  const mssql = await loadDriver<MssqlModule>("mssql", "mssql", mssqlPackages());
  try {
    const all = mssqlSettings(mssql, settings, isReadIntent);
    const wires = new Set<WireConnection>();
    const beforeConnect = (opened: Mssql.Connection) => addWireConnection(opened, wires);
    const { pool, warnings } = await connect(mssql, { ...all, beforeConnect });
    const ask = () => logIn(mssql, all, settings);
    const opened = pooledConnection({ ...mssqlPool(mssql, pool, settings), wires, ask }, settings);
    return isReadIntent ? opened : { ...opened, warnings };
  } catch (error) {
    throw cannotConnect(error, settings, toDatabaseError(error));
  }
}

async function connect(
  mssql: MssqlModule,
  config: Mssql.config,
): Promise<{ readonly pool: Mssql.ConnectionPool; readonly warnings: readonly OperatorWarning[] }> {
  const pool = new mssql.ConnectionPool(config);
  // The pool replaces an idle connection that breaks.
  pool.on("error", () => undefined);
  await pool.connect();
  const { recordset } = await pool.request().query<{ version: string | null; isSnapshot: unknown }>(
    `select cast(serverproperty('ProductVersion') as varchar(50)) as version,
      (select is_read_committed_snapshot_on from sys.databases where database_id = db_id()) as isSnapshot`,
  );
  const [{ version, isSnapshot } = { version: "", isSnapshot: null }] = recordset;
  if (Number.parseInt(version ?? "", 10) < MIN_MAJOR) {
    await pool.close();
    throw new Error(`SQL Server 2014 (12) or later is needed, this one is ${version}`);
  }
  return { pool, warnings: readWarnings(isSnapshot) };
}

/**
 * Warns if reads wait for writes
 * (learn.microsoft.com/sql/t-sql/statements/set-transaction-isolation-level-transact-sql#arguments).
 * @param isSnapshot What the catalog says; null if the login may not see it.
 */
export function readWarnings(isSnapshot: unknown): readonly OperatorWarning[] {
  if (isSnapshot !== false && isSnapshot !== 0) return [];
  const setting = "read_committed_snapshot";
  const message = `The database has ${setting} = off: a read waits for every write of the same rows, up to "statementTimeout". Switch it on (alter database … set ${setting} on).`;
  return [{ code: "reads-wait", message, members: { setting } }];
}

/** The driver takes a connection from the pool for each request, and for each transaction. */
type Requester = Mssql.ConnectionPool | Mssql.Transaction;

function mssqlPool(
  mssql: MssqlModule,
  pool: Mssql.ConnectionPool,
  settings: DatabaseSettings,
): Omit<DriverPool<Requester>, "wires" | "ask"> {
  let columns: ReadonlyMap<Field, StoredType> = new Map();
  /** The transactions that have set a savepoint. */
  const saved = new WeakSet<Requester>();

  /** The driver connects on demand, so a statement may fail because no connection can be made. */
  function throwFault(error: unknown): never {
    const fault = toDatabaseError(error);
    throw isConnectionError(error) ? cannotConnect(error, settings, fault) : fault;
  }

  function toRequest(
    requester: Requester,
    slots: Statement["slots"],
    parameters: readonly unknown[],
  ): Mssql.Request {
    const request = requester.request() as Mssql.Request & { arrayRowMode: boolean };
    request.arrayRowMode = true;
    for (const [index, value] of parameters.entries()) {
      const field = slots[index]?.field;
      const column = field === undefined ? undefined : columns.get(field);
      request.input(String(index + 1), parameterType(mssql, field, column, value), value);
    }
    return request;
  }

  /** The settings apply to this batch only (learn.microsoft.com/sql/t-sql/statements/set-statements-transact-sql#remarks). */
  function batchOf(requester: Requester, sql: string): string {
    return `set lock_timeout ${settings.lockTimeout}; ${saved.has(requester) ? KEEP_TRANSACTION : ""}${sql}`;
  }

  return {
    driver: new MssqlDriver(mssql, pool),
    connect: (statement) => Promise.resolve(statement === undefined ? new mssql.Transaction(pool) : pool),
    giveBack: async (requester, failure) => {
      // Only ending the transaction returns its connection. A failure of the rollback is ignored: the
      // original failure matters, and the transaction may have ended already.
      if (failure !== undefined && requester instanceof mssql.Transaction)
        await endTransaction(mssql, requester, "rollback").catch(() => undefined);
    },
    run: async (requester, { sql, slots, isWrite }, parameters) => {
      const request = toRequest(requester, slots, parameters);
      const text = isWrite && requester === pool ? undoneByErrors(sql) : sql;
      const { recordsets } = await request.query(batchOf(requester, text)).catch(throwFault);
      // A write selects what it returns at its end, after the results of a trigger that selects.
      return (recordsets as unknown as readonly (readonly Row[])[]).at(-1) ?? [];
    },
    results: async (requester, { sql, slots }, parameters, maxRows) => {
      const request = toRequest(requester, slots, parameters);
      return keepResults(request, batchOf(requester, sql), maxRows).catch(throwFault);
    },
    begin: (requester, isolation) =>
      beginTransaction(mssql, requester as Mssql.Transaction, isolation).catch(throwFault),
    query: async (requester, text) => {
      const transaction = requester as Mssql.Transaction;
      try {
        if (text === "commit" || text === "rollback") await endTransaction(mssql, transaction, text);
        else {
          await transaction.request().batch(text);
          if (isSavepoint(text)) saved.add(requester);
        }
      } catch (error) {
        if (!hasEnded(error)) throwFault(error);
        throw new DatabaseError(
          "unknown",
          "A statement of the transaction had failed, so nothing of it was written.",
          { cause: error },
        );
      }
    },
    queryConnection: (requester) =>
      new MssqlQueryConnection(mssql, pool, requester as Mssql.Transaction, saved.has(requester)),
    describe: (described) => {
      columns = described;
    },
    poolFigures: () => ({ open: pool.size, idle: pool.available, waiting: pool.pending }),
    close: () => pool.close(),
  };
}

/** Adds a connection of the driver while it is open. */
function addWireConnection(opened: Mssql.Connection, wires: Set<WireConnection>): void {
  const wire = {
    connection: opened,
    get socket() {
      return opened.socket as Socket;
    },
    get isWaiting() {
      return opened.request !== undefined;
    },
  };
  opened.once("connect", (error) => {
    if (error === undefined) wires.add(wire);
  });
  opened.once("end", () => wires.delete(wire));
}

/** Connects and disconnects. @throws {DatabaseError} */
async function logIn(mssql: typeof Mssql, config: Mssql.config, settings: DatabaseSettings): Promise<void> {
  // Opening a pool connects once, and disconnects.
  const pool = new mssql.ConnectionPool({ ...config, pool: { min: 0, max: 1 } });
  try {
    await pool.connect();
  } catch (error) {
    throw cannotConnect(error, settings, toDatabaseError(error));
  } finally {
    await pool.close();
  }
}
