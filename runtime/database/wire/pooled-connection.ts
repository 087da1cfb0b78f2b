import type { DatabaseConnection, Driver } from "kysely";
import type { DatabaseSettings } from "../../model/model.js";
import type { Statement } from "../sql/statement.js";
import type { Connection, RunResults, Transaction } from "./connection.js";
import type { Awaitable } from "../../time/when-there.js";
import { DatabaseError } from "./database-error.js";
import type { IsolationLevel } from "./isolation-level.js";
import { inTransaction } from "./in-transaction.js";
import { PoolSlots, withSlots } from "./pool-slots.js";
import { SilentServer, type StatementPool } from "./silent-server.js";
import { StatementWatch, type WatchedPool } from "./statement-watch.js";

/** The operations of a driver's pool that differ between drivers. */
export interface DriverPool<C>
  extends Pick<Connection, "driver" | "describe" | "close">, StatementPool<C>, WatchedPool {
  /** Whether another request may go on with the connection of one whose work has succeeded. Absent if none may. */
  readonly canHandOver?: (connection: C) => boolean;
  /** Runs a call, and keeps at most `maxRows` rows of each result. @throws {DatabaseError} */
  readonly results: (connection: C, ...statement: Parameters<RunResults>) => ReturnType<RunResults>;
  /** Begins a transaction. @throws {DatabaseError} */
  readonly begin: (connection: C, isolation: IsolationLevel | undefined) => Promise<unknown>;
  /** Runs `commit`, `rollback` or the command of a savepoint. @throws {DatabaseError} */
  readonly query: (connection: C, text: string) => Promise<unknown>;
  /**
   * Cancels the running statement of a connection. Absent if the driver does not support it.
   * @throws {Error} if it is unknown whether the server cancels it, or will do so later.
   */
  readonly cancel?: (connection: C) => Promise<void>;
  /** The Kysely connection that runs queries on this connection. */
  readonly queryConnection: (connection: C) => Awaitable<DatabaseConnection>;
}

export interface PooledConnection<C> extends Connection {
  /**
   * Passes a connection to `work`, and takes it back afterwards.
   * @throws {DatabaseError} and whatever `work` throws.
   */
  readonly use: <T>(work: (connection: C) => Awaitable<T>, waitTimeout?: number) => Promise<T>;
}

/**
 * A connection backed by a pool. The queue, the time limits and the return of connections are the same for all drivers.
 */
export function pooledConnection<C extends object>(
  pool: DriverPool<C>,
  settings: DatabaseSettings,
): PooledConnection<C> {
  const slots = new PoolSlots<C>(settings.pool);
  /** The connections whose statement must end in time: not those that run the user's own queries. */
  const limited = new WeakSet<object>();
  const watch = new StatementWatch(
    {
      wires: pool.wires,
      ask: pool.ask,
      isInUse: () => slots.isInUse,
      isLimited: (connection) => limited.has(connection),
      onSilence: (fault) => server.giveUp(fault),
    },
    settings,
  );
  const watched = (connection: C) => {
    limited.add(connection);
    watch.start();
    return connection;
  };
  const run: typeof pool.run = (connection, ...statement) => pool.run(watched(connection), ...statement);
  const query: typeof pool.query = (connection, text) => pool.query(watched(connection), text);
  const giveBack: typeof pool.giveBack = (connection, failure) => {
    limited.delete(connection);
    return pool.giveBack(connection, failure);
  };
  let isClosed = false;
  const server = new SilentServer({ ...pool, run, giveBack }, settings.pool.max);
  const { describe, poolFigures, close, cancel } = pool;

  async function use<T>(
    work: (connection: C) => Awaitable<T>,
    statement?: Statement,
    waitTimeout?: number,
  ): Promise<T> {
    const connect = () => server.connect(() => pool.connect(statement));
    const connection = await slots.acquire(connect, (late) => pool.giveBack(late, undefined), waitTimeout);
    let failure: unknown;
    const begin = performance.now();
    try {
      const result = await work(watched(connection));
      server.noteAnswer();
      return result;
    } catch (error) {
      failure = error;
      // Some drivers connect with the first statement.
      if (error instanceof DatabaseError && error.outcome === "notSent") server.noteFailure(error, begin);
      throw error;
    } finally {
      const isHandedOver =
        failure === undefined &&
        !isClosed &&
        pool.canHandOver?.(connection) === true &&
        slots.handOver(connection);
      if (!isHandedOver) {
        await giveBack(connection, failure);
        slots.release();
      }
    }
  }

  return {
    driver: withSlots<Driver>(pool.driver, slots, {
      connect: (take) => {
        watch.start();
        return server.connect(take);
      },
    }),
    use: (work, waitTimeout) => use(work, undefined, waitTimeout),
    rows: (statement, parameters) =>
      use((connection) => pool.run(connection, statement, parameters), statement),
    transaction: <T>(work: (transaction: Transaction) => Promise<T>, isolation?: IsolationLevel) => {
      const begin = (connection: C) => pool.begin(connection, isolation);
      return inTransaction<C, T>({ use, begin, query }, (connection) =>
        work({
          rows: (...statement) => run(connection, ...statement),
          results: (...call) => pool.results(watched(connection), ...call),
          queryConnection: () => {
            limited.delete(connection);
            return pool.queryConnection(connection);
          },
          command: (text) => query(connection, text),
          ...(cancel !== undefined && { cancel: () => cancel(connection).catch(throwUnconfirmed) }),
        }),
      );
    },
    canCancel: cancel !== undefined,
    ...(describe !== undefined && { describe }),
    ...(poolFigures !== undefined && { poolFigures }),
    close: () => {
      isClosed = true;
      server.end();
      return close();
    },
  };
}

/** Whether a connection must be discarded after this failure. */
export function isBroken(failure: unknown): boolean {
  return failure !== undefined && (!(failure instanceof DatabaseError) || failure.endsConnection);
}

/** The server may still cancel a later statement, so the connection is closed. @throws {DatabaseError} */
function throwUnconfirmed(cause: unknown): never {
  throw new DatabaseError("connection", "The server did not confirm that it cancels a statement.", { cause });
}
