import type { Grant } from "../access/authorize.js";
import type { CheckedCondition } from "../condition/checked.js";
import { and } from "../condition/join-conditions.js";
import type { Order } from "../database/sql/order.js";
import type { Selection } from "../database/sql/selection.js";
import type { Entity, Limits } from "../model/model.js";
import { viewOf } from "./plan-view.js";
import { checkPageNumber, checkPlace, invalidPage } from "./page-numbers.js";
import { isRequest, newBudget, resolveWhere, visible, type PlanBudget } from "./plan-parts.js";
import { resolveOrder, resolveTotalOrder } from "./resolve-order.js";
import type { ReadRequest, StreamRequest } from "./read-request.js";
import { resolveSelect } from "./resolve-select.js";
import { invalidSelect } from "./unique-select-items.js";

/** A read whose names, values and limits have been checked, including the caller's rights. */
export interface ReadPlan {
  readonly selection: Selection;
  /** The caller's condition. `undefined` for all. */
  readonly asked: CheckedCondition | undefined;
  /** The caller's condition, limited to the records that the caller may see. */
  readonly where: CheckedCondition | undefined;
  /** Ends with the key, if there is one. */
  readonly order: readonly Order[];
  readonly take: number;
  readonly skip: number;
  readonly after: string | undefined;
  readonly isCounted: boolean;
}

/**
 * @param grant Limits the plan to what the caller may read. Default: everything, for server code.
 * @throws {ApiError} `invalid-condition`, `invalid-order`, `invalid-select` or `invalid-page`.
 */
export function planRead(entity: Entity, request: ReadRequest, grant: Grant | undefined): ReadPlan {
  const { limits } = entity;
  const { take = limits.defaultTake, skip = 0, after, isCounted = false } = request;
  checkPage({ take, skip }, isRequest(grant) ? limits : undefined);
  checkPlace(request);
  const view = viewOf(entity, grant);
  const budget = newBudget(limits);
  const asked = resolveWhere(request, view.scope(), budget, 0);
  const selection = resolveSelect(request.select, view, take, budget);
  if (isRequest(grant)) checkRecords(budget, limits);
  const order = resolveOrder(request.orderBy ?? [], view.scope(), budget);
  return {
    selection,
    asked,
    where: and(asked, visible(entity, grant)),
    order: resolveTotalOrder(order, selection, view.scope()),
    take,
    skip,
    after,
    isCounted,
  };
}

/** The number of records for which the limits of a stream are checked. */
const STREAMED = 100;

/**
 * The plan of a stream, made for its first page, with the limits of a page.
 * @throws {ApiError} As `planRead`, and `invalid-select` for other records in flat ones.
 */
export function planStream(
  entity: Entity,
  request: ReadRequest,
  grant: Grant | undefined,
  { isFlat }: StreamRequest,
): ReadPlan {
  const take = Math.min(request.take ?? STREAMED, STREAMED, entity.limits.maxTake);
  const plan = planRead(entity, { ...request, take }, grant);
  const { references, links, lists } = plan.selection;
  const [nested] = [...references, ...lists, ...links.filter(({ target }) => target !== undefined)];
  if (!isFlat || nested === undefined) return plan;
  const name = "name" in nested ? nested.name : nested.link.name;
  const message = `CSV cannot contain the related records "${name}": leave them out, or request application/x-ndjson.`;
  throw invalidSelect("not-flat", message, { path: "select" });
}

/** The selection of one record. @throws {ApiError} `invalid-select` and the errors of its parts. */
export function planRecord(
  entity: Entity,
  { select }: Pick<ReadRequest, "select">,
  grant: Grant | undefined,
): Selection {
  const { limits } = entity;
  const budget = newBudget(limits);
  const selection = resolveSelect(select, viewOf(entity, grant), 1, budget);
  if (isRequest(grant)) checkRecords(budget, limits);
  return selection;
}

/** Computed before anything runs, because nested lists multiply. */
function checkRecords({ records }: PlanBudget, { maxRecords }: Limits): void {
  if (records <= maxRecords) return;
  throw invalidPage(
    "out-of-range",
    `The answer could have ${records} records; at most ${maxRecords} are allowed. Lower "take" of the page or of its lists.`,
    { path: "take" },
  );
}

/** @throws {ApiError} `invalid-page` */
function checkPage({ take, skip }: Pick<ReadPlan, "take" | "skip">, limits: Limits | undefined): void {
  checkPageNumber(take, limits?.maxTake, "take");
  checkPageNumber(skip, limits?.maxSkip, "skip");
}
