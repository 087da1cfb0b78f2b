import { columnOf } from "../database/sql/column-of.js";
import type { SqlDialect } from "../database/sql/sql-dialect.js";
import type { Row } from "../database/wire/connection.js";
import { singleMistake, type ApiError } from "../errors/api-error.js";
import type { FieldValue } from "../model/field-type.js";
import type { Field } from "../model/model.js";
import { toJsonText } from "../model/values/exact-json.js";
import { parsedValue } from "../model/values/parsed-value.js";
import { ValueError } from "../model/values/value-error.js";

/** A place in an order: after the row with these values, and after some more rows. */
export interface CursorPlace {
  /** The values of the order, which conditions compare. `undefined` for the beginning of the order. */
  readonly values: readonly FieldValue[] | undefined;
  /** How many rows come between the values and the place, because conditions do not find them by their values. */
  readonly skip: number;
}

/** Returns `undefined` for a row that conditions do not find by its values. */
export type PlaceReader = (row: Row) => readonly FieldValue[] | undefined;

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

/**
 * The place after the rows of a page: after its last row that conditions find by its values, and the rows after it.
 * @param begin The place at which the page begins.
 * @throws {ApiError} `invalid-page` if the page begins with the row that it should come after, as it would for ever.
 */
export function placeAfter(rows: readonly Row[], valuesOf: PlaceReader, begin: CursorPlace): CursorPlace {
  if (begin.skip === 0 && isSame(valuesOf(rows[0] as Row), begin.values)) throw endlessOrder();
  for (let index = rows.length - 1; index >= 0; index--) {
    const values = valuesOf(rows[index] as Row);
    if (values !== undefined) return { values, skip: rows.length - 1 - index };
  }
  return { values: begin.values, skip: begin.skip + rows.length };
}

/** Whether two rows have the same values, which conditions find. */
export function isSame(
  values: readonly FieldValue[] | undefined,
  others: readonly FieldValue[] | undefined,
): boolean {
  return values !== undefined && others !== undefined && toJsonText(values) === toJsonText(others);
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

/** The error for an order whose pages would never end. */
export function endlessOrder(): ApiError {
  const message =
    'The pages of this order would never end, because the database does not compare its values as it sorts them: sort by another field, or use "skip".';
  return singleMistake("invalid-page", "not-sortable", message, { path: "orderBy" });
}
