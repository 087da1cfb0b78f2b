import type { DatabaseConnection, Driver } from "kysely";
import type { PoolSettings } from "../../model/model.js";
import type { Statement } from "../sql/statement.js";
import type { Connection, RunResults, RunRows, Transaction } from "./connection.js";
import type { Awaitable } from "../../time/when-there.js";
import { DatabaseError } from "./database-error.js";
import type { IsolationLevel } from "./isolation-level.js";
import { inTransaction } from "./in-transaction.js";
import { PoolSlots, withSlots } from "./pool-slots.js";

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
  /** The Kysely connection that runs queries on this connection. */
  readonly queryConnection: (connection: C) => Awaitable<DatabaseConnection>;
  /** Whether reads have a separate pool with as many slots. */
  readonly hasReplica?: boolean;
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
  const readSlots = pool.hasReplica === true ? new PoolSlots(limits) : slots;
  const { describe, poolFigures, close } = pool;

  async function use<T>(
    work: (connection: C) => Awaitable<T>,
    statement?: Statement,
    waitTimeout?: number,
  ): Promise<T> {
    const lane = statement?.isWrite === false ? readSlots : slots;
    const connect = () => pool.connect(statement);
    const connection = await lane.acquire(connect, (late) => pool.giveBack(late, undefined), waitTimeout);
    let failure: unknown;
    try {
      return await work(connection);
    } catch (error) {
      failure = error;
      throw error;
    } finally {
      await pool.giveBack(connection, failure);
      lane.release();
    }
  }

  return {
    driver: withSlots<Driver>(pool.driver, slots),
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
        }),
      );
    },
    ...(describe !== undefined && { describe }),
    ...(poolFigures !== undefined && { poolFigures }),
    close,
  };
}

/** Whether a connection must be discarded after this failure. */
export function isBroken(failure: unknown): boolean {
  return failure !== undefined && (!(failure instanceof DatabaseError) || failure.endsConnection);
}
