import { sql } from "kysely";
import { storedForm, type StoredForm } from "../../../model/values/stored-form.js";
import { DEFAULT_FRACTION, parseDatetime, withoutZone } from "../../../model/values/temporal.js";
import type { Field } from "../../../model/model.js";
import type { ColumnType } from "../../sql/sql-dialect.js";
import type { Sql } from "../../sql/sql.js";
import { orItsText, textOf } from "../odd-values.js";
import { sqliteColumns } from "./sqlite-columns.js";

/**
 * The SQL function, registered on every connection, that converts an instant in any form to a text with the same order.
 */
export const INSTANT_SORT_KEY = "instant_sort_key";

/** The SQL function that converts an instant in another form than a layout to canonical form, or to null. */
export const INSTANT_TEXT = "instant_text";

/** The forms that SQLite itself reads (sqlite.org/lang_datefunc.html). Without a zone, they are in UTC. */
export const SPELLING =
  /^\s*(\d{4}-\d\d-\d\d)(?:[Tt ](\d\d:\d\d)(?::(\d\d)(?:\.(\d{1,9})\d*)?)?\s*([Zz]|[+-]\d\d:\d\d)?)?\s*$/;

/** The milliseconds from the start of Julian days to the Unix epoch. */
const EPOCH = 210_866_760_000_000;
const DAY = 86_400_000;
/** Numbers below this are Julian days, as in SQLite's own "auto". */
export const MOST_DAYS = 5_373_484.5;
/** Numbers above this are milliseconds. */
export const MOST_SECONDS = 100_000_000_000;

const known = new WeakMap<Field, ColumnType>();

/**
 * The column type of a date or datetime that has its own stored form or zone, or more digits than
 * milliseconds; `undefined` for all other fields.
 */
export function timeColumn(field: Field): ColumnType | undefined {
  const form = formOf(field);
  if (form === undefined) return undefined;
  let column = known.get(field);
  if (column === undefined) known.set(field, (column = foundColumn(zonedColumn(field, form), form)));
  return column;
}

function formOf({ type, precision = 0, zone = "utc", storedAs }: Field): StoredForm | undefined {
  if (storedAs !== undefined) return storedForm(storedAs);
  if (type !== "datetime" || (zone === "utc" && precision <= DEFAULT_FRACTION)) return undefined;
  if (zone === "offset") return storedForm("any");
  // Every text has the same number of digits, so that texts sort in the order of time.
  const fraction = Math.max(precision, DEFAULT_FRACTION);
  return { kind: "layout", separator: "T", fraction, zone: zone === "none" ? "" : "Z" };
}

/** Whether a time can have several stored forms, so that a key is compared instead. */
export function isKeyedInstant(field: Field): boolean {
  const form = formOf(field);
  return form !== undefined && isKeyed(form);
}

function isKeyed({ kind }: StoredForm): boolean {
  return kind === "any" || kind === "julian day";
}

/** The SQL of a date or time as a text that begins with year, month and day. */
export function instantText(value: Sql, field: Field): Sql {
  const form = formOf(field);
  if (form === undefined || form.kind === "layout") return value;
  return sql`${sql.raw(INSTANT_TEXT)}(${value}, ${sql.lit(form.kind)})`;
}

/** Implements the SQL function. Values other than instants have no text. */
export function toInstantText(value: unknown, kind: StoredForm["kind"]): string | null {
  if (value === null) return null;
  try {
    return readInstant(value, { kind });
  } catch {
    return null;
  }
}

/** Values in another form than the field's own are read, but not found if they are compared as stored. */
function foundColumn(column: ColumnType, form: StoredForm): ColumnType {
  if (isKeyed(form)) return column;
  return { ...column, isFoundBy: (value, stored) => isStoredAs(() => column.toParameter(value), stored) };
}

function isStoredAs(write: () => unknown, stored: unknown): boolean {
  try {
    return String(write()) === String(stored);
  } catch {
    return false;
  }
}

/** Values without a zone are converted as if they were in UTC. Those with an offset are stored as they are. */
function zonedColumn(field: Field, form: StoredForm): ColumnType {
  const column = formedColumn(field, form);
  if (field.zone === "offset") return { ...column, typescript: "string", fromColumn: readWithOffset };
  if (field.zone !== "none") return column;
  return {
    ...column,
    toParameter: (value) => column.toParameter(`${textOf(value)}Z`),
    fromColumn: (value) => withoutZone(textOf(column.fromColumn(value))),
  };
}

const readWithOffset = orItsText((value) => parseDatetime(value, { precision: 9, zone: "offset" }));

/**
 * Values are read in any form and written in the field's own. If texts or numbers of the form sort in the
 * order of time, they are compared as stored and an index can be used. Otherwise a key is compared.
 */
function formedColumn(field: Field, form: StoredForm): ColumnType {
  const toKey = (value: Sql) => sql`${sql.raw(INSTANT_SORT_KEY)}(${value})`;
  return {
    declaration: () => field.type,
    // A column with its own stored form may have any type.
    stored: field.storedAs === undefined ? sqliteColumns[field.type].stored : [],
    typescript: form.kind === "layout" ? "string" : form.kind === "any" ? "string | number" : "number",
    toParameter: (value) => writeInstant(value as string, form),
    fromColumn: orItsText(
      field.type === "date"
        ? (value) => toDay(readInstant(value, form))
        : (value) => readInstant(value, form),
    ),
    ...(isKeyed(form) && {
      comparable: toKey,
      equals: (column: Sql, value: Sql) => sql`${toKey(column)} = ${toKey(value)}`,
    }),
  };
}

/** Parses an instant to canonical form. @throws {Error} for any other value. */
export function readInstant(value: unknown, { kind }: Pick<StoredForm, "kind">): string {
  if (typeof value === "number") return instantOf(toMilliseconds(value, kind));
  const [, day = "", time = "00:00", second = "00", fraction = "0", zone = "Z"] =
    SPELLING.exec(String(value)) ?? [];
  return parseDatetime(`${day}T${time}:${second}.${fraction}${zone}`, { precision: 9 });
}

function toMilliseconds(value: number, kind: StoredForm["kind"]): number {
  const isSmall = Math.abs(value) <= MOST_SECONDS;
  const isDays = kind === "julian day" || (kind === "any" && value >= 0 && value < MOST_DAYS);
  if (isDays) return Math.round(value * DAY) - EPOCH;
  const isSeconds = kind === "unix seconds" || (kind !== "unix milliseconds" && isSmall);
  return Math.round(isSeconds ? value * 1000 : value);
}

/** @throws {Error} for years that do not have four digits. */
function instantOf(milliseconds: number): string {
  return parseDatetime(new Date(milliseconds).toISOString());
}

/**
 * Converts an instant to a text that sorts in the order of time. Other values sort after all instants, by their text.
 */
export function instantSortKey(value: unknown): unknown {
  if (value === null) return null;
  try {
    const instant = readInstant(value, { kind: "any" });
    return instant.slice(0, -1).padEnd("2024-02-29T12:00:00.123456789".length, "0");
  } catch {
    return `~${textOf(value)}`;
  }
}

/** Converts a date to the instant at which it begins. */
function toInstant(canonical: string): string {
  return canonical.length === "2024-02-29".length ? `${canonical}T00:00:00.000Z` : canonical;
}

/** @throws {Error} for an instant that is not the beginning of a day. */
function toDay(instant: string): string {
  if (!instant.endsWith("T00:00:00.000Z")) throw new RangeError("not the beginning of a day");
  return instant.slice(0, 10);
}

function writeInstant(canonical: string, form: StoredForm): unknown {
  const instant = toInstant(canonical);
  const milliseconds = Date.parse(instant);
  switch (form.kind) {
    case "any":
      return canonical;
    case "julian day":
      return (milliseconds + EPOCH) / DAY;
    // A BigInt, because the driver would send a number as a double.
    case "unix seconds":
      return BigInt(milliseconds / 1000);
    case "unix milliseconds":
      return BigInt(milliseconds);
    case "layout":
      return writeLayout(instant, form);
  }
}

function writeLayout(instant: string, { separator, fraction, zone }: StoredForm): string {
  if (separator === undefined) return instant.slice(0, 10);
  const digits = fraction === 0 ? "" : `.${instant.slice(20, -1).padEnd(fraction, "0").slice(0, fraction)}`;
  return `${instant.slice(0, 10)}${separator}${instant.slice(11, 19)}${digits}${zone}`;
}
