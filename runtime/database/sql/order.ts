import type { CheckedCondition } from "../../condition/checked.js";
import { fieldTypes } from "../../model/field-type.js";
import type { Field, Relation } from "../../model/model.js";
import { conditionShape } from "./condition-shape.js";
import { fieldsOfRow, neededFields, type SelectedFields, type SelectedRecord } from "./selection.js";

/** One value that records are sorted by: nulls first, or last if descending. */
export interface Order {
  readonly field: Field;
  readonly isDescending: boolean;
  /** The to-one relations that lead to the record with the field. None for the entity's own fields. */
  readonly via: readonly OrderStep[];
}

export interface OrderStep {
  readonly relation: Relation;
  /** The records that the caller may see. `undefined` for all. */
  readonly rows: CheckedCondition | undefined;
}

/** By one of the entity's own fields. */
export function orderBy(field: Field, isDescending = false): Order {
  return { field, isDescending, via: [] };
}

/**
 * Breaks ties by the key, in the direction of the last part, so that an index on one field can be read both ways.
 * Without a key, ties are broken by all that every selected record shows: an order by more would reveal hidden
 * values.
 */
export function withoutTies(
  order: readonly Order[],
  { entity, fields, guards }: SelectedFields,
): readonly Order[] {
  const isShown = ({ name, type }: Field) =>
    fieldTypes[type].isSortable && !guards.some(({ members }) => members.has(name));
  const others = entity.keys.length > 0 ? entity.keys : fields.filter(isShown);
  const isDescending = order.at(-1)?.isDescending ?? false;
  const isThere = (field: Field) => order.some((part) => part.field === field && part.via.length === 0);
  const more = others.filter((field) => !isThere(field));
  return [...order, ...more.map((field) => orderBy(field, isDescending))];
}

/** Whether the rows of a selection include the value. */
export function isInRow({ field, via }: Order, selection: SelectedRecord): boolean {
  return via.length === 0 && fieldsOfRow(selection, neededFields(selection)).includes(field);
}

/** The shape of an order: everything but the values in its conditions. */
export function orderShape(order: readonly Order[]): string {
  return order.map(partShape).join();
}

function partShape({ field, isDescending, via }: Order): string {
  const path = via.map(({ relation, rows }) => `${relation.name}?${conditionShape(rows)}.`).join("");
  return `${isDescending ? "~" : ""}${path}${field.name}`;
}
