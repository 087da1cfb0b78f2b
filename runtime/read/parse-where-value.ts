import { parseWhereObject } from "../condition/parse-where-object.js";
import { comparisonsOf, type Condition } from "../condition/nodes.js";
import { singleMistake } from "../errors/api-error.js";
import type { ReadLimits } from "./page-numbers.js";
import type { ListRequest } from "./read-request.js";

/**
 * Parses the `where` of a JSON object: a text, an object, or a list of these that must all hold.
 * @param path The path in the body, for messages.
 * @throws {ApiError} `invalid-condition`
 */
export function parseWhereValue(
  value: unknown,
  limits: ReadLimits | undefined,
  path: string,
): Condition | undefined {
  if (!Array.isArray(value)) return parseWhereObject(value, limits, path);
  return allOf(value.map((each: unknown, index) => parseWhereObject(each, limits, `${path}[${index}]`)));
}

/** The condition that all of these hold. `undefined` for none. */
export function allOf(conditions: readonly Condition[]): Condition | undefined {
  return conditions.length > 1 ? { kind: "and", conditions } : conditions[0];
}

/** Checks the number of comparisons in all conditions of a read. @throws {ApiError} `invalid-condition` */
export function checkTerms(request: ListRequest, { maxConditionTerms }: ReadLimits): void {
  if (termsOf(request) <= maxConditionTerms) return;
  const message = `The conditions of a read may have at most ${maxConditionTerms} comparisons together.`;
  throw singleMistake("invalid-condition", "too-many-terms", message, { path: "where" });
}

function termsOf({ where, select = [] }: ListRequest): number {
  let terms = where === undefined ? 0 : comparisonsOf(where).length;
  for (const item of select) if (item.kind === "member" && item.of !== undefined) terms += termsOf(item.of);
  return terms;
}
