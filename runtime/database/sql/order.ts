import type { CheckedCondition } from "../../condition/checked.js";
import type { Field, Relation } from "../../model/model.js";
import { conditionShape } from "./where/condition-shape.js";

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

/** The shape of an order: everything but the values in its conditions. */
export function orderShape(order: readonly Order[]): string {
  return order.map(partShape).join();
}

function partShape({ field, isDescending, via }: Order): string {
  const path = via.map(({ relation, rows }) => `${relation.name}?${conditionShape(rows)}.`).join("");
  return `${isDescending ? "~" : ""}${path}${field.name}`;
}
