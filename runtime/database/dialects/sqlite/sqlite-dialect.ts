import { existsSync } from "node:fs";
import { SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler, sql } from "kysely";
import type { Dialect } from "../../dialect.js";
import { sqliteFieldColumns } from "./sqlite-column-of.js";
import { isolationLevels } from "../../wire/isolation-level.js";
import { sqliteAggregates } from "./sqlite-aggregates.js";
import { FOLD_CASE } from "./sqlite-columns.js";
import {
  returningSyntax,
  type UpdateExistingSyntax,
  type NamedTable,
} from "../../sql/writes/write-syntax.js";
import { toDatabaseError } from "./connection/sqlite-errors.js";
import { sqlitePackage } from "./connection/sqlite-package.js";
import { sqliteJson } from "./sqlite-json.js";
import { sqliteSchema } from "./schema/sqlite-schema.js";
import type { FieldTypeName } from "../../../model/field-type.js";
import type { Sql, AnyKysely } from "../../sql/sql.js";
import type { DatabaseAddress } from "../../wire/database-address.js";
import { MAX_INT, type LargeKey } from "../../large-keys.js";

const integers = new Set(["integer", "int", "bigint", "mediumint", "smallint", "tinyint"]);

/** The columns that store these values unchanged. Columns of other types convert texts that look like numbers. */
const exact: Partial<Record<FieldTypeName, ReadonlySet<string>>> = {
  string: new Set(["text", "varchar", "nvarchar", "char", "nchar", "clob"]),
  int: integers,
  bigint: integers,
  uuid: new Set(["uuid_text"]),
};

/** How SQLite finds records by their values. */
const sqliteFound: UpdateExistingSyntax = {
  identifies: ({ type }, storedType) => exact[type]?.has(storedType) === true,
  // The column may ignore case.
  isSame: (column, value, { type }) =>
    type === "string" || type === "uuid" ? sql`${column} = ${value} collate binary` : undefined,
};

export const sqlite: Dialect = {
  name: "sqlite",
  system: "sqlite",
  largeKeys: sqliteLargeKeys,
  packages: sqlitePackage(),
  createAdapter: () => new SqliteAdapter(),
  createQueryCompiler: () => new SqliteQueryCompiler(),
  createIntrospector: (db) => new SqliteIntrospector(db),
  ...sqliteFieldColumns,
  contains: (text, part) => sql`instr(${text}, ${part}) > 0`,
  startsWith: (text, part) => sql`instr(${text}, ${part}) = 1`,
  // As bytes: the length of a text ends at U+0000 (sqlite.org/nulinstr.html).
  endsWith: (text, part) => {
    const [bytes, end] = [sql`cast(${text} as blob)`, sql`cast(${part} as blob)`];
    // A part of no bytes is null.
    return sql`coalesce(substr(${bytes}, length(${bytes}) - length(${end}) + 1), ${bytes}) = ${end}`;
  },
  exact: (value) => sql`${value} collate binary`,
  folded: (text) => sql`${sql.raw(FOLD_CASE)}(${text})`,
  json: sqliteJson,
  limited: (take, skip) => sql`limit ${take} offset ${skip}`,
  writesLimits: "always",
  // sqlite.org/datatype3.html#collation, and for foreign keys sqlite.org/foreignkeys.html#fk_indexes.
  comparesByLeft: true,
  // A subquery has no collation (sqlite.org/datatype3.html#assigning_collating_sequences_from_sql).
  asSubquery: (column) => sql`${column} collate binary`,
  // A key that clients supply may be null (sqlite.org/lang_createtable.html#the_primary_key).
  keyMayBeNull: ({ isCreatable }) => isCreatable,
  findsFewFirst: true,
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
  toDatabaseError,
};

/**
 * A trigger skips a row by `raise(ignore)` (sqlite.org/lang_createtrigger.html#raise), and a constraint by `on conflict
 * ignore`. For a view, `returning` gives the rows that its triggers could have written
 * (sqlite.org/lang_returning.html#limitations_and_caveats).
 */
function sqliteSkipping({ table }: NamedTable): Sql {
  const own = sql`select 1 from sqlite_master where tbl_name = ${sql.lit(table)} collate nocase`;
  const isView = sql`exists (${own} and type = 'view')`;
  const maySkip = sql`exists (${own} and (type = 'trigger' or sql like '%conflict%'))`;
  return sql`select case when ${isView} then 'hidden' when ${maySkip} then 'shown' else 'never' end`;
}

/** Parses `sqlite:blog.db`, `file:///var/blog.db`, or a plain path. */
function parseSqliteUrl(url: string): DatabaseAddress | undefined {
  const [, path] = /^(?:sqlite|sqlite3|file):(?:\/\/)?(.+)$/is.exec(url) ?? [];
  if (path !== undefined) return { name: path };
  // A single letter and a colon are a drive.
  return url === "" || /^[a-z][a-z0-9+.-]+:/i.test(url) ? undefined : { name: url };
}

/** The tables whose generated keys have reached the largest `int`. */
async function sqliteLargeKeys(db: AnyKysely): Promise<readonly LargeKey[]> {
  // SQLite creates this table together with the first table that counts up.
  const { rows: tables } = await sql`select 1 from sqlite_master where name = 'sqlite_sequence'`.execute(db);
  if (tables.length === 0) return [];
  const { rows } = await sql<LargeKey>`
    select name as "table", cast(seq + 1 as text) as next from sqlite_sequence where seq >= ${MAX_INT}`.execute(
    db,
  );
  return rows;
}
