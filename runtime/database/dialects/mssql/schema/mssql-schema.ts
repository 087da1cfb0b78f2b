import { sql, type AnyKysely, type Sql } from "../../../sql/sql.js";
import { sameName, sameNames } from "../../../schema/stored/find-stored.js";
import { LOCK_PATIENCE, lockedTooLong } from "../../../schema/schema-lock.js";
import { isNullDefault, literalText } from "../../../schema/literal-text.js";
import {
  toForeignKeys,
  type ForeignKeyRow,
  toKeys,
  type PartRow,
  toTriggers,
} from "../../../schema/stored/part-rows.js";
import type { SchemaDialect } from "../../../schema/schema-dialect.js";
import { limitOf, valueChecks } from "../../../schema/checks/check-rules.js";
import type { StoredCheck, StoredColumn, StoredTable } from "../../../schema/stored/stored-schema.js";
import { mssqlAlter, mssqlDefault } from "./mssql-alter.js";
import { columnType, storedDeclaration, type DescribedType } from "../mssql-column-type.js";
import { MAX_MSSQL_NAME, renameObject } from "../mssql-names.js";
import { createIndex } from "../../standard-syntax.js";
import { mssqlEnums } from "./mssql-enums.js";
import { readCheck, readComments, readPartNames, readSynonyms, readTriggers } from "./mssql-parts.js";
import { mssqlMigrations } from "../migrations/mssql-migrations.js";

/** The results of `sp_getapplock` for a timeout, and for a lock that cannot be granted. */
const LOCK_TIMED_OUT = -1;
const LOCK_REFUSED = -999;

/** How long one request waits for the lock, in milliseconds. The request timeout is shorter than `LOCK_PATIENCE`. */
const LOCK_WAIT = 500;

/** Reads and changes tables by INFORMATION_SCHEMA and SQL Server's catalog views. */
export const mssqlSchema: SchemaDialect = {
  schemas: {
    readDefault: async (db) => {
      const { rows } = await sql<{ name: string }>`select schema_name() as name`.execute(db);
      return rows[0]?.name ?? "dbo";
    },
    create: (name) => [sql`create schema ${sql.id(name)}`],
  },
  maxNameLength: MAX_MSSQL_NAME,
  readTables,
  readComments,
  readChecks,
  readPartNames,
  // `len` leaves out blanks at the end, and counts UTF-16 code units.
  lengthFunctions: { characters: [], bytes: ["datalength"] },
  readCheck,
  alone: (db, work) =>
    db.transaction().execute(async (transaction) => {
      await lock(transaction);
      return work(transaction);
    }),
  columnType,
  identity: sql`identity(1, 1) primary key`,
  defaultValue: mssqlDefault,
  addColumn: (table, definition, field) => {
    const added = sql`alter table ${table} add ${definition}`;
    // For a nullable column, SQL Server does not give existing rows the default.
    const isFilled = field.isNullable && (field.default ?? null) !== null;
    return isFilled ? [added, sql`update ${table} set ${sql.id(field.column)} = default`] : [added];
  },
  alter: mssqlAlter,
  rename: {
    table: ({ schema, table }, to) => [renameObject([schema, table], to)],
    // A column in the condition of an index or a check cannot be renamed, because that is an enforced dependency (15336).
    column: ({ schema, table }, from, to, bound) => [
      ...bound.map(({ drop }) => drop),
      renameObject([schema, table, from], to, "COLUMN"),
      ...bound.map(({ create }) => create),
    ],
    index: ({ schema, table }, from, to) => [renameObject([schema, table, from], to, "INDEX")],
    foreignKey: ({ schema }, { name }, to) => [renameObject([schema, name], to)],
  },
  enums: mssqlEnums,
  // A unique index treats null as a value like any other, unless a filter excludes it.
  createIndex: (index) => {
    const isFiltered = index.kind === "unique" && index.isNullable;
    const created = createIndex(index);
    return isFiltered ? sql`${created} where ${sql.id(index.column)} is not null` : created;
  },
  migrations: mssqlMigrations,
};

/**
 * Takes the lock until the transaction ends
 * (learn.microsoft.com/sql/relational-databases/system-stored-procedures/sp-getapplock-transact-sql).
 */
async function lock(db: AnyKysely): Promise<void> {
  const begin = performance.now();
  while (performance.now() - begin < LOCK_PATIENCE) {
    const { rows } = await sql<{ result: number }>`
      declare @result int;
      exec @result = sp_getapplock @Resource = N'data-api', @LockMode = N'Exclusive', @LockOwner = N'Transaction', @LockTimeout = ${sql.lit(LOCK_WAIT)};
      select @result as result`.execute(db);
    const result = rows[0]?.result ?? LOCK_REFUSED;
    if (result >= 0) return;
    if (result !== LOCK_TIMED_OUT) break;
  }
  throw lockedTooLong();
}

interface TableRow {
  readonly schema: string;
  readonly table: string;
  readonly kind: "table" | "view" | "synonym";
  /** Null before SQL Server 2014. */
  readonly isInMemory: number | null;
}

interface ColumnRow extends PartRow, DescribedType {
  readonly isNullable: string;
  readonly default: string | null;
  readonly isIdentity: number | null;
  readonly isComputed: number | null;
  /** 0, or which value of a temporal or ledger table it is. Null before SQL Server 2016. */
  readonly generatedAlways: number | null;
  /** Which part of a graph table's keys it is. Null for other columns, and before SQL Server 2017. */
  readonly graphType: number | null;
  /** The way in which Always Encrypted encrypts it. Null for other columns, and before SQL Server 2016. */
  readonly encryption?: number | null;
}

interface MssqlIndexRow extends PartRow {
  readonly column: string;
  readonly isPrimary: boolean;
  readonly isUnique: boolean;
  readonly filter: string | null;
  readonly isIncluded: boolean;
  readonly isSpecial: number;
}

/** Reads the checks of all tables, or of those with one of these names. */
async function readChecks(
  db: AnyKysely,
  _schemas: readonly string[],
  names?: readonly string[],
): Promise<readonly (PartRow & StoredCheck)[]> {
  const { rows } = await sql<PartRow & StoredCheck>`
    select schema_name(t.schema_id) as "schema", t.name as "table", k.name as "name", k.definition as "clause"
    from sys.check_constraints k
    join sys.tables t on t.object_id = k.parent_object_id
    where k.is_disabled = 0 and ${isNamed(sql`t.name`, names)}`.execute(db);
  return rows;
}

/**
 * The names of INFORMATION_SCHEMA are in upper case, those of `sys` are not, and a database may be case-sensitive.
 *
 * Before SQL Server 2016, `sys.columns` has no `encryption_type`: the name then means the column of `older`, which is null.
 */
async function readTables(db: AnyKysely, names?: readonly string[]): Promise<readonly StoredTable[]> {
  const tables = await sql<TableRow>`
    select TABLE_SCHEMA as "schema", TABLE_NAME as "table", case when TABLE_TYPE = 'VIEW' then 'view' else 'table' end as "kind",
      objectproperty(object_id(quotename(TABLE_SCHEMA) + N'.' + quotename(TABLE_NAME)), 'TableIsMemoryOptimized') as "isInMemory"
    from INFORMATION_SCHEMA.TABLES where ${isNamed(sql`TABLE_NAME`, names)}
    and TABLE_SCHEMA not in ('sys', 'INFORMATION_SCHEMA', 'information_schema_tsql')
    union all
    select schema_name(schema_id), name, 'synonym', null from sys.objects
    where type = 'SN' and ${isNamed(sql`name`, names)}
    order by "schema", "table"`.execute(db);
  // Most databases have none, and need no statement more.
  const hasSynonyms = tables.rows.some(({ kind }) => kind === "synonym");
  const synonyms = hasSynonyms ? await readSynonyms(db, isNamed(sql`name`, names)) : [];
  const columns = await sql<ColumnRow>`
    select TABLE_SCHEMA as "schema", TABLE_NAME as "table", COLUMN_NAME as "name", DATA_TYPE as "type",
      CHARACTER_MAXIMUM_LENGTH as "length", NUMERIC_PRECISION as "precision", NUMERIC_SCALE as "scale",
      DATETIME_PRECISION as "fraction", COLLATION_NAME as "collation",
      IS_NULLABLE as "isNullable", COLUMN_DEFAULT as "default",
      columnproperty(object_id(quotename(TABLE_SCHEMA) + N'.' + quotename(TABLE_NAME)), COLUMN_NAME, 'IsIdentity') as "isIdentity",
      columnproperty(object_id(quotename(TABLE_SCHEMA) + N'.' + quotename(TABLE_NAME)), COLUMN_NAME, 'IsComputed') as "isComputed",
      columnproperty(object_id(quotename(TABLE_SCHEMA) + N'.' + quotename(TABLE_NAME)), COLUMN_NAME, 'GeneratedAlwaysType') as "generatedAlways",
      columnproperty(object_id(quotename(TABLE_SCHEMA) + N'.' + quotename(TABLE_NAME)), COLUMN_NAME, 'GraphType') as "graphType",
      k.encryption as "encryption"
    from INFORMATION_SCHEMA.COLUMNS
    cross join (select cast(null as int) as encryption_type) as older
    outer apply (select encryption_type as encryption from sys.columns
      where object_id = object_id(quotename(TABLE_SCHEMA) + N'.' + quotename(TABLE_NAME)) and name = COLUMN_NAME) as k
    where ${isNamed(sql`TABLE_NAME`, names)}
    order by TABLE_SCHEMA, TABLE_NAME, ORDINAL_POSITION`.execute(db);
  const indexes = await sql<MssqlIndexRow>`
    select schema_name(t.schema_id) as "schema", t.name as "table", i.name as "name", c.name as "column",
      i.is_primary_key as "isPrimary", i.is_unique as "isUnique", i.filter_definition as "filter",
      k.is_included_column as "isIncluded",
      case when k.is_descending_key = 1 or i.type <> 2 or i.is_unique_constraint = 1 or i.ignore_dup_key = 1
        then 1 else 0 end as "isSpecial"
    from sys.indexes i
    join sys.tables t on t.object_id = i.object_id
    join sys.index_columns k on k.object_id = i.object_id and k.index_id = i.index_id
    join sys.columns c on c.object_id = k.object_id and c.column_id = k.column_id
    where i.name is not null and ${isNamed(sql`t.name`, names)}
    order by t.name, i.name, k.key_ordinal`.execute(db);
  const foreignKeys = await sql<ForeignKeyRow>`
    select schema_name(t.schema_id) as "schema", t.name as "table", f.name as "name", c.name as "column",
      schema_name(r.schema_id) as "targetSchema", r.name as "targetTable", rc.name as "targetColumn"
    from sys.foreign_keys f
    join sys.foreign_key_columns k on k.constraint_object_id = f.object_id
    join sys.tables t on t.object_id = f.parent_object_id
    join sys.tables r on r.object_id = f.referenced_object_id
    join sys.columns c on c.object_id = k.parent_object_id and c.column_id = k.parent_column_id
    join sys.columns rc on rc.object_id = k.referenced_object_id and rc.column_id = k.referenced_column_id
    where ${isNamed(sql`t.name`, names)}
    order by t.name, f.name, k.constraint_column_id`.execute(db);
  const checks = await readChecks(db, [], names);
  const triggers = await readTriggers(db, isNamed(sql`t.name`, names));
  const described = tables.rows.filter(({ kind }) => kind !== "synonym");
  const stored = described.map(({ schema, table, kind, isInMemory }): StoredTable => {
    const isHere = (row: PartRow) => sameName(row.schema, schema) && sameName(row.table, table);
    const limits = valueChecks(checks.filter(isHere));
    return {
      schema,
      name: table,
      isView: kind === "view",
      ...(isInMemory === 1 && { takesNoLocks: true }),
      columns: columns.rows
        .filter((row) => isHere(row) && !INNER_GRAPH.has(row.graphType ?? 0))
        .map((row) => ({ ...toColumn(row), ...limitOf(row.name, limits) })),
      ...toKeys(
        indexes.rows
          .filter(isHere)
          .map((row) => ({ ...row, kind: row.isPrimary ? "primary" : row.isUnique ? "unique" : "ordinary" })),
        describeIndex,
      ),
      foreignKeys: toForeignKeys(foreignKeys.rows.filter(isHere)),
      triggers: toTriggers(triggers.filter(isHere)),
    };
  });
  return [...stored, ...synonyms];
}

function describeIndex(parts: readonly [MssqlIndexRow, ...MssqlIndexRow[]]) {
  const [{ filter }] = parts;
  const columnsOf = (isIncluded: boolean) =>
    parts.filter((part) => part.isIncluded === isIncluded).map(({ column }) => column);
  const conditionOn = [...(filter ?? "").matchAll(/\[((?:[^\]]|\]\])+)\]/g)].map(([, column = ""]) =>
    column.replaceAll("]]", "]"),
  );
  const columns = columnsOf(false);
  // An index that excludes only null does not count as partial.
  const isPartial = filter !== null && !(isNotNull(filter) && sameNames(columns.slice(0, 1), conditionOn));
  const included = columnsOf(true);
  const isSpecial = parts.some((part) => part.isSpecial === 1);
  return { columns, isPartial, conditionOn, included, isSpecial };
}

function isNotNull(filter: string): boolean {
  return /^\(\[(?:[^\]]|\]\])+\] IS NOT NULL\)$/i.test(filter);
}

function isNamed(name: Sql, names: readonly string[] | undefined): Sql {
  if (names === undefined) return sql`1 = 1`;
  return sql`lower(${name}) in (${sql.join(["", ...names.map((each) => each.toLowerCase())])})`;
}

/**
 * What the name of a type says alone: the fixed sizes of the money types
 * (learn.microsoft.com/sql/t-sql/data-types/money-and-smallmoney-transact-sql), and the zones of dates and times.
 */
const factsOfTypes: Readonly<Record<string, Pick<StoredColumn, "precision" | "scale" | "zone">>> = {
  money: { precision: 19, scale: 4 },
  smallmoney: { precision: 10, scale: 4 },
  datetime2: { zone: "none" },
  datetime: { zone: "none" },
  smalldatetime: { zone: "none" },
  datetimeoffset: { zone: "offset" },
};
/** `rowversion`, by its old name in the catalog: a number of 8 bytes that the database sets on each write. */
const ROW_VERSION = /^(?:timestamp|rowversion)$/;

/**
 * The columns of a graph table that no statement can select, and the id of its node or edge, which is computed from
 * them (learn.microsoft.com/sql/t-sql/functions/columnproperty-transact-sql, "GraphType").
 */
const INNER_GRAPH: ReadonlySet<number> = new Set([1, 3, 4, 6, 7]);
const NODE_OR_EDGE_ID = 2;

function toColumn(described: ColumnRow): StoredColumn {
  const { name, length, precision, scale, fraction, ...row } = described;
  const type = row.type.toLowerCase();
  const isDecimal = /^(?:decimal|numeric)$/.test(type);
  const isVersion = ROW_VERSION.test(type);
  const isGenerated = (row.generatedAlways ?? 0) > 0 || row.graphType === NODE_OR_EDGE_ID;
  const isComputed = Boolean(row.isComputed) || isVersion || isGenerated;
  const filled = row.default === null || isNullDefault(row.default) ? undefined : row.default;
  return {
    name,
    type,
    ...(length !== null && length > 0 && length <= 8_000 && { length }),
    ...(isVersion && { length: 8 }),
    ...(isDecimal && { precision: precision ?? 18, scale: scale ?? 0 }),
    ...(fraction !== null && { fraction }),
    ...factsOfTypes[type],
    declaration: storedDeclaration(described),
    isNullable: row.isNullable === "YES",
    default: filled,
    defaultText: literalText(filled),
    generated: row.isIdentity === 1 ? "identity" : isComputed ? "computed" : undefined,
    ...(row.isIdentity === 1 && { takesNoValue: true }),
    ...((row.encryption ?? null) !== null && { isEncrypted: true }),
  };
}
