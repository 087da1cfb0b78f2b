import { NotAllStored } from "../database/entity-writes.js";
import { DatabaseError, type FaultKind } from "../database/wire/database-error.js";
import { ApiError } from "../errors/api-error.js";

/**
 * Ends a transaction in which records of a list were written together, so that the record at fault is not known. It is
 * run again, one record after the other.
 */
export class FailedTogether extends Error {
  override readonly name = "FailedTogether";

  constructor(cause: unknown) {
    super("Records that were written together have failed.", { cause });
  }
}

/** Undoes the transaction of records that were written together: one of them is not there for the caller to write. */
export class NotAllThere extends Error {}

/** Whether the error is of one of several records that were written together, so that each has to be written alone. */
export function isOfRecord(error: unknown): boolean {
  if (error instanceof NotAllThere || error instanceof NotAllStored) return true;
  return error instanceof DatabaseError && !isOfNoRecord(error);
}

/** Kinds of faults that each record would meet alone too. */
const ofNoRecord: ReadonlySet<FaultKind> = new Set([
  "timeout",
  "connection",
  "deadlock",
  "missing",
  "tooLarge",
]);

/** Whether the error, or its cause, is of the connection, the database or the transaction, whatever the record is. */
export function isOfNoRecord(error: unknown): boolean {
  const fault = error instanceof ApiError ? error.cause : error;
  if (!(fault instanceof DatabaseError)) return false;
  return fault.isTransient || fault.outcome === "unknown" || ofNoRecord.has(fault.kind);
}
