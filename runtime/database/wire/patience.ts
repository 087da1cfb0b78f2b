import { within } from "../../time/within.js";
import { DatabaseError } from "./database-error.js";

/** How long to wait beyond the server's own statement timeout, in milliseconds. */
export const GRACE = 1_000;

/**
 * Waits for the server's answer for a limited time, because a connection may be lost without notice.
 * @param statementTimeout In milliseconds. 0 for a statement that may run for any time.
 * @throws {DatabaseError}
 */
export function answerWithin<T>(statementTimeout: number, answer: Promise<T>): Promise<T> {
  if (statementTimeout === 0) return answer;
  const limit = statementTimeout + GRACE;
  const createError = () =>
    new DatabaseError("timeout", `The server did not answer within ${limit} ms.`, {
      isTransient: true,
      outcome: "unknown",
    });
  return within(limit, answer, createError);
}
