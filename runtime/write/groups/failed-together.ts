import { NotAllStored } from "../../database/entity-writes.js";
import { DatabaseError, type FaultKind } from "../../database/wire/database-error.js";
import { ApiError } from "../../errors/api-error.js";

/**
 * Ends a transaction in which records of a list were written together, so that the record at fault is unknown. The
 * transaction runs again, one record after the other. There is no savepoint, which would cost each request two round
 * trips.
 */
export class FailedTogether extends Error {
  override readonly name = "FailedTogether";

  constructor(cause: unknown) {
    super("Records that were written together have failed.", { cause });
  }
}

/** Rolls back records that were written together: the caller cannot write one of them. */
export class NotAllThere extends Error {}

/**
 * Whether one of several records that were written together caused the error, so that each has to be written alone.
 */
export function isOfRecord(error: unknown): boolean {
  if (error instanceof NotAllThere || error instanceof NotAllStored) return true;
  return error instanceof DatabaseError && !isOfNoRecord(error);
}

/** Kinds of faults that would affect each record alone too. */
const ofNoRecord: ReadonlySet<FaultKind> = new Set([
  "timeout",
  "connection",
  "deadlock",
  "missing",
  "tooLarge",
  "tooWide",
]);

/** Whether the error, or its cause, concerns the connection, the database or the transaction, and not a record. */
export function isOfNoRecord(error: unknown): boolean {
  const fault = error instanceof ApiError ? error.cause : error;
  if (!(fault instanceof DatabaseError)) return false;
  return fault.isTransient || fault.outcome === "unknown" || ofNoRecord.has(fault.kind);
}
