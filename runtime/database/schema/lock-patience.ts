import { DatabaseError } from "../wire/database-error.js";

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
