import { DatabaseError } from "../../wire/database-error.js";

/** The oldest version that is tested, and that PostgreSQL itself supports. */
const OLDEST = 14;

/**
 * @param version The value of `server_version_num`: 150004 for 15.4.
 * @throws {DatabaseError} if the server is too old.
 */
export function checkPostgresVersion(version: number): void {
  const major = Math.floor(version / 10_000);
  if (major >= OLDEST) return;
  throw new DatabaseError(
    "connection",
    `PostgreSQL ${OLDEST} or later is needed, and the server is PostgreSQL ${Number.isNaN(major) ? "of an unknown version" : major}`,
  );
}
