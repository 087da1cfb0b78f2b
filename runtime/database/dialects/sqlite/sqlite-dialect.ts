import { existsSync } from "node:fs";
import { SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from "kysely";
import { sql } from "kysely";
import type { Dialect } from "../../dialect.js";
import { dialectColumns } from "../dialect-columns.js";
import { standardSavepoints } from "../../wire/savepoints.js";
import { isolationLevels } from "../../wire/isolation-level.js";
import { sqliteAggregates } from "./sqlite-aggregates.js";
import { FOLD_CASE } from "./sqlite-columns.js";
import { sqliteFound } from "./sqlite-found.js";
import { returningSyntax } from "../../sql/writes/write-syntax.js";
import { toDatabaseError } from "./connection/sqlite-errors.js";
import { sqlitePackage } from "./connection/sqlite-package.js";
import { sqliteJson } from "./sqlite-json.js";
import { sqliteLargeKeys } from "./schema/sqlite-large-keys.js";
import { sqliteSchema } from "./schema/sqlite-schema.js";
import { sqliteSkipping } from "./sqlite-skipping.js";
import { parseSqliteUrl } from "./connection/sqlite-url.js";

export const sqlite: Dialect = {
  name: "sqlite",
  system: "sqlite",
  largeKeys: sqliteLargeKeys,
  packages: sqlitePackage(),
  createAdapter: () => new SqliteAdapter(),
  createQueryCompiler: () => new SqliteQueryCompiler(),
  createIntrospector: (db) => new SqliteIntrospector(db),
  ...dialectColumns.sqlite,
  contains: (text, part) => sql`instr(${text}, ${part}) > 0`,
  startsWith: (text, part) => sql`instr(${text}, ${part}) = 1`,
  // As bytes: the length of a text ends at U+0000 (sqlite.org/nulinstr.html).
  endsWith: (text, part) => {
    const [bytes, end] = [sql`cast(${text} as blob)`, sql`cast(${part} as blob)`];
    // A part of no bytes is null.
    return sql`coalesce(substr(${bytes}, length(${bytes}) - length(${end}) + 1), ${bytes}) = ${end}`;
  },
  folded: (text) => sql`${sql.raw(FOLD_CASE)}(${text})`,
  json: sqliteJson,
  limited: (take, skip) => sql`limit ${take} offset ${skip}`,
  writesLimits: "always",
  // A subquery has no collation (sqlite.org/datatype3.html#assigning_collating_sequences_from_sql).
  asSubquery: (column) => sql`${column} collate binary`,
  // A key that clients supply may be null (sqlite.org/lang_createtable.html#the_primary_key).
  keyMayBeNull: ({ isCreatable }) => isCreatable,
  findsFewFirst: true,
  joinsPagesByKeys: false,
  firstOfEach: { kind: "in" },
  // A write transaction locks the whole file.
  locked: ({ columns, table, where }) => sql`select ${columns} from ${table}${where}`,
  aggregates: sqliteAggregates,
  writes: {
    ...returningSyntax,
    countsRows: true,
    maxParameters: 32_766,
    runsEach: true,
    openNumber: (last, closed, least) => sql`max(${last}, ${closed} + 1, ${least})`,
    found: sqliteFound,
    skipping: { toSql: sqliteSkipping },
  },
  schema: sqliteSchema,
  loadMigrationTools: async () =>
    (await import("./migrations/sqlite-migration-tools.js")).sqliteMigrationTools,
  parseUrl: parseSqliteUrl,
  missing: ({ name }) =>
    existsSync(name)
      ? undefined
      : `There is no file "${name}": check the path. A database on a server is named by a URL, such as postgres://user:password@host/database.`,
  open: async (settings, isReadOnly) =>
    (await import("./connection/sqlite-connection.js")).openSqlite(settings, isReadOnly),
  // Transactions run one after the other, which is stricter than every isolation level.
  isolationLevels,
  savepoints: standardSavepoints,
  toDatabaseError,
};
