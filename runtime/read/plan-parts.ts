import type { Grant } from "../access/authorize.js";
import { readRights, visibleRecords } from "../access/granted-rights.js";
import { checkWhere, type ConditionBudget } from "../condition/check-where.js";
import type { CheckedCondition } from "../condition/checked.js";
import { and } from "../condition/join-conditions.js";
import type { Scope } from "../condition/scope.js";
import type { Entity, Limits } from "../model/model.js";
import type { ListRequest } from "./read-request.js";

/** The maximum number of relations in a plan. */
export const MAX_RELATIONS = 32;

/** The limits that the parts of one plan share. */
export interface PlanBudget extends ConditionBudget {
  relations: number;
  /** The sum over all lists of the maximum number of their records. */
  records: number;
}

export function newBudget({ maxDepth, maxConditionTerms }: Limits): PlanBudget {
  return { maxComparisons: maxConditionTerms, comparisons: 0, listed: 0, maxDepth, relations: 0, records: 0 };
}

/** The condition for the records that the caller may see. `undefined` for all. @throws {ApiError} 401 or 403 */
export function visible(entity: Entity, grant: Grant | undefined): CheckedCondition | undefined {
  return and(readRights(entity, grant).rows, visibleRecords(entity, grant?.caller));
}

/** @param depth How many relations below the root the list is. */
export function resolveWhere(
  { where }: ListRequest,
  scope: Scope,
  budget: PlanBudget,
  depth: number,
): CheckedCondition | undefined {
  return where === undefined ? undefined : checkWhere(where, scope, budget, depth);
}

/** Counts a relation of the plan. Returns whether there are too many. */
export function spendRelation(budget: PlanBudget): boolean {
  return ++budget.relations > MAX_RELATIONS;
}

/** Whether the read comes from a request: requests have limits that server code does not have. */
export function isRequest(grant: Grant | undefined): grant is Grant {
  return grant !== undefined && grant.isServerCode !== true;
}
