import type { FieldTypeName } from "../../../model/field-type.js";
import type { Field } from "../../../model/model.js";
import { columnOf } from "../../sql/column-of.js";
import { parameter } from "../../sql/where/comparison-sql.js";
import { sql, type AnyKysely, type Sql } from "../../sql/sql.js";
import type { TableDialect } from "../schema-dialect.js";
import type { StoredColumn } from "../stored/stored-schema.js";

/** A column, and the keys that identify its rows. */
export interface ColumnPlace {
  readonly table: Sql;
  readonly column: string;
  readonly stored: StoredColumn;
  readonly keys: readonly PlaceKey[];
  readonly isKeyUnique: boolean;
}

interface PlaceKey {
  readonly field: Field;
  readonly column: string;
}

/** Rows that match a condition. */
export interface FoundRows {
  readonly count: number;
  /** The key of the first row: `id = 17`. Empty if the table has no key. */
  readonly example: string;
}

/** Counts rows: of a table, or of a table with its `where`. */
export async function countOf(db: AnyKysely, from: Sql): Promise<number> {
  const { rows } = await sql<{ n: unknown }>`select count(*) as n from ${from}`.execute(db);
  return Number(rows[0]?.n ?? 0);
}

/** Counts the rows that match a condition; `undefined` if there are none. */
export async function countRows(
  db: AnyKysely,
  { table, column, keys }: ColumnPlace,
  condition: (column: Sql) => Sql,
  dialect: TableDialect,
): Promise<FoundRows | undefined> {
  const where = condition(sql.id(column));
  const count = await countOf(db, sql`${table} where ${where}`);
  if (count === 0) return undefined;
  const page = dialect.limited(sql.lit(1), sql.lit(0));
  const first = await sql<KeyRow>`
    select ${keyColumns(keys, dialect)} from ${table} where ${where} order by ${keyOrder(keys)} ${page}`.execute(
    db,
  );
  return { count, example: first.rows[0] === undefined ? "" : exampleOf(first.rows[0], keys, dialect) };
}

/** The number of rows read at once. */
const PAGE = 20_000;

/**
 * Counts the rows whose exact text matches `isMeant`; `undefined` if there are none. Reads in pages where
 * possible, so that large tables do not fill the memory.
 */
export async function countValues(
  db: AnyKysely,
  place: ColumnPlace,
  isMeant: (text: string) => boolean,
  dialect: TableDialect,
): Promise<FoundRows | undefined> {
  const { table, column, stored, keys } = place;
  const [id, exactText] = [sql.id(column), dialect.schema.alter?.exactText];
  const value = exactText?.(id, stored) ?? id;
  const isPaged = place.isKeyUnique && keys.every(({ field }) => pagedTypes.includes(field.type));
  const page = isPaged ? dialect.limited(sql.lit(PAGE), sql.lit(0)) : sql``;
  let found: FoundRows | undefined;
  let last: KeyRow | undefined;
  for (;;) {
    const after = last === undefined ? sql`` : sql` and ${isAfter(keys, last, dialect)}`;
    const { rows } = await sql<KeyRow & { readonly value: unknown }>`
      select ${value} as value, ${keyColumns(keys, dialect)} from ${table}
      where ${id} is not null${after} order by ${keyOrder(keys)} ${page}`.execute(db);
    for (const row of rows) {
      if (isMeant(String(row.value)))
        found = { count: (found?.count ?? 0) + 1, example: found?.example ?? exampleOf(row, keys, dialect) };
    }
    last = rows.at(-1);
    if (!isPaged || last === undefined || rows.length < PAGE) return found;
  }
}

/** The key types whose values can be sent back unchanged, so that the next page can begin after the last row. */
const pagedTypes: readonly FieldTypeName[] = ["int", "bigint", "string", "uuid"];

type KeyRow = Readonly<Record<string, unknown>>;

function keyColumns(keys: readonly PlaceKey[], dialect: TableDialect): Sql {
  return sql.join(
    keys.map(({ field, column }, index) => {
      const id = sql.id(column);
      return sql`${columnOf(field, dialect).select?.(id) ?? id} as ${sql.id(`key${index}`)}`;
    }),
  );
}

function keyOrder(keys: readonly PlaceKey[]): Sql {
  return sql.join(keys.map(({ column }) => sql.id(column)));
}

/** The condition for rows after `row` in the order of all keys. */
function isAfter([key, ...others]: readonly PlaceKey[], row: KeyRow, dialect: TableDialect, index = 0): Sql {
  if (key === undefined) return sql`1 = 0`;
  const { fromColumn, toParameter } = columnOf(key.field, dialect);
  const value = fromColumn(row[`key${index}`]);
  const given = parameter(sql`${value === null ? null : toParameter(value)}`, key.field, dialect);
  const column = sql.id(key.column);
  return sql`(${column} > ${given} or (${column} = ${given} and ${isAfter(others, row, dialect, index + 1)}))`;
}

function exampleOf(row: KeyRow, keys: readonly PlaceKey[], dialect: TableDialect): string {
  return keys
    .map(({ field, column }, index) => {
      const value = columnOf(field, dialect).fromColumn(row[`key${index}`]);
      return `${column} = ${JSON.stringify(value)}`;
    })
    .join(", ");
}
