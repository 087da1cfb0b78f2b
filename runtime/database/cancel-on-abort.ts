import { ApiError } from "../errors/api-error.js";
import type { DatabaseSession } from "./database-session.js";

/**
 * Runs `work` in a transaction, and cancels its running statement after `signal`.
 * @throws {ApiError} if `signal` comes before `work` begins.
 * @throws {DatabaseError} if it is unknown whether the statement is cancelled, which must end the transaction.
 */
export async function cancelOnAbort<T>(
  session: Pick<DatabaseSession, "cancel">,
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T> {
  if (signal.aborted) throw new ApiError("request-timeout", "The client has gone away.");
  let cancelling: Promise<void> | undefined;
  const cancel = () => {
    cancelling = session.cancel();
    // Not unhandled: it is awaited at the end.
    cancelling.catch(() => undefined);
  };
  signal.addEventListener("abort", cancel);
  try {
    return await work();
  } finally {
    signal.removeEventListener("abort", cancel);
    // The connection cannot be used by others before.
    await cancelling;
  }
}
