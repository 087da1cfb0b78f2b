import { noRecord } from "../condition/check-where.js";
import type { CheckedCondition, CheckedOperator } from "../condition/checked.js";
import { both, either } from "../condition/join-conditions.js";
import { columnOf } from "../database/sql/column-of.js";
import type { Order } from "../database/sql/order.js";
import { isInRow } from "../database/sql/whole-order.js";
import { rowFields } from "../database/sql/selection.js";
import type { Dialect } from "../database/dialect.js";
import type { Row } from "../database/wire/connection.js";
import { toJsonText } from "../model/values/exact-json.js";
import type { FieldValue } from "../model/field-type.js";
import type { Entity } from "../model/model.js";
import type { Cursors } from "./cursors.js";
import type { ReadPlan } from "../read/read-plan.js";

type PlannedPlace = Pick<ReadPlan, "after" | "order" | "selection" | "skip">;

/** The places at which the pages of one order begin and end. */
export class PagePlace {
  readonly #plan: PlannedPlace;
  readonly #entity: Entity;
  readonly #cursors: Cursors;
  readonly #context: string;

  constructor(plan: PlannedPlace, entity: Entity, cursors: Cursors) {
    this.#plan = plan;
    this.#entity = entity;
    this.#cursors = cursors;
    this.#context = [entity.name, ...plan.order.map(partText)].join("\n");
  }

  /**
   * The place at which the page begins: the condition for the records after the cursor, and how many of them to skip.
   * @throws {ApiError} `invalid-page` for a cursor of another entity or order.
   */
  begin(): { readonly where: CheckedCondition | undefined; readonly skip: number } {
    const { order, skip } = this.#plan;
    const cursor = this.#opened();
    if (cursor === undefined) return { where: undefined, skip };
    const { values, equals } = cursor;
    if (isOneByOne(this.#entity)) return { where: afterValues(order, values, this.#entity), skip };
    return { where: fromValues(order, values, this.#entity), skip: equals };
  }

  /** The cursor that begins a page after these rows. */
  next(rows: readonly Row[], dialect: Dialect): string {
    const valuesOf = this.#reader(dialect);
    const values = valuesOf(rows.at(-1) as Row);
    if (isOneByOne(this.#entity)) return this.#cursors.seal(this.#context, values);
    const isLast = (other: readonly FieldValue[]) => toJsonText(other) === toJsonText(values);
    const first = rows.findLastIndex((row) => !isLast(valuesOf(row))) + 1;
    const cursor = first === 0 ? this.#opened() : undefined;
    const before = cursor !== undefined && isLast(cursor.values) ? cursor.equals : 0;
    return this.#cursors.seal(this.#context, [...values, before + rows.length - first]);
  }

  #opened(): { readonly values: readonly FieldValue[]; readonly equals: number } | undefined {
    const { after, order } = this.#plan;
    if (after === undefined) return undefined;
    const values = this.#cursors.open(this.#context, after);
    return { values: values.slice(0, order.length), equals: Number(values[order.length] ?? 0) };
  }

  /** Returns a function that reads the values of the order from a row. */
  #reader(dialect: Dialect): (row: Row) => readonly FieldValue[] {
    const { order, selection } = this.#plan;
    const fields = rowFields(selection);
    const others = order.filter((part) => !isInRow(part, selection));
    return (row) =>
      order.map((part): FieldValue => {
        const other = others.indexOf(part);
        const index = other === -1 ? fields.indexOf(part.field) : row.length - others.length + other;
        const value = row[index];
        return value === null || value === undefined ? null : columnOf(part.field, dialect).fromColumn(value);
      });
  }
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
    return both(
      either([compared(part, "<", value), compared(part, ">", value), rest]) as CheckedCondition,
      seek,
    );
  const tie = both(atPlace(part, value), rest);
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
  const { field, via } = part;
  if (value === null) return isMissing(part);
  const conditions = ([">=", "<="] as const).map((operator): CheckedCondition => ({
    kind: "comparison",
    field,
    operator,
    value,
  }));
  return along(via, { kind: "and", conditions });
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

function compared({ field, via }: Order, operator: CheckedOperator, value: FieldValue): CheckedCondition {
  return along(via, { kind: "comparison", field, operator, value });
}

/** The condition on the record to which the steps lead. */
function along(via: Order["via"], condition: CheckedCondition): CheckedCondition {
  return via.reduceRight<CheckedCondition>(
    (inner, { relation, rows }) => ({ kind: "some", relation, condition: both(inner, rows) }),
    condition,
  );
}
