import { booleanForms } from "../../../model/values/native-types.js";
import { sql } from "kysely";
import type { AnyKysely, Sql } from "../../sql/sql.js";
import type { StoredColumn, StoredValues } from "../../schema/stored/stored-schema.js";

/** A column whose values are read. */
export interface ColumnValues {
  readonly db: AnyKysely;
  readonly table: Sql;
  readonly column: Sql;
  readonly stored: StoredColumn;
}

/**
 * Determines how booleans are stored: as 1 and 0, as two other values, or as arbitrary values, which need a number or
 * text field.
 */
export async function booleans({
  db,
  table,
  column,
  stored,
}: ColumnValues): Promise<StoredValues | undefined> {
  const { default: filled } = stored;
  const found = await valuesOf(
    db,
    sql`select distinct ${column} as value from ${table} where ${column} is not null limit ${sql.lit(MOST_FORMS)}`,
  );
  const initial =
    filled === undefined ? [] : await valuesOf(db, sql`select (${sql.raw(filled)}) as value`).catch(() => []);
  const values = [...new Set([...found, ...initial.map(asNumber)])];
  if (values.every((value) => value === 0 || value === 1)) return undefined;
  const storedAs = booleanForms.find((form) => {
    const forms = form.split("/").map(asNumber);
    return values.every((value) => forms.includes(value));
  });
  if (storedAs !== undefined) return { type: "boolean", storedAs, isNeeded: true };
  return { type: values.every((value) => Number.isInteger(value)) ? "int" : "text", isNeeded: true };
}

/** More values than a boolean can have. */
const MOST_FORMS = 9;

async function valuesOf(db: AnyKysely, query: Sql): Promise<readonly unknown[]> {
  const { rows } = await (query as ReturnType<typeof sql<{ value: unknown }>>).execute(db);
  return rows.flatMap(({ value }) => (value === null ? [] : [value]));
}

/** A column declared as boolean converts a numeric text to a number. */
function asNumber(value: unknown): unknown {
  return typeof value === "string" && /^-?\d+$/.test(value) ? Number(value) : value;
}

/** A column of decimals holds doubles, unless all its values are integers that doubles cannot hold. */
export async function wideNumbers({ db, table, column }: ColumnValues): Promise<StoredValues | undefined> {
  const { rows } = await sql<{ wide: number | null; others: number | null }>`
    select sum(${column} not between ${sql.lit(Number.MIN_SAFE_INTEGER)} and ${sql.lit(Number.MAX_SAFE_INTEGER)}) as wide,
      sum(typeof(${column}) <> 'integer') as others from ${table} where ${column} is not null`.execute(db);
  const { wide, others } = rows[0] ?? {};
  return (wide ?? 0) > 0 && others === 0 ? { type: "bigint", isNeeded: true } : undefined;
}
