import { within } from "../../time/within.js";
import { DatabaseError } from "./database-error.js";

/** How long to wait beyond the server's own statement timeout, in milliseconds. */
export const GRACE = 1_000;

/**
 * Waits for the server's answer for a limited time, because a connection may be lost without notice. For a connection
 * that is being set up: the statements of all others have a `StatementWatch`, which needs no timer for each.
 * @param statementTimeout In milliseconds. 0 for a statement that may run for any time.
 * @throws {DatabaseError}
 */
export function answerWithin<T>(statementTimeout: number, answer: Promise<T>): Promise<T> {
  if (statementTimeout === 0) return answer;
  return within(statementTimeout + GRACE, answer, () => tooLate(statementTimeout));
}

/** The error of a statement whose answer has not arrived in time. */
export function tooLate(statementTimeout: number): DatabaseError {
  return new DatabaseError("timeout", `The server did not answer within ${statementTimeout + GRACE} ms.`, {
    isTransient: true,
    outcome: "unknown",
  });
}
