import type { Field, TableEntity } from "../../../../model/model.js";
import { enumCheck } from "../../../schema/checks/enum-check.js";
import { sql, type AnyKysely, type Sql } from "../../../sql/sql.js";
import type { SchemaDialect } from "../../../schema/schema-dialect.js";
import { groupRows } from "../../../../model/values/group-rows.js";
import { LOCK_PATIENCE, lockedTooLong } from "../../../schema/schema-lock.js";
import { tableName } from "../../../sql/table-name.js";
import { isNullDefault, literalText } from "../../../schema/literal-text.js";
import type {
  StoredColumn,
  StoredForeignKey,
  StoredIndex,
  StoredTable,
} from "../../../schema/stored/stored-schema.js";
import { toKeys, type IndexRow } from "../../../schema/stored/part-rows.js";
import { toHex } from "../../bytes-column.js";
import { createIndex, dropConstraint, standardRename } from "../../standard-syntax.js";
import { sqliteColumns } from "../sqlite-columns.js";
import { checksOf } from "./sqlite-checks.js";
import { limitOf, valueChecks, type ValueCheck } from "../../../schema/checks/check-rules.js";
import { isBusy, whenUnlocked } from "../connection/sqlite-patience.js";
import { meaningOfType } from "./sqlite-declared-type.js";
import { readCheck, readChecks, readPartNames, readTriggers } from "./sqlite-parts.js";
import { keepingDependents } from "./sqlite-dependents.js";
import { readValues } from "../sqlite-values.js";
import { sqliteMigrations } from "../migrations/sqlite-migrations.js";

/** The value of `hidden` for a hidden column of a virtual table. */
const HIDDEN = 1;

/** SQLite takes any number as a length, and heeds none: one that no field can have is no limit. */
function lengthOf(length: number): Pick<StoredColumn, "length"> {
  return length > 0 && length <= 1_000_000_000 ? { length } : {};
}

/** Reads and changes tables by SQLite's pragma functions (sqlite.org/pragma.html#pragfunc). */
export const sqliteSchema: SchemaDialect = {
  maxNameLength: 1000,
  readTables,
  readCheck,
  readChecks,
  readPartNames,
  lengthFunctions: { characters: ["length"], bytes: ["length", "octet_length"] },
  alone,
  keepingDependents,
  columnType: (field) => sqliteColumns[field.type].declaration(field),
  // The only type that SQLite can count up. It has 64 bits (sqlite.org/autoinc.html).
  identityType: "integer",
  identity: sql`primary key autoincrement`,
  defaultValue: (value) =>
    value instanceof Uint8Array
      ? sql`default ${sql.raw(`x'${toHex(value)}'`)}`
      : sql`default ${sql.lit(value)}`,
  // A rename also updates foreign keys, triggers and views that use the old name
  // (sqlite.org/lang_altertable.html).
  rename: {
    ...standardRename,
    index: (_, from, __, create) => [sql`drop index ${sql.id(from)}`, create],
    foreignKey: () => [],
  },
  enums: {
    nameKind: "ck",
    check: enumCheckOf,
    // Since SQLite 3.53 (sqlite.org/lang_altertable.html). Checks without a name cannot be dropped.
    change: (entity, field, { values, valuesIn }) => {
      const added = sql`alter table ${tableName(entity)} add ${enumCheckOf(entity, field)}`;
      if (values === undefined) return [added];
      return valuesIn === undefined ? undefined : [dropConstraint(entity, valuesIn.name), added];
    },
  },
  createIndex: (index) => createIndex(index, " if not exists"),
  readValues,
  migrations: sqliteMigrations,
};

function enumCheckOf(entity: TableEntity, field: Field): Sql {
  return enumCheck(entity, field, {
    maxNameLength: sqliteSchema.maxNameLength,
    literal: (text) => sql.lit(text),
  });
}

/**
 * Runs `work` in a transaction, and waits for locks without blocking the event loop: the lock may belong to a
 * server in this process, which needs the loop to finish.
 */
async function alone<T>(db: AnyKysely, work: (db: AnyKysely) => Promise<T>): Promise<T> {
  const { rows } = await sql<{ timeout: number }>`pragma busy_timeout`.execute(db);
  const timeout = rows[0]?.timeout ?? 0;
  await sql`pragma busy_timeout = 0`.execute(db);
  try {
    return await whenUnlocked(LOCK_PATIENCE, () => db.transaction().execute(work), isBusy);
  } catch (error) {
    throw isBusy(error) ? lockedTooLong() : error;
  } finally {
    await sql.raw(`pragma busy_timeout = ${timeout}`).execute(db);
  }
}

/** A column may have a collation (sqlite.org/datatype3.html#collation), and so may those of a view or a virtual table. */
const HAS_COLLATION = /\bcollate\b|^create\s+(?!table\b)/i;

const IS_VIRTUAL = /^create\s+virtual\b/i;

interface TableRow {
  readonly name: string;
  readonly type: "table" | "view";
  readonly sql: string;
  readonly isWithoutRowid: number;
}

async function readTables(db: AnyKysely, names?: readonly string[]): Promise<readonly StoredTable[]> {
  const { rows } = await sql<TableRow>`
    select m.name, m.type, m.sql, l.wr as isWithoutRowid from sqlite_master m
    join pragma_table_list l on l.schema = 'main' and l.name = m.name and l.type <> 'shadow'
    where m.type in ('table', 'view') and m.name not like 'sqlite\\_%' escape '\\' order by m.name`.execute(
    db,
  );
  const wanted = names === undefined ? undefined : new Set(names.map((name) => name.toLowerCase()));
  const triggersOf = await readTriggers(db);
  const tables: StoredTable[] = [];
  for (const { name, type, sql: statement, isWithoutRowid } of rows) {
    if (wanted?.has(name.toLowerCase()) === false) continue;
    tables.push({
      schema: undefined,
      name,
      isView: type === "view",
      comparesExactly: !HAS_COLLATION.test(statement),
      ...(await readColumns(db, name, isWithoutRowid === 0, valueChecks(checksOf(statement))).catch(
        (error: unknown) => {
          // A view whose tables do not exist cannot be read, nor a virtual table whose module is not loaded.
          if (type === "view" || IS_VIRTUAL.test(statement)) return { columns: [], primaryKey: [] };
          throw error;
        },
      )),
      indexes: await readIndexes(db, name),
      foreignKeys: await readForeignKeys(db, name),
      triggers: triggersOf(name),
    });
  }
  return tables;
}

interface ColumnRow {
  readonly name: string;
  readonly type: string;
  readonly notnull: number;
  readonly dflt_value: string | null;
  readonly pk: number;
  readonly hidden: number;
  /** Whether the primary key of its table has an index. */
  readonly hasKeyIndex: number;
}

async function readColumns(
  db: AnyKysely,
  table: string,
  hasRowid: boolean,
  checks: readonly ValueCheck[],
): Promise<Pick<StoredTable, "columns" | "primaryKey">> {
  const { rows } = await sql<ColumnRow>`
    select name, type, "notnull", dflt_value, pk, hidden,
      exists (select 1 from pragma_index_list(${table}) where origin = 'pk') as hasKeyIndex
    from pragma_table_xinfo(${table})`.execute(db);
  const keys = rows.filter(({ pk }) => pk > 0).toSorted((a, b) => a.pk - b.pk);
  const canBeRowid = hasRowid && keys.length === 1 && keys[0]?.hasKeyIndex === 0;
  return {
    columns: rows.filter(({ hidden }) => hidden !== HIDDEN).map((row) => toColumn(row, canBeRowid)),
    primaryKey: keys.map(({ name }) => name),
  };

  function toColumn(
    { name, type, notnull, dflt_value, pk, hidden }: ColumnRow,
    canBeRowid: boolean,
  ): StoredColumn {
    const [, base = type, first, second] =
      /^([^(]*?)\s*(?:\(\s*(\d+)\s*(?:,\s*(\d+)\s*)?\))?$/.exec(type.trim()) ?? [];
    const hasLength = /char|clob|text|binary|blob/i.test(base);
    // An integer primary key without an index is the rowid, which SQLite counts up. `integer(11)` and
    // `integer primary key desc` are not (sqlite.org/lang_createtable.html#rowid).
    const isRowid = pk > 0 && canBeRowid && /^integer$/i.test(type);
    const filled = dflt_value === null || isNullDefault(dflt_value) ? undefined : dflt_value;
    return {
      name,
      type: meaningOfType(base.toLowerCase(), first),
      ...(first !== undefined &&
        (hasLength ? lengthOf(Number(first)) : { precision: Number(first), scale: Number(second ?? 0) })),
      ...limitOf(name, checks),
      isNullable: notnull === 0 && pk === 0,
      default: filled,
      defaultText: literalText(filled),
      generated: isRowid ? "identity" : hidden > 1 ? "computed" : undefined,
    };
  }
}

interface SqliteIndexRow extends IndexRow {
  readonly isPartial: number;
}

async function readIndexes(db: AnyKysely, table: string): Promise<readonly StoredIndex[]> {
  const { rows } = await sql<SqliteIndexRow>`
    select l.name, i.name as "column", l.partial as isPartial,
      case when l.origin = 'pk' then 'primary' when l."unique" = 1 then 'unique' else 'ordinary' end as kind
    from pragma_index_list(${table}) as l, pragma_index_info(l.name) as i order by l.seq, i.seqno`.execute(
    db,
  );
  return toKeys(rows, ([{ isPartial }]) => ({ isPartial: isPartial === 1 })).indexes;
}

/**
 * Reads the foreign keys. One without a target column refers to the primary key
 * (sqlite.org/foreignkeys.html#fk_indexes).
 */
async function readForeignKeys(db: AnyKysely, table: string): Promise<readonly StoredForeignKey[]> {
  const { rows } = await sql<{ id: number; table: string; from: string; to: string | null }>`
    select id, "table", "from", coalesce("to", (
      select name from pragma_table_info(keys."table") where pk = keys.seq + 1)) as "to"
    from pragma_foreign_key_list(${table}) as keys order by id, seq`.execute(db);
  return groupRows(rows, ({ id }) => String(id)).map((parts) => ({
    name: "",
    columns: parts.map(({ from }) => from),
    targetSchema: undefined,
    targetTable: parts[0].table,
    targetColumns: parts.flatMap(({ to }) => to ?? []),
  }));
}
