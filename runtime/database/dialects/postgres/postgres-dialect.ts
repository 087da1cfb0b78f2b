import { PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql } from "kysely";
import { foldedLetters, keptLetter } from "../../../model/values/fold-case.js";
import { joinedToNeededCount } from "../../sql/counted-page.js";
import type { Dialect } from "../../dialect.js";
import { postgresFieldColumns } from "./postgres-column-of.js";
import type { Sql } from "../../sql/sql.js";
import { postgresAggregates } from "./postgres-aggregates.js";
import { workerReadiness } from "./connection/postgres-workers.js";
import { postgresDurabilityRisks } from "./connection/postgres-durability.js";
import { postgresLargeKeys } from "./postgres-large-keys.js";
import { toDatabaseError } from "./connection/postgres-errors.js";
import { postgresJson } from "./postgres-json.js";
import { toArray } from "./postgres-lists.js";
import { postgresReplication } from "./connection/postgres-replication.js";
import { postgresRoutines } from "./postgres-routines.js";
import { postgresSchema } from "./schema/postgres-schema.js";
import { postgresWrites } from "./postgres-writes.js";
import { dialectFacts } from "../../../model/settings/dialect-facts.js";
import { parseServerUrl, type DatabaseAddress } from "../../wire/database-address.js";

export const postgres: Dialect = {
  name: "postgres",
  system: "postgresql",
  packages: "pg",
  createAdapter: () => new PostgresAdapter(),
  createQueryCompiler: () => new PostgresQueryCompiler(),
  createIntrospector: (db) => new PostgresIntrospector(db),
  ...postgresFieldColumns,
  contains: (text, part) => sql`strpos(${text}, ${part}) > 0`,
  startsWith: (text, part) => sql`starts_with(${exact(text)}, ${part})`,
  endsWith: (text, part) => sql`right(${exact(text)}, length(${part})) = ${part}`,
  exact,
  folded: foldedInPostgres,
  oneOf: { toSql: (column, list) => sql`${column} = any(${list})`, toList: toArray },
  // A text extracted from JSON has no collation of its own.
  uncollated: (text) => sql`(to_jsonb(${text}) #>> '{}')`,
  json: postgresJson,
  limited: (take, skip) => sql`limit ${take} offset ${skip}`,
  // For an unknown limit it estimates a tenth of all rows, so every plan for a known limit looks better than the
  // cached one, and it plans again (postgresql.org/docs/current/sql-prepare.html#SQL-PREPARE-NOTES).
  writesLimits: "alone",
  sortedNulls: (value, isDescending) =>
    isDescending ? sql`${value} desc nulls last` : sql`${value} asc nulls first`,
  // Values are read as texts, which are sent back as they are.
  findsEveryValue: true,
  firstOfEach: { kind: "lateral", join: "cross join lateral", fence: "offset 0" },
  jsonRows: {
    toSql: (values, order) => sql`json_agg(json_build_array(${sql.join(values)}) order by ${order})::text`,
    // A function has at most 100 arguments (postgresql.org/docs/current/runtime-config-preset.html).
    mostValues: 100,
  },
  countedPage: joinedToNeededCount,
  locked: ({ columns, table, where }) => sql`select ${columns} from ${table}${where} for update`,
  aggregates: postgresAggregates,
  writes: postgresWrites,
  schema: postgresSchema,
  loadMigrationTools: async () =>
    (await import("./migrations/postgres-migration-tools.js")).postgresMigrationTools,
  parseUrl: parsePostgresUrl,
  open: async (settings) => (await import("./connection/postgres-connection.js")).openPostgres(settings),
  replication: postgresReplication,
  durabilityRisks: postgresDurabilityRisks,
  largeKeys: postgresLargeKeys,
  readiness: workerReadiness,
  isolationLevels: ["read committed", "repeatable read", "serializable"],
  snapshotLevel: () => "repeatable read",
  routines: postgresRoutines,
  readOnly: "set transaction read only",
  toDatabaseError,
};

/**
 * A text that is compared letter by letter. A `citext` would ignore case, and some collations do not support searching.
 */
function exact(text: Sql): Sql {
  return sql`(${text}::text collate "C")`;
}

/** Lower case by ICU, which does not depend on the database's collation. */
function foldedInPostgres(text: Sql): Sql {
  const { letter, standIn } = keptLetter;
  const { letters, foldings } = foldedLetters;
  const lower = sql`lower(translate(${text}::text, ${sql.lit(letter)}, ${sql.lit(standIn)}) collate "und-x-icu")`;
  return sql`(translate(${lower}, ${sql.lit(standIn + letters)}, ${sql.lit(letter + foldings)}) collate "C")`;
}

/** `postgres://user:password@host:5432/database?sslmode=require`. */
function parsePostgresUrl(url: string): DatabaseAddress | undefined {
  return parseServerUrl(url, dialectFacts.postgres.urlSchemes, {
    sslmode: {
      disable: { encrypt: false },
      require: { encrypt: true, trustServerCertificate: true },
      "verify-ca": { encrypt: true },
      "verify-full": { encrypt: true },
    },
  });
}
