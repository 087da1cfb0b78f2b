import { columnOf } from "../database/sql/column-of.js";
import { mayShareAPlace } from "../database/sql/total-order.js";
import type { SqlDialect } from "../database/sql/sql-dialect.js";
import type { Row } from "../database/wire/connection.js";
import { singleMistake, type ApiError } from "../errors/api-error.js";
import type { FieldValue } from "../model/field-type.js";
import type { Field } from "../model/model.js";
import { durationSortKey } from "../model/values/duration.js";
import { parsedValue } from "../model/values/parsed-value.js";
import { ValueError } from "../model/values/value-error.js";

/** A place in an order: after the row with these values, and after some more rows. */
export interface CursorPlace {
  /** The values of the order, which conditions compare. `undefined` for the beginning of the order. */
  readonly values: readonly FieldValue[] | undefined;
  /** How many rows come between the values and the place, because conditions do not find them by their values. */
  readonly skip: number;
}

/** Reads one value of the order. `undefined` for a value that conditions do not find. */
export type OrderReader = (row: Row) => FieldValue | undefined;

/** The content of a cursor: the values, and the number of rows to skip unless it is 0. */
export function placeToContent({ values, skip }: CursorPlace): readonly FieldValue[] {
  if (values === undefined) return [[], skip];
  return skip === 0 ? values : [...values, skip];
}

/** @param length The number of values of the order. */
export function contentToPlace(content: readonly FieldValue[], length: number): CursorPlace {
  if (Array.isArray(content[0])) return { values: undefined, skip: Number(content[1]) };
  return { values: content.slice(0, length), skip: Number(content[length] ?? 0) };
}

/** The values of the order. `undefined` for a row that conditions do not find by its values. */
function valuesOf(row: Row, readers: readonly OrderReader[]): readonly FieldValue[] | undefined {
  const values: FieldValue[] = [];
  for (const read of readers) {
    const value = read(row);
    if (value === undefined) return undefined;
    values.push(value);
  }
  return values;
}

function isAt(row: Row, values: readonly FieldValue[], readers: readonly OrderReader[]): boolean {
  return readers.every((read, index) => read(row) === values[index]);
}

/**
 * Equal for all values that a database may sort to one place: texts that differ only in what a collation may ignore
 * (case, accents, punctuation), durations of a month and of 30 days, or one instant with two offsets. Of a native value,
 * only the database knows. Other values may be equal by it, too.
 */
export function roughPlace(value: FieldValue | undefined, field: Field): FieldValue | undefined {
  if (typeof value !== "string" || !mayShareAPlace(field)) return value;
  const { type } = field;
  if (type === "native") return "";
  if (type === "duration")
    return parsedValue(type, value, {}) instanceof ValueError ? value : durationSortKey(value);
  if (type === "datetime") return Date.parse(value) || value;
  const letters = value.normalize("NFKD").toUpperCase().normalize("NFKD");
  return letters.replaceAll(/[^\p{L}\p{N}]|[\u{10000}-\u{10FFFF}]/gu, "");
}

/**
 * The place after the rows of a page: after its last row that conditions find by its values, and the rows after it.
 * @param begin The place at which the page begins.
 */
export function placeAfter(
  rows: readonly Row[],
  readers: readonly OrderReader[],
  begin: CursorPlace,
): CursorPlace {
  for (let index = rows.length - 1; index >= 0; index--) {
    const values = valuesOf(rows[index] as Row, readers);
    if (values !== undefined) return { values, skip: rows.length - 1 - index };
  }
  return { values: begin.values, skip: begin.skip + rows.length };
}

/**
 * Ensures that a page does not have the row again that it begins after, as it would for ever.
 * @throws {ApiError} `invalid-page`
 */
export function checkProgress(
  rows: readonly Row[],
  readers: readonly OrderReader[],
  { values }: CursorPlace,
): void {
  if (values !== undefined && rows.some((row) => isAt(row, values, readers))) throw endlessOrder();
}

/**
 * Whether a condition finds a row by this value. Databases can hold values that a field type does not allow. The answer
 * contains them as text, which may not become the same value as a parameter.
 * @param stored The value as the driver returned it.
 */
export function isFoundBy(value: FieldValue, stored: unknown, field: Field, dialect: SqlDialect): boolean {
  if (value === null || dialect.findsEveryValue === true) return true;
  return columnOf(field, dialect).isFoundBy?.(value, stored) ?? isValueOf(value, field);
}

function isValueOf(value: FieldValue, { type, precision, scale, zone, values }: Field): boolean {
  return !(parsedValue(type, value, { precision, scale, zone, values }) instanceof ValueError);
}

function endlessOrder(): ApiError {
  const message =
    'The database does not compare the values of this order as it sorts them, so that its pages would repeat: sort by another field, or use "skip".';
  return singleMistake("invalid-page", "not-sortable", message, { path: "orderBy" });
}
