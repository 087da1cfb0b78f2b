import { DEFAULT_FRACTION } from "../../../model/values/temporal.js";
import { sql } from "kysely";
import type { AnyKysely, Sql } from "../../sql/sql.js";
import { sameName } from "../../schema/stored/find-stored.js";
import type { SchemaDialect } from "../../schema/schema-dialect.js";
import type { StoredColumn, StoredTable, StoredValues } from "../../schema/stored/stored-schema.js";
import { booleans, wideNumbers, type ColumnValues } from "./sqlite-loose-values.js";
import { sqliteColumns } from "./sqlite-columns.js";
import { MOST_DAYS, MOST_SECONDS, readInstant, SPELLING } from "./sqlite-times.js";

/** The SQL function, registered on every connection, that gives the form in which a value is an instant. */
export const INSTANT_FORM = "instant_form";

/**
 * About half the range of 32 bits. Columns with integers beyond this may outgrow it: times, or numbers from
 * other systems.
 */
const MOST_INT = 1_000_000_000;

/** Type names that suggest small numbers. SQLite does not enforce it. */
const SMALL = /^(?:tinyint|smallint|mediumint|int2|int4)$/;
const WHOLE = /^(?:integer|int)$/;
const DECIMAL = /^(?:numeric|decimal)$/;
const TIME = /^(?:date|datetime|timestamp)$/;

/** Determines what each column holds by reading its values, because a SQLite column can hold any value. */
export const readValues: NonNullable<SchemaDialect["readValues"]> = async (db, tables) => {
  const looked: StoredTable[] = [];
  for (const table of tables) looked.push(await lookAt(db, table));
  return looked.map((table) => withTargets(table, looked));
};

async function lookAt(db: AnyKysely, table: StoredTable): Promise<StoredTable> {
  const columns: StoredColumn[] = [];
  for (const stored of table.columns) {
    const values: ColumnValues = { db, stored, column: sql.id(stored.name), table: sql.id(table.name) };
    // A view may be unreadable.
    const holds = await look(values, table.isView).catch(() => undefined);
    columns.push(holds === undefined ? stored : { ...stored, holds });
  }
  return { ...table, columns };
}

async function look(values: ColumnValues, isOfView: boolean): Promise<StoredValues | undefined> {
  const { type } = values.stored;
  if (WHOLE.test(type) || SMALL.test(type)) return wholeNumbers(values);
  if (TIME.test(type)) return instants(values);
  if (sqliteColumns.bytes.stored.includes(type)) return bytes(values);
  if (sqliteColumns.boolean.stored.includes(type)) return booleans(values);
  if (DECIMAL.test(type)) return wideNumbers(values);
  if (type === "uuid") return uuids(values);
  if (type === "time") return timesOfDay(values);
  if (type !== "") return undefined;
  // SQLite has no types for the computed columns of a view.
  return isOfView ? computed(values) : untyped(values);
}

/**
 * Determines the type of a computed column from all of its values. It must be exact, because SQLite does not
 * equate a number with its text.
 */
async function computed(values: ColumnValues): Promise<StoredValues | undefined> {
  const types = await typesOf(values);
  const isNumber = types.size > 0 && [...types].every(isNumeric);
  if (!isNumber) return undefined;
  return types.has("real") ? { type: "float", isNeeded: true } : wholeNumbers(values);
}

/** Determines the type of a column without one, which stores every value as it is. */
async function untyped(values: ColumnValues): Promise<StoredValues> {
  // The driver sends numbers as doubles, so that such a column stores an integer as one.
  const isWhole = sql`typeof(${values.column}) = 'real' and ${values.column} = cast(${values.column} as integer)`;
  const types = await typesOf(values, sql`iif(${isWhole}, 'integer', typeof(${values.column}))`);
  const [only = "text", ...others] = types;
  if (only === "integer" && others.length === 0) return wholeNumbers(values);
  const isNumber = others.every((type) => isNumeric(type)) && isNumeric(only);
  const type = isNumber ? "float" : others.length === 0 ? heldTypes[only] : undefined;
  return { type: type ?? "other", isNeeded: types.size > 0 };
}

const heldTypes: Readonly<Record<string, StoredValues["type"]>> = { text: "text", blob: "bytes" };

function isNumeric(type: string): boolean {
  return type === "integer" || type === "real";
}

/** The storage classes of the values, without that of null. */
async function typesOf(
  { db, table, column }: ColumnValues,
  type = sql`typeof(${column})`,
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ type: string }>`
    select distinct ${type} as type from ${table} where ${column} is not null`.execute(db);
  return new Set(rows.map((row) => row.type));
}

/** A column of bytes may hold texts and numbers too, which are not bytes. */
async function bytes({ db, table, column }: ColumnValues): Promise<StoredValues | undefined> {
  const { rows } = await sql`
    select 1 from ${table} where typeof(${column}) not in ('blob', 'null') limit 1`.execute(db);
  return rows.length === 0 ? undefined : { type: "other", isNeeded: true };
}

/** SQLite compares UUIDs as plain texts, so a column with UUIDs in upper case or in braces stays a text. */
async function uuids({ db, table, column }: ColumnValues): Promise<StoredValues> {
  const { rows } = await sql`
    select 1 from ${table} where ${column} not glob ${UUID_GLOB} limit 1`.execute(db);
  return rows.length === 0 ? { type: "uuid", isNeeded: false } : { type: "text", isNeeded: true };
}

const UUID_GLOB = [8, 4, 4, 4, 12].map((length) => "[0-9a-f]".repeat(length)).join("-");

/** Times of day are compared as texts, so a column with another form than the canonical one stays a text. */
async function timesOfDay({ db, table, column }: ColumnValues): Promise<StoredValues> {
  const { rows } = await sql<{ digits: number | null; others: number | null }>`
    select max(length(${column})) - ${sql.lit("00:00:00.".length)} as digits, sum(
      typeof(${column}) <> 'text' or length(${column}) > ${sql.lit("00:00:00.123456789".length)}
      or substr(${column}, 1, 8) not glob '[0-2][0-9]:[0-5][0-9]:[0-5][0-9]' or substr(${column}, 1, 2) >= '24'
      or (length(${column}) > 8 and (
        substr(${column}, 9) not glob '.[0-9]*' or substr(${column}, 10) glob '*[^0-9]*' or ${column} glob '*0'))
    ) as others from ${table} where ${column} is not null`.execute(db);
  const { digits, others } = rows[0] ?? {};
  if ((others ?? 0) > 0) return { type: "text", isNeeded: true };
  const isFine = (digits ?? 0) > DEFAULT_FRACTION;
  return { type: "time", ...(isFine && { precision: digits ?? 0 }), isNeeded: isFine };
}

/**
 * Every integer column holds 64 bits. It becomes an `int` if its values fit, or, when it is empty, if its
 * type name suggests it or SQLite counts it up from 1. Otherwise it becomes a `bigint`.
 */
async function wholeNumbers({ db, table, column, stored }: ColumnValues): Promise<StoredValues> {
  const { rows } = await sql<{ least: number | null; most: number | null }>`
    select min(${column}) as least, max(${column}) as most from ${table} where typeof(${column}) = 'integer'`.execute(
    db,
  );
  const { least = null, most = null } = rows[0] ?? {};
  const isEmpty = least === null || most === null;
  const isLarge = !isEmpty && Math.max(-least, most) > MOST_INT;
  const isSmall = isEmpty ? stored.generated === "identity" || SMALL.test(stored.type) : !isLarge;
  return { type: isSmall ? "int" : "bigint", isNeeded: isLarge };
}

/** Gives foreign keys the type of the key that they refer to. */
function withTargets(table: StoredTable, tables: readonly StoredTable[]): StoredTable {
  const columns = table.columns.map((column): StoredColumn => {
    const { holds, name } = column;
    if (holds === undefined || ["date", "datetime", "time"].includes(holds.type)) return column;
    const target = targetOf(table, name, tables);
    const isNarrow = target?.type === "int" || target?.type === "uuid";
    if (target === undefined || (isNarrow && holds.isNeeded)) return column;
    return { ...column, holds: { ...holds, type: target.type } };
  });
  return { ...table, columns };
}

function targetOf(
  table: StoredTable,
  name: string,
  tables: readonly StoredTable[],
): StoredValues | undefined {
  const seen = new Set<string>();
  let place = { table, name };
  for (;;) {
    const key = `${place.table.name}\n${place.name}`.toLowerCase();
    const next = pointsTo(place.table, place.name, tables);
    if (next === undefined || seen.has(key)) break;
    seen.add(key);
    place = next;
  }
  if (place.table === table && place.name === name) return undefined;
  return place.table.columns.find((column) => sameName(column.name, place.name))?.holds;
}

function pointsTo(
  { foreignKeys }: StoredTable,
  name: string,
  tables: readonly StoredTable[],
): { readonly table: StoredTable; readonly name: string } | undefined {
  const [foreignKey] = foreignKeys
    .filter(({ columns }) => columns.includes(name))
    .toSorted((a, b) => a.columns.length - b.columns.length);
  const table = tables.find((each) => sameName(each.name, foreignKey?.targetTable ?? ""));
  const index = foreignKey?.columns.indexOf(name) ?? 0;
  const target = foreignKey?.targetColumns[index] ?? table?.primaryKey[index];
  return table === undefined || target === undefined ? undefined : { table, name: target };
}

/**
 * Determines the form of a column's instants. If all values share one form, the column is stored in it, else
 * each value keeps its own. A column declared as `date` holds days if every value begins a day; one of times,
 * if no text has a time.
 */
async function instants({ db, table, column, stored }: ColumnValues): Promise<StoredValues | undefined> {
  const { type, default: filled } = stored;
  const found = await formsOf(
    db,
    sql`select distinct ${sql.raw(INSTANT_FORM)}(${column}) as form from ${table} where ${column} is not null`,
  );
  // The form of values that the column's default produces.
  const byDefault =
    filled === undefined
      ? []
      : await formsOf(db, sql`select ${sql.raw(INSTANT_FORM)}((${sql.raw(filled)})) as form`).catch(() => []);
  const forms = [...found, ...byDefault];
  const names = [...new Set(forms.map((form) => form.name))];
  if (names.length === 0) return undefined;
  const isDay = names.every((form) => form === DAY) || (type === "date" && forms.every((form) => form.isDay));
  const storedAs = commonForm(new Set(names));
  const fraction = Math.max(...forms.map((form) => form.fraction));
  if (storedAs === (isDay ? DAY : ISO) && (type === "date") === isDay) return undefined;
  return {
    type: isDay ? "date" : "datetime",
    ...((storedAs !== ISO || type === "date") && { storedAs }),
    ...(storedAs === "any" && !isDay && fraction > 3 && { precision: fraction }),
    isNeeded: true,
  };
}

/**
 * The common form of all values. An ambiguous number takes the form of the others: 1970 in milliseconds, or
 * noon in Julian days.
 */
function commonForm(names: ReadonlySet<string>): string {
  const clear = [...names].filter(
    (name) => name !== SMALL_NUMBER && !(name === SECONDS && names.has(MILLISECONDS)),
  );
  const [form = SECONDS] = clear;
  const isMixed = names.has(SMALL_NUMBER) && ![SECONDS, MILLISECONDS, JULIAN_DAY].includes(form);
  return clear.length > 1 || isMixed ? "any" : form;
}

const SECONDS = "unix seconds";
const MILLISECONDS = "unix milliseconds";
const JULIAN_DAY = "julian day";
/** An ambiguous form: seconds or milliseconds of 1970, or a Julian day at noon. */
const SMALL_NUMBER = "small number";
const DAY = "YYYY-MM-DD";
const ISO = "YYYY-MM-DDTHH:MM:SS.SSSZ";

interface Form {
  readonly name: string;
  readonly isDay: boolean;
  readonly fraction: number;
}

async function formsOf(db: AnyKysely, query: Sql): Promise<readonly Form[]> {
  const { rows } = await (query as ReturnType<typeof sql<{ form: string | null }>>).execute(db);
  return rows.flatMap(({ form }) => (form === null ? [] : [JSON.parse(form) as Form]));
}

/** The form of a value, as JSON text; `null` if it is not an instant. */
export function instantForm(value: unknown): string | null {
  try {
    const name = typeof value === "number" ? numberForm(value) : layoutOf(String(value));
    const instant = readInstant(value, { kind: "any" });
    const form: Form = {
      name,
      isDay: instant.endsWith("T00:00:00.000Z"),
      fraction: instant.length - "2024-02-29T12:00:00.Z".length,
    };
    return JSON.stringify(form);
  } catch {
    return null;
  }
}

function numberForm(value: number): string {
  if (value >= 0 && value < MOST_DAYS) return Number.isInteger(value) ? SMALL_NUMBER : JULIAN_DAY;
  return Math.abs(value) > MOST_SECONDS ? MILLISECONDS : SECONDS;
}

/** The layout of a text; `any` if no layout describes it. */
function layoutOf(text: string): string {
  const [, , time, second, fraction, zone = ""] = SPELLING.exec(text) ?? [];
  if (time === undefined) return DAY;
  const layout = `${DAY}${text[10] ?? ""}HH:MM:SS${fraction === undefined ? "" : `.${"S".repeat(fraction.length)}`}`;
  const end = text.slice(layout.length);
  const isPlain = second !== undefined && end.trim() === zone && /^(?:Z| ?\+00:00)?$/.test(end);
  return isPlain && /[T ]/.test(text[10] ?? "") ? `${layout}${end}` : "any";
}
