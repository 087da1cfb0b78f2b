import { ApiError } from "../../errors/api-error.js";
import type { Limits } from "../../model/model.js";
import { parseExactJson } from "../../model/values/exact-json.js";
import { ExactNumber } from "../../model/values/exact-number.js";
import { measureJson } from "../../model/values/measure-json.js";
import { isExactNumber, isPlainNumber } from "../../model/values/scalars.js";

/** Bodies are small records. Larger ones are attacks or mistakes. */
export type JsonLimits = Pick<Limits, "maxJsonDepth" | "maxJsonKeys">;

/**
 * Parses JSON (RFC 8259). Numbers with many digits become `ExactNumber`s, for the types that keep every
 * digit.
 * @param part What errors call the text.
 * @throws {ApiError} `malformed-json`
 */
export function parseJsonText(text: string, limits: JsonLimits, part = "body"): unknown {
  checkText(text, limits, part);
  try {
    return parseExactJson(text, parseNumber);
  } catch (error) {
    throw new ApiError("malformed-json", `The ${part} is not valid JSON.`, { cause: error });
  }
}

/** Returns a double only if it cannot be the rounded form of another number. */
function parseNumber(text: string): unknown {
  return isPlainNumber(text) ? Number(text) : new ExactNumber(text);
}

/** Replaces `ExactNumber`s by doubles where the double is exactly the same number. */
export function withDoubles(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (value instanceof ExactNumber) return isExactNumber(value.text) ? Number(value.text) : value;
  if (Array.isArray(value)) return value.map(withDoubles);
  // `fromEntries` also copies a key such as `__proto__`.
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withDoubles(item)]));
}

function checkText(text: string, { maxJsonDepth, maxJsonKeys }: JsonLimits, part: string): void {
  // Each level has two brackets, and each key a colon, so a shorter text cannot exceed them.
  if (text.length <= Math.min(2 * maxJsonDepth, maxJsonKeys)) return;
  const { depth, keys } = measureJson(text);
  if (depth > maxJsonDepth) throw tooDeep(maxJsonDepth, part);
  if (keys > maxJsonKeys) throw tooManyKeys(maxJsonKeys, part);
}

/**
 * Checks the limits for a body that the application's own parser has parsed, level by level.
 * @throws {ApiError} `malformed-json`
 */
export function checkParsedJson(value: unknown, { maxJsonDepth, maxJsonKeys }: JsonLimits): void {
  let keys = 0;
  let level = [value].filter(isNested);
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > maxJsonDepth) throw tooDeep(maxJsonDepth, "body");
    const next: object[] = [];
    for (const each of level) {
      const members: readonly unknown[] = Array.isArray(each) ? each : Object.values(each);
      if (!Array.isArray(each) && (keys += members.length) > maxJsonKeys)
        throw tooManyKeys(maxJsonKeys, "body");
      for (const member of members) if (isNested(member)) next.push(member);
    }
    level = next;
  }
}

function isNested(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

function tooDeep(maxDepth: number, part: string): ApiError {
  return new ApiError("malformed-json", `The ${part} is nested more than ${maxDepth} levels deep.`);
}

function tooManyKeys(maxKeys: number, part: string): ApiError {
  return new ApiError("malformed-json", `The ${part} has more than ${maxKeys} keys.`);
}
