import type { Grant } from "../access/authorize.js";
import { checkCondition } from "../condition/check-condition.js";
import type { CheckedCondition } from "../condition/checked.js";
import { comparedFields } from "../condition/compared-fields.js";
import { and } from "../condition/join-conditions.js";
import { parseCondition, type ConditionLimits } from "../condition/parse-condition.js";
import type { WhereTemplate } from "../condition/where-template.js";
import { orderBy } from "../database/sql/order.js";
import type { Selection } from "../database/sql/selection.js";
import { withoutTies } from "../database/sql/total-order.js";
import { singleMistake, type ApiError } from "../errors/api-error.js";
import { suggestion } from "../errors/nearest.js";
import { readableFields } from "../model/fields.js";
import { fieldTypes } from "../model/field-type.js";
import type { Entity, Field } from "../model/model.js";
import { quoteName } from "../model/names.js";
import { invalidPage } from "./page-numbers.js";
import { invalidOrder } from "./parse-order.js";
import { visible } from "./plan-parts.js";
import type { ReadPlan } from "./read-plan.js";
import { sortable } from "./resolve-order.js";

/** Which records to read. `W` is the type of conditions. */
export interface FindOptions<R = Record<string, unknown>, W = string | WhereTemplate> {
  /**
   * A condition, as in `views>10&title~"trains"`; the result of ``where`title~${words}` ``; or an object. Default:
   * all records.
   */
  readonly where?: W | undefined;
  /** The name of a field, `~` before it for descending. Default: the key. */
  readonly orderBy?: OrderBy<R> | undefined;
  /** Number of records to skip. Default: 0. */
  readonly skip?: number | undefined;
  /** The maximum number of records to return. Default: the configuration's `maxTake`. */
  readonly take?: number | undefined;
}

/** The place of mistakes in `orderBy`. */
const place = { path: "orderBy" };

type OrderBy<R> = (keyof R & string) | `~${keyof R & string}`;

/** A query whose names and values have been checked against the entity. */
export interface Query {
  readonly kind: "query";
  readonly where: CheckedCondition | undefined;
  readonly orderBy: Field;
  readonly isDescending: boolean;
  readonly skip: number;
  readonly take: number;
}

/**
 * @param limits The limits on the condition. Default: none, because server code wrote it.
 * @throws {ApiError} `invalid-order`, `invalid-page` or `invalid-condition`.
 */
export function resolveQuery(
  options: FindOptions<Record<string, unknown>, string>,
  entity: Entity,
  usable: readonly Field[] = readableFields(entity),
  limits?: ConditionLimits,
): Query {
  const { where, orderBy, skip = 0, take = entity.limits.maxTake } = options;
  for (const [path, value] of Object.entries({ skip, take })) {
    if (!Number.isSafeInteger(value) || value < 0)
      throw invalidPage("out-of-range", `"${path}" must be a whole number from 0 on.`, { path });
  }
  return {
    kind: "query",
    where: where === undefined ? undefined : checkCondition(parseCondition(where, limits), entity, usable),
    ...(orderBy === undefined
      ? { orderBy: usualOrder(entity, usable), isDescending: false }
      : resolveOrder(orderBy, entity, usable)),
    skip,
    take,
  };
}

/** The plan of a page with its count, for one caller. */
export function planQuery(
  { where, orderBy: field, isDescending, skip, take }: Query,
  entity: Entity,
  grant: Grant | undefined,
  selection: Selection,
): ReadPlan {
  const order = withoutTies([orderBy(field, isDescending)], selection, shownFields(selection));
  const allowed = and(where, visible(entity, grant));
  return { selection, asked: where, where: allowed, order, take, skip, after: undefined, isCounted: true };
}

/** The fields that every selected record shows. */
function shownFields({ fields, guards }: Selection): readonly Field[] {
  return fields.filter(({ name }) => !guards.some(({ members }) => members.has(name)));
}

/**
 * Sorting by the key is allowed even if the caller may not read it, because ties are broken by it anyway.
 * @throws {ApiError} `invalid-order`
 */
function usualOrder({ keys: [key], name }: Entity, usable: readonly Field[]): Field {
  const field = key ?? usable.find(({ type }) => fieldTypes[type].isSortable);
  if (field === undefined)
    throw invalidOrder("not-sortable", `There is no field to sort "${name}" by.`, place);
  return field;
}

/** @throws {ApiError} `invalid-order` */
function resolveOrder(
  orderBy: string,
  entity: Entity,
  usable: readonly Field[],
): Pick<Query, "orderBy" | "isDescending"> {
  const isDescending = orderBy.startsWith("~");
  const name = isDescending ? orderBy.slice(1) : orderBy;
  const field = entity.fieldsByName.get(name.toLowerCase());
  if (field === undefined || !usable.includes(field)) throw unknownOrder(name, entity, usable);
  return { orderBy: sortable(field, place), isDescending };
}

/**
 * Checks a query, resolved without a caller, against the fields that the caller may use.
 * @throws {ApiError} the same error as for a field that does not exist.
 */
export function checkUsable(query: Query, entity: Entity, usable: readonly Field[]): void {
  if (!usable.includes(query.orderBy)) throw unknownOrder(query.orderBy.name, entity, usable);
  const hidden = query.where === undefined ? undefined : hiddenField(query.where, usable);
  if (hidden !== undefined) {
    const message = unknownField(hidden.name, entity, usable);
    throw singleMistake("invalid-condition", "unknown-field", message, { path: "condition" });
  }
}

function hiddenField(condition: CheckedCondition, usable: readonly Field[]): Field | undefined {
  return comparedFields(condition).find(({ field }) => !usable.includes(field))?.field;
}

function unknownOrder(name: string, entity: Entity, usable: readonly Field[]): ApiError {
  return invalidOrder("unknown-field", unknownField(name, entity, usable), place);
}

function unknownField(name: string, entity: Entity, usable: readonly Field[]): string {
  const names = usable.map((field) => field.name);
  return `Unknown field ${quoteName(name)} in entity "${entity.name}".${suggestion(name, names)}`;
}
