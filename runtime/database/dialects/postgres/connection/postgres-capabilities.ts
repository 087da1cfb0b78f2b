import type { DatabaseSettings } from "../../../../model/model.js";
import type { Capability } from "../../../wire/capabilities.js";
import { DatabaseError } from "../../../wire/database-error.js";

/** Features of PostgreSQL that other engines with its protocol may lack. */
export function postgresCapabilities({ schema }: Pick<DatabaseSettings, "schema">): readonly Capability[] {
  return [
    {
      name: "JSON of rows (json_agg, lateral)",
      probe:
        "(select json_agg(json_build_array(l.a) order by l.a) is not null from (values (1)) t(a) cross join lateral (select t.a offset 0) l)",
    },
    {
      // YugabyteDB has a setting for how it runs `read committed`; other engines do not.
      name: "the isolation level READ COMMITTED (yb_enable_read_committed_isolation)",
      probe:
        "coalesce(current_setting('yb_effective_transaction_isolation_level', true), 'read committed') = 'read committed'",
      neededBy: "more writes of the same record at the same time, with 503, would",
    },
    ...(schema === "off"
      ? []
      : [
          {
            name: "the catalogs of PostgreSQL",
            probe:
              "(select count(format_type(atttypid, atttypmod)) >= 0 from pg_catalog.pg_attribute where attnum = 1 and attrelid = 'pg_catalog.pg_class'::regclass)",
          },
        ]),
    // A server that only compares tables needs no lock.
    ...(schema !== "create"
      ? []
      : [{ name: "advisory locks", probe: "pg_try_advisory_xact_lock(0) is not null" }]),
  ];
}

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
