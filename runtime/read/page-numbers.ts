import type { ConditionLimits } from "../condition/parse-condition.js";
import { ApiError, type IssueCode } from "../errors/api-error.js";
import type { Limits } from "../model/model.js";
import { issueAt } from "./place.js";
import type { Place } from "./read-request.js";

/** The limits for reads that callers send. */
export type ReadLimits = ConditionLimits & Pick<Limits, "maxSkip">;

/**
 * Parses a `take` or `skip` that is a text.
 * @param name For messages.
 * @throws {ApiError} `invalid-page`
 */
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
    throw invalid("wrong-type", `"${name}" must be a whole number from 0 on.`, place);
  if (value > max) throw tooLarge(max, name, place);
  return value;
}

function tooLarge(max: number, name: string, place: Place): ApiError {
  return invalid("out-of-range", `"${name}" must be at most ${max}.`, place);
}

function invalid(code: IssueCode, message: string, place: Place): ApiError {
  return new ApiError("invalid-page", message, { issues: [issueAt(place, code, message)] });
}
