import { invalidOrder } from "./parse-order.js";
import type { Scope } from "../condition/scope.js";
import type { Order, OrderStep } from "../database/sql/order.js";
import type { SelectedRecord } from "../database/sql/selection.js";
import { withoutTies } from "../database/sql/total-order.js";
import type { ApiError } from "../errors/api-error.js";
import { nearest, suggestion } from "../errors/nearest.js";
import { fieldTypes } from "../model/field-type.js";
import type { Field } from "../model/model.js";
import { quoteName } from "../model/names.js";
import type { PlanBudget } from "./plan-parts.js";
import type { Place } from "../errors/input-issue.js";
import type { OrderItem } from "./read-request.js";

/** @param depth How many relations below the root the list is. @throws {ApiError} `invalid-order` */
export function resolveOrder(
  items: readonly OrderItem[],
  scope: Scope,
  budget: PlanBudget,
  depth = 0,
): readonly Order[] {
  return items.map((item) => resolvePart(item, scope, budget, depth));
}

/**
 * The order with what breaks its ties.
 * @throws {ApiError} `invalid-order` if the records have no key, and the caller may read no field that has an order.
 */
export function resolveTotalOrder(
  order: readonly Order[],
  record: SelectedRecord,
  { entity, fields }: Scope,
): readonly Order[] {
  const total = withoutTies(order, record, fields);
  if (total.length > 0) return total;
  throw invalidOrder("not-sortable", `There is no field to sort "${entity.name}" by.`, { path: "orderBy" });
}

function resolvePart(item: OrderItem, scope: Scope, budget: PlanBudget, depth: number): Order {
  const { path, isDescending, place } = item;
  const via: OrderStep[] = [];
  let at = scope;
  for (const name of path.slice(0, -1)) {
    const step = at.relation(name);
    if (step === undefined) throw unknown(name, at, place);
    const { relation, rows, target } = step;
    if (relation.isList)
      throw invalidOrder("not-sortable", `"${relation.name}" is a list: an order needs one record.`, place);
    via.push({ relation, rows });
    if (depth + via.length > budget.maxDepth)
      throw invalidOrder("too-deep", `An order may follow at most ${budget.maxDepth} relations.`, place);
    at = target;
  }
  const name = path.at(-1) ?? "";
  const field = at.entity.fieldsByName.get(name.toLowerCase());
  if (field === undefined || !at.fields.includes(field)) throw unknown(name, at, place);
  return { field: sortable(field, place), isDescending, via };
}

/** @throws {ApiError} `invalid-order` */
export function sortable(field: Field, place: Place): Field {
  if (fieldTypes[field.type].isSortable) return field;
  const message = `Field "${field.name}" is of type "${field.type}", which has no order.`;
  throw invalidOrder("not-sortable", message, place);
}

function unknown(name: string, { entity, fields, relationNames }: Scope, place: Place): ApiError {
  const names = [...fields.map((field) => field.name), ...relationNames()];
  // Other APIs write "descending" this way.
  const descending = name.startsWith("-") ? nearest(name.slice(1), names) : undefined;
  const hint = descending === undefined ? suggestion(name, names) : ` Did you mean "~${descending}"?`;
  return invalidOrder(
    "unknown-field",
    `Unknown field ${quoteName(name)} in entity "${entity.name}".${hint}`,
    place,
  );
}
