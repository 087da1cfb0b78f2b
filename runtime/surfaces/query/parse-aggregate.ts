import type { Entity } from "../../model/model.js";
import type { AggregateRequest } from "../../read/aggregate-request.js";
import { parseAggregateOrders, parseAggregateTerms } from "../../read/parse-aggregate-term.js";
import { allOf, checkTerms } from "../../read/parse-where-value.js";
import { MAX_GROUPS } from "../../read/plan-aggregate.js";
import { parseConditions, parseCounted, toNumber, type ReadHttpRequest } from "./parse-read.js";
import { parseParameters } from "../../http/parse-parameters.js";

const names = ["select", "where", "having", "orderBy", "take", "skip", "after", "count"] as const;

/**
 * Parses the query string of a request that reads groups of records.
 * @throws {ApiError} 400 with the first mistake.
 */
export function parseAggregate(req: ReadHttpRequest, { limits }: Entity): AggregateRequest {
  const parameters = parseParameters(req.url, names, ["where", "having"]);
  const { select, orderBy, take, skip, after, count } = parameters;
  const where = parseConditions(parameters.where, limits, "where");
  const having = parseConditions(parameters.having, limits, "having");
  checkTerms({ where: allOf([where, having].filter((condition) => condition !== undefined)) }, limits);
  return {
    select: select?.[0] === undefined ? [] : parseAggregateTerms(select[0], "select"),
    where,
    having,
    orderBy: orderBy?.[0] === undefined ? undefined : parseAggregateOrders(orderBy[0], "orderBy"),
    take: take?.[0] === undefined ? undefined : toNumber(take[0], MAX_GROUPS, "take"),
    skip: skip?.[0] === undefined ? undefined : toNumber(skip[0], limits.maxSkip, "skip"),
    after: after?.[0],
    isCounted: parseCounted(count, req),
  };
}
