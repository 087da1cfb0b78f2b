import type { ConditionLimits } from "../condition/parse-condition.js";
import { mistakesOf, type ApiError } from "../errors/api-error.js";
import type { Limits } from "../model/model.js";
import type { Place } from "../errors/input-issue.js";
import type { ReadRequest } from "./read-request.js";

/** The error for a page that cannot be read. */
export const invalidPage = mistakesOf("invalid-page");

/** The limits for reads that callers send. */
export type ReadLimits = ConditionLimits & Pick<Limits, "maxSkip">;

/** Parses a `take` or `skip` that is a text. @param name For messages. @throws {ApiError} `invalid-page` */
export function parsePageText(text: string, max: number, name: string, place: Place): number {
  // No limit has more digits.
  if (/^[1-9]\d{16,}$/.test(text)) throw tooLarge(max, name, place);
  return checkPageNumber(/^(?:0|[1-9]\d*)$/.test(text) ? Number(text) : undefined, max, name, place);
}

/** Checks a `take` or `skip`. @throws {ApiError} `invalid-page` */
export function checkPageNumber(
  value: unknown,
  max = Number.MAX_SAFE_INTEGER,
  name: string,
  place: Place = { path: name },
): number {
  if (typeof value !== "number" || !Number.isInteger(value) || value < 0)
    throw invalidPage("wrong-type", `"${name}" must be a whole number from 0 on.`, place);
  if (value > max) throw tooLarge(max, name, place);
  return value;
}

/** A page begins after a cursor or after a number of records. @throws {ApiError} `invalid-page` */
export function checkPlace({ after, skip }: Pick<ReadRequest, "after" | "skip">): void {
  if (after !== undefined && skip !== undefined)
    throw invalidPage("out-of-range", '"after" says where the page begins: leave out "skip".', {
      path: "after",
    });
}

function tooLarge(max: number, name: string, place: Place): ApiError {
  return invalidPage("out-of-range", `"${name}" must be at most ${max}.`, place);
}
