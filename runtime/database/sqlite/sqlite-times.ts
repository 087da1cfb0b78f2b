import { sql } from "kysely";
import { storedForm, type StoredForm } from "../../model/stored-form.js";
import { DEFAULT_FRACTION, parseDatetime } from "../../model/temporal.js";
import type { Field } from "../../model/model.js";
import type { ColumnType, Sql } from "../dialect.js";
import { orItsText, textOf } from "../odd-values.js";

/** The function, known to every connection, that gives an instant in any form a text which sorts as it does. */
export const INSTANT_SORT_KEY = "instant_sort_key";

/** The spellings that SQLite itself reads (sqlite.org/lang_datefunc.html); without a zone they are in UTC. */
export const SPELLING =
  /^\s*(\d{4}-\d\d-\d\d)(?:[Tt ](\d\d:\d\d)(?::(\d\d)(?:\.(\d{1,9})\d*)?)?\s*([Zz]|[+-]\d\d:\d\d)?)?\s*$/;

/** Milliseconds from the beginning of Julian days to that of Unix times. */
const EPOCH = 210_866_760_000_000;
const DAY = 86_400_000;
/** Smaller numbers are Julian days, as for SQLite's own "auto". */
export const MOST_DAYS = 5_373_484.5;
/** Larger numbers are milliseconds. */
export const MOST_SECONDS = 100_000_000_000;

const known = new WeakMap<Field, ColumnType>();

/** How a day or an instant is stored that has a form of its own, or more digits than a millisecond; undefined for all others. */
export function sqliteColumnAs(field: Field): ColumnType | undefined {
  const form = formOf(field);
  if (form === undefined) return undefined;
  let column = known.get(field);
  if (column === undefined) known.set(field, (column = timeColumn(field, form)));
  return column;
}

function formOf({ type, precision = 0, storedAs }: Field): StoredForm | undefined {
  if (storedAs !== undefined) return storedForm(storedAs);
  // As many digits in every text, so that texts sort as the times do.
  return type === "datetime" && precision > DEFAULT_FRACTION
    ? { kind: "layout", separator: "T", fraction: precision, zone: "Z" }
    : undefined;
}

/**
 * All forms are read wherever they stand; each is written
 * in its own. Where texts or numbers of one form sort as the instants do, they are compared as they are, and an index
 * serves; else by a key.
 */
function timeColumn(field: Field, form: StoredForm): ColumnType {
  const isKeyed = form.kind === "any" || form.kind === "julian day";
  const toKey = (value: Sql) => sql`${sql.raw(INSTANT_SORT_KEY)}(${value})`;
  return {
    declaration: () => field.type,
    typescript: form.kind === "layout" ? "string" : form.kind === "any" ? "string | number" : "number",
    toParameter: (value) => writeInstant(value as string, form),
    fromColumn: orItsText(
      field.type === "date"
        ? (value) => toDay(readInstant(value, form))
        : (value) => readInstant(value, form),
    ),
    ...(isKeyed && {
      comparable: toKey,
      equals: (column: Sql, value: Sql) => sql`${toKey(column)} = ${toKey(value)}`,
    }),
  };
}

/** In canonical form. @throws {Error} where it is none. */
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

/** @throws {Error} where it is before or after the years that have four digits. */
function instantOf(milliseconds: number): string {
  return parseDatetime(new Date(milliseconds).toISOString());
}

/** A text that sorts as the instant does; what is none is behind all, in its own order. */
export function instantSortKey(value: unknown): unknown {
  if (value === null) return null;
  try {
    const instant = readInstant(value, { kind: "any" });
    return instant.slice(0, -1).padEnd("2024-02-29T12:00:00.123456789".length, "0");
  } catch {
    return `~${textOf(value)}`;
  }
}

/** The canonical form of a day is that of its beginning. */
function toInstant(canonical: string): string {
  return canonical.length === "2024-02-29".length ? `${canonical}T00:00:00.000Z` : canonical;
}

/** @throws {Error} where it is not the beginning of one. */
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
    // As a BigInt, because the driver would send a number as a double.
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
