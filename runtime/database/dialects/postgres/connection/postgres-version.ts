import { DatabaseError } from "../../../wire/database-error.js";

/** The oldest version that is tested, and that PostgreSQL itself supports. */
const OLDEST = 14;

/**
 * @param version The value of `server_version_num`: 150004 for 15.4.
 * @param words The result of `version()`: `PostgreSQL 15.4 on …`, `CockroachDB CCL v24.1 …`.
 * @throws {DatabaseError} if the server is too old, or an engine that is not supported.
 */
export function checkPostgresVersion(version: number, words: string): void {
  // CockroachDB stores every integer with 64 bits, and its advisory locks do nothing.
  const isCockroach = words.startsWith("CockroachDB");
  const major = Math.floor(version / 10_000);
  if (!isCockroach && major >= OLDEST) return;
  const server = isCockroach
    ? "CockroachDB, which is not supported"
    : `PostgreSQL ${Number.isNaN(major) ? "of an unknown version" : major}`;
  throw new DatabaseError(
    "connection",
    `PostgreSQL ${OLDEST} or later is needed, and the server is ${server}`,
  );
}
