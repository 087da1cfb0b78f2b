import { DatabaseError } from "../database-error.js";

/** The oldest that is tested, and that PostgreSQL itself still cares for. */
const OLDEST = 14;

/**
 * @param version As `server_version_num` has it: 150004 for 15.4.
 * @throws {DatabaseError} if it is too old.
 */
export function checkPostgresVersion(version: number): void {
  const major = Math.floor(version / 10_000);
  if (major >= OLDEST) return;
  throw new DatabaseError(
    "connection",
    `PostgreSQL ${OLDEST} or later is needed, and the server is PostgreSQL ${Number.isNaN(major) ? "of an unknown version" : major}`,
  );
}
