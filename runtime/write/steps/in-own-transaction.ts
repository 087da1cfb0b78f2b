import type { DatabaseSession, OpenTransaction } from "../../database/database-session.js";

/**
 * Runs `work` in a transaction. In an open one, only the changes of `work` are rolled back if it throws, so that it can
 * be repeated.
 */
export function inOwnTransaction<T>(
  session: DatabaseSession,
  work: (transaction: OpenTransaction) => Promise<T>,
): Promise<T> {
  return "nested" in session ? (session as OpenTransaction).nested(work) : session.transaction(work);
}
