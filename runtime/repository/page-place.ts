import { noRecord } from "../condition/check-where.js";
import type { CheckedCondition, CheckedOperator } from "../condition/checked.js";
import { both, either } from "../condition/join-conditions.js";
import { columnOf } from "../database/sql/column-of.js";
import type { Order } from "../database/sql/order.js";
import { isInRow } from "../database/sql/whole-order.js";
import { fieldsOfRow, neededFields } from "../database/sql/selection.js";
import type { Dialect } from "../database/dialect.js";
import type { Row } from "../database/wire/connection.js";
import type { FieldValue } from "../model/field-type.js";
import type { Entity } from "../model/model.js";
import type { Cursors } from "./cursors.js";
import type { ReadPlan } from "./read-plan.js";

/** Where the pages of one order begin and end. */
export class PagePlace {
  readonly #plan: Pick<ReadPlan, "after" | "order" | "selection">;
  readonly #entity: Entity;
  readonly #cursors: Cursors;
  readonly #context: string;

  constructor(plan: Pick<ReadPlan, "after" | "order" | "selection">, entity: Entity, cursors: Cursors) {
    this.#plan = plan;
    this.#entity = entity;
    this.#cursors = cursors;
    this.#context = [entity.name, ...plan.order.map(partText)].join("\n");
  }

  /**
   * Holds for the records after the page that the cursor ends. `undefined` without a cursor.
   * @throws {ApiError} `invalid-page` for a cursor of another entity or order.
   */
  after(): CheckedCondition | undefined {
    const { after, order } = this.#plan;
    if (after === undefined) return undefined;
    const values = this.#cursors.open(this.#context, after);
    return afterValues(order, values, this.#entity);
  }

  /** The cursor that begins a page after this row. */
  next(row: Row, dialect: Dialect): string {
    const { order, selection } = this.#plan;
    const fields = fieldsOfRow(selection, neededFields(selection));
    const others = order.filter((part) => !isInRow(part, selection));
    const values = order.map((part): FieldValue => {
      const other = others.indexOf(part);
      const index = other === -1 ? fields.indexOf(part.field) : row.length - others.length + other;
      const value = row[index];
      return value === null || value === undefined ? null : columnOf(part.field, dialect).fromColumn(value);
    });
    return this.#cursors.seal(this.#context, values);
  }
}

/** What makes two parts of orders the same: also the type, because values of another could not be compared. */
function partText({ field, isDescending, via }: Order): string {
  const path = [...via.map(({ relation }) => relation.name), field.name].join(".");
  return `${isDescending ? "~" : ""}${path}:${field.type}`;
}

/**
 * Holds for records that come later than these values. The first part also stands alone as a bound, because
 * databases seek in an index by that and not by the alternatives after it.
 */
function afterValues(
  order: readonly Order[],
  values: readonly FieldValue[],
  entity: Entity,
): CheckedCondition {
  const [part, ...others] = order;
  const value = values[0] ?? null;
  if (part === undefined) return noRecord(entity);
  const later = beyond(part, value);
  if (others.length === 0) return later ?? noRecord(entity);
  const rest = afterValues(others, values.slice(1), entity);
  const tie = both(equal(part, value), rest);
  if (later === undefined) return tie;
  return both(either([later, tie]) as CheckedCondition, bound(part, value));
}

/** `undefined` if no record comes later: nulls come last, if descending. */
function beyond(part: Order, value: FieldValue): CheckedCondition | undefined {
  if (value === null) return part.isDescending ? undefined : isThere(part);
  const later = compared(part, part.isDescending ? "<" : ">", value);
  return part.isDescending && mayBeNull(part) ? either([later, isMissing(part)]) : later;
}

function bound(part: Order, value: FieldValue): CheckedCondition | undefined {
  if (part.via.length > 0 || value === null || (part.isDescending && mayBeNull(part))) return undefined;
  return compared(part, part.isDescending ? "<=" : ">=", value);
}

/**
 * Holds for records with this value by the order: "=" may tell values apart that have one place in it, such as
 * durations of a month and of 30 days, or not tell apart those that have two, such as texts in a collation that
 * ignores case.
 */
function equal(part: Order, value: FieldValue): CheckedCondition {
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

/** Also if a record on the way to the value is missing. */
function isMissing(part: Order): CheckedCondition {
  const [step] = part.via;
  if (step === undefined) return compared(part, "=", null);
  return { ...(isThere(part) as Extract<CheckedCondition, { kind: "some" }>), isNegated: true };
}

function compared({ field, via }: Order, operator: CheckedOperator, value: FieldValue): CheckedCondition {
  return along(via, { kind: "comparison", field, operator, value });
}

/** The condition on the record that the steps lead to. */
function along(via: Order["via"], condition: CheckedCondition): CheckedCondition {
  return via.reduceRight<CheckedCondition>(
    (inner, { relation, rows }) => ({ kind: "some", relation, condition: both(inner, rows) }),
    condition,
  );
}
