import { noRecord } from "../condition/check-where.js";
import type { CheckedCondition, CheckedOperator } from "../condition/checked.js";
import { compare } from "../condition/compare.js";
import { and, either } from "../condition/join-conditions.js";
import { columnOf } from "../database/sql/column-of.js";
import type { Order } from "../database/sql/order.js";
import { isInRow } from "../database/sql/total-order.js";
import { rowFields } from "../database/sql/selection.js";
import type { Dialect } from "../database/dialect.js";
import type { Row } from "../database/wire/connection.js";
import type { FieldValue } from "../model/field-type.js";
import type { Entity } from "../model/model.js";
import {
  contentToPlace,
  checkProgress,
  isFoundBy,
  placeAfter,
  roughPlace,
  placeToContent,
  type CursorPlace,
  type OrderReader,
} from "./cursor-place.js";
import type { Cursors } from "./cursors.js";
import type { ReadPlan } from "../read/read-plan.js";

type PlannedPlace = Pick<ReadPlan, "after" | "order" | "selection" | "skip">;

/** The places at which the pages of one order begin and end. */
export class PagePlace {
  readonly #plan: PlannedPlace;
  readonly #entity: Entity;
  readonly #cursors: Cursors;
  readonly #dialect: Dialect;
  readonly #context: string;

  constructor(plan: PlannedPlace, entity: Entity, cursors: Cursors, dialect: Dialect) {
    this.#plan = plan;
    this.#entity = entity;
    this.#dialect = dialect;
    this.#cursors = cursors;
    this.#context = [entity.name, ...plan.order.map(partText)].join("\n");
  }

  /**
   * The place at which the page begins: the condition for the records after the cursor, and how many of them to skip.
   * @throws {ApiError} `invalid-page` for a cursor of another entity or order.
   */
  begin(): { readonly where: CheckedCondition | undefined; readonly skip: number } {
    const { values, skip } = this.#opened();
    if (values === undefined) return { where: undefined, skip };
    const toCondition = isOneByOne(this.#entity) ? afterValues : fromValues;
    return { where: toCondition(this.#comparedOrder(), values, this.#entity), skip };
  }

  /**
   * The cursor that begins a page after these rows. `undefined` for the last page.
   * @throws {ApiError} `invalid-page` if the pages would repeat.
   */
  next(rows: readonly Row[], isLast: boolean): string | undefined {
    const { after } = this.#plan;
    if (isLast && after === undefined) return undefined;
    const readers = this.#readers();
    const begin = this.#opened();
    const hasNoTies = isOneByOne(this.#entity);
    if (hasNoTies) checkProgress(rows, readers, begin);
    if (isLast) return undefined;
    const end = placeAfter(rows, readers, begin);
    const place = hasNoTies ? end : withEqualRows(end, rows, this.#plan.order, readers, begin);
    return this.#cursors.seal(this.#context, placeToContent(place));
  }

  #opened(): CursorPlace {
    const { after, order, skip } = this.#plan;
    if (after === undefined) return { values: undefined, skip };
    return contentToPlace(this.#cursors.open(this.#context, after), order.length);
  }

  /** The order, with the keys that may be null as such. */
  #comparedOrder(): readonly Order[] {
    const { keyMayBeNull } = this.#dialect;
    if (keyMayBeNull === undefined) return this.#plan.order;
    return this.#plan.order.map((part) => {
      const { field, via } = part;
      const mayBeNull = via.length === 0 && this.#entity.keys.includes(field) && keyMayBeNull(field);
      return mayBeNull ? { ...part, field: { ...field, isNullable: true } } : part;
    });
  }

  /** How each value of the order is read from a row. */
  #readers(): readonly OrderReader[] {
    const { order, selection } = this.#plan;
    const dialect = this.#dialect;
    const { keys } = this.#entity;
    const fields = rowFields(selection);
    const others = order.filter((part) => !isInRow(part, selection));
    return order.map((part): OrderReader => {
      const { field, via } = part;
      const other = others.indexOf(part);
      const index = fields.indexOf(field);
      // A key that is null, which SQLite allows, is not unique.
      const ofNull = via.length === 0 && keys.includes(field) ? undefined : null;
      const { fromColumn } = columnOf(field, dialect);
      return (row) => {
        const stored = row[other === -1 ? index : row.length - others.length + other] ?? null;
        if (stored === null) return ofNull;
        const value = fromColumn(stored);
        return isFoundBy(value, stored, field, dialect) ? value : undefined;
      };
    });
  }
}

/**
 * The same place for a page that begins with all rows of this place, and skips those that were shown before. Their
 * values may differ: the database decides which it sorts to one place.
 */
function withEqualRows(
  { values, skip }: CursorPlace,
  rows: readonly Row[],
  order: readonly Order[],
  readers: readonly OrderReader[],
  begin: CursorPlace,
): CursorPlace {
  const last = rows.length - 1 - skip;
  if (values === undefined || last < 0) return { values, skip };
  const mayShare = (others: readonly (FieldValue | undefined)[]) =>
    order.every(({ field }, index) => roughPlace(others[index], field) === roughPlace(values[index], field));
  const valuesAt = (index: number) => readers.map((read) => read(rows[index] as Row));
  let first = last;
  while (first > 0 && mayShare(valuesAt(first - 1))) first--;
  const equals = rows.length - first;
  if (first > 0) return { values: valuesAt(first) as FieldValue[], skip: equals };
  if (begin.values !== undefined)
    return mayShare(begin.values)
      ? { values: begin.values, skip: begin.skip + equals }
      : { values: valuesAt(0) as FieldValue[], skip: equals };
  // The rows that were skipped may have the same place.
  return begin.skip === 0
    ? { values: valuesAt(0) as FieldValue[], skip: equals }
    : { values: undefined, skip: begin.skip + rows.length };
}

/**
 * Whether the place in an order that ends with the key is unique. The key of a read-only entity may only be declared
 * in the configuration and not be unique. Then a cursor also contains how many records at the end of the page have
 * the same place.
 */
function isOneByOne({ keys, isReadOnly }: Entity): boolean {
  return keys.length > 0 && !isReadOnly;
}

/** Identifies a part of an order, including its type, because values of another type could not be compared. */
function partText({ field, isDescending, via }: Order): string {
  const path = [...via.map(({ relation }) => relation.name), field.name].join(".");
  return `${isDescending ? "~" : ""}${path}:${field.type}`;
}

/**
 * Holds for records after these values. Databases seek in an index by the bound on the first part. Records within the
 * bound that have another value are found by "<" or ">", and both are written, so that PostgreSQL expects nearly all
 * records within the bound: with "<" alone it would expect few, and sort them all.
 */
export function afterValues(
  order: readonly Order[],
  values: readonly FieldValue[],
  entity: Entity,
): CheckedCondition {
  const [part, ...others] = order;
  const value = values[0] ?? null;
  if (part === undefined) return noRecord(entity);
  const later = either(beyond(part, value));
  if (others.length === 0) return later ?? noRecord(entity);
  const rest = afterValues(others, values.slice(1), entity);
  const seek = bound(part, value);
  if (seek !== undefined)
    return and(
      either([compared(part, "<", value), compared(part, ">", value), rest]) as CheckedCondition,
      seek,
    );
  const tie = and(atPlace(part, value), rest);
  return later === undefined ? tie : (either([later, tie]) as CheckedCondition);
}

/** The same, including the records that have these values. */
function fromValues(
  order: readonly Order[],
  values: readonly FieldValue[],
  entity: Entity,
): CheckedCondition {
  const same = order.map((part, index) => atPlace(part, values[index] ?? null));
  return either([afterValues(order, values, entity), { kind: "and", conditions: same }]) as CheckedCondition;
}

/** Alternatives, one of which each later record meets. None if no record is later: in descending order, nulls are last. */
export function beyond(part: Order, value: FieldValue): readonly CheckedCondition[] {
  if (value === null) return part.isDescending ? [] : [isThere(part)];
  const later = compared(part, part.isDescending ? "<" : ">", value);
  return part.isDescending && mayBeNull(part) ? [later, isMissing(part)] : [later];
}

function bound(part: Order, value: FieldValue): CheckedCondition | undefined {
  if (part.via.length > 0 || value === null || (part.isDescending && mayBeNull(part))) return undefined;
  return compared(part, part.isDescending ? "<=" : ">=", value);
}

/**
 * Holds for records that have the same place in the order as this value. "=" is not the same: it may distinguish
 * values with one place, such as durations of a month and of 30 days, or equate values with two places, such as texts
 * in a collation that ignores case.
 */
export function atPlace(part: Order, value: FieldValue): CheckedCondition {
  if (value === null) return isMissing(part);
  const conditions = ([">=", "<="] as const).map((operator) => comparison(part, operator, value));
  return along(part.via, { kind: "and", conditions });
}

function mayBeNull({ field, via }: Order): boolean {
  return field.isNullable || via.length > 0;
}

function isThere(part: Order): CheckedCondition {
  return compared(part, "<>", null);
}

/** Also if a record on the path to the value is missing. */
function isMissing(part: Order): CheckedCondition {
  const [step] = part.via;
  if (step === undefined) return compared(part, "=", null);
  return { ...(isThere(part) as Extract<CheckedCondition, { kind: "some" }>), isNegated: true };
}

function compared(part: Order, operator: CheckedOperator, value: FieldValue): CheckedCondition {
  return along(part.via, comparison(part, operator, value));
}

/** On the record to which the order leads. */
function comparison({ field, via }: Order, operator: CheckedOperator, value: FieldValue): CheckedCondition {
  return { ...compare(field, operator, value), ...(via.length > 0 && { isOfSubquery: true }) };
}

/** The condition on the record to which the steps lead. */
function along(via: Order["via"], condition: CheckedCondition): CheckedCondition {
  return via.reduceRight<CheckedCondition>(
    (inner, { relation, rows }) => ({ kind: "some", relation, condition: and(inner, rows) }),
    condition,
  );
}
