import { DatabaseError } from "../database-error.js";

/** How long a start waits for another one that makes tables, in milliseconds: longer than anybody waits for a record. */
export const LOCK_PATIENCE = 60_000;

export function lockedTooLong(): DatabaseError {
  return new DatabaseError("timeout", "Another server is making the tables and does not come to an end.");
}
