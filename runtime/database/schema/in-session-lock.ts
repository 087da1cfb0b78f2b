import type { AnyKysely, Sql } from "../sql/sql.js";
import { MIGRATION_PATIENCE } from "./lock-patience.js";
import { pollLock } from "./poll-lock.js";

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
