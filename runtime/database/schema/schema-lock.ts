import { DatabaseError } from "../wire/database-error.js";
import { setTimeout as sleep } from "node:timers/promises";
import type { AnyKysely, Sql } from "../sql/sql.js";

/**
 * How long a starting server waits for another that is changing tables, in milliseconds. Longer than any
 * request waits for a record.
 */
export const LOCK_PATIENCE = 60_000;

export function lockedTooLong(): DatabaseError {
  return new DatabaseError("timeout", "Another server is changing the tables and has not finished.");
}

/**
 * The same for a server that applies migrations: an index on many rows takes long, and a server that gave up would
 * only be restarted to wait again.
 */
export const MIGRATION_PATIENCE = 3_600_000;

/** The interval between attempts, in milliseconds. */
const POLL = 50;

/**
 * Tries to take a lock until it succeeds. It polls, because other statements would wait for a waiting one, for
 * example PostgreSQL's `create index concurrently`.
 * @param patience How long, in milliseconds.
 * @param onWait Called once if the lock is not free.
 * @throws {DatabaseError} if the lock does not become free.
 */
export async function pollLock(
  tryLock: () => Promise<boolean>,
  patience: number,
  onWait: () => void = () => undefined,
): Promise<void> {
  const begin = performance.now();
  if (await tryLock()) return;
  onWait();
  while (performance.now() - begin < patience) {
    await sleep(POLL);
    if (await tryLock()) return;
  }
  throw lockedTooLong();
}

/** A lock of a connection, and not of a transaction. */
export interface SessionLock {
  /** Whether the connection has taken the lock. It does not wait. */
  readonly tryLock: (connection: AnyKysely) => Promise<boolean>;
  readonly unlock: Sql;
}

/** Runs `work` on one connection with this lock. See `ApplyingSyntax.exclusively`. */
export function inSessionLock<T>(
  { tryLock, unlock }: SessionLock,
  db: AnyKysely,
  work: (connection: AnyKysely) => Promise<T>,
  onWait: () => void,
): Promise<T> {
  return db.connection().execute(async (connection) => {
    await pollLock(() => tryLock(connection), MIGRATION_PATIENCE, onWait);
    try {
      return await work(connection);
    } finally {
      // A connection that is lost has lost its lock too.
      await unlock.execute(connection).catch(() => undefined);
    }
  });
}
