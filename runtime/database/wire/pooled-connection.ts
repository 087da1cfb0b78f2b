import type { DatabaseConnection, Driver } from "kysely";
import type { PoolSettings } from "../../model/model.js";
import type { Statement } from "../sql/statement.js";
import type { Connection, RunResults, RunRows, Transaction } from "./connection.js";
import type { Awaitable } from "../../time/when-there.js";
import { DatabaseError } from "./database-error.js";
import type { IsolationLevel } from "./isolation-level.js";
import { inTransaction } from "./in-transaction.js";
import { PoolSlots, withSlots } from "./pool-slots.js";
import { SilentServer } from "./silent-server.js";

/** The operations of a driver's pool that differ between drivers. */
export interface DriverPool<C> extends Pick<Connection, "driver" | "describe" | "poolFigures" | "close"> {
  /** Takes a connection for a statement, or for a transaction if no statement is given. */
  readonly connect: (statement?: Statement) => Promise<C>;
  /** Returns a connection to the pool. `failure` is the error of its work, if any. */
  readonly giveBack: (connection: C, failure: unknown) => Awaitable<void>;
  /** Runs a statement. @throws {DatabaseError} */
  readonly run: (connection: C, ...statement: Parameters<RunRows>) => ReturnType<RunRows>;
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
 * A connection backed by a pool. The queue, the time limits and the return of connections are the same for
 * all drivers.
 */
export function pooledConnection<C>(pool: DriverPool<C>, limits: PoolSettings): PooledConnection<C> {
  const slots = new PoolSlots(limits);
  const server = new SilentServer(pool, limits.max);
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
      const result = await work(connection);
      server.noteAnswer();
      return result;
    } catch (error) {
      failure = error;
      // Some drivers connect with the first statement.
      if (isNotSent(error)) server.noteFailure(error, begin);
      throw error;
    } finally {
      await pool.giveBack(connection, failure);
      slots.release();
    }
  }

  return {
    driver: withSlots<Driver>(pool.driver, slots, server),
    use: (work, waitTimeout) => use(work, undefined, waitTimeout),
    rows: (statement, parameters) =>
      use((connection) => pool.run(connection, statement, parameters), statement),
    transaction: <T>(work: (transaction: Transaction) => Promise<T>, isolation?: IsolationLevel) => {
      const begin = (connection: C) => pool.begin(connection, isolation);
      return inTransaction<C, T>({ use, begin, query: pool.query }, (connection) =>
        work({
          rows: (statement, parameters) => pool.run(connection, statement, parameters),
          results: (...call) => pool.results(connection, ...call),
          queryConnection: () => pool.queryConnection(connection),
          command: (text) => pool.query(connection, text),
          ...(cancel !== undefined && { cancel: () => cancel(connection).catch(throwUnconfirmed) }),
        }),
      );
    },
    ...(describe !== undefined && { describe }),
    ...(poolFigures !== undefined && { poolFigures }),
    close: () => {
      server.end();
      return close();
    },
  };
}

function isNotSent(error: unknown): boolean {
  return error instanceof DatabaseError && error.outcome === "notSent";
}

/** Whether a connection must be discarded after this failure. */
export function isBroken(failure: unknown): boolean {
  return failure !== undefined && (!(failure instanceof DatabaseError) || failure.endsConnection);
}

/** The server may still cancel a later statement, so the connection is closed. @throws {DatabaseError} */
function throwUnconfirmed(cause: unknown): never {
  throw new DatabaseError("connection", "The server did not confirm that it cancels a statement.", { cause });
}
