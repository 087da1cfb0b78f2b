import { ApiError } from "../../errors/api-error.js";
import type { Limits } from "../../model/model.js";
import { countKeys } from "../../model/values/count-keys.js";
import { findJsonMistake, parseExactJson } from "../../model/values/exact-json.js";
import { toPlainOrExact } from "../../model/values/scalars.js";

/** Bodies are small records. Larger ones are attacks or mistakes. */
export type JsonLimits = Pick<Limits, "maxJsonDepth" | "maxJsonKeys">;

/**
 * Parses JSON (RFC 8259). Numbers with many digits become `ExactNumber`s, for the types that keep every digit.
 * @param part What errors call the text.
 * @param isExact See `parseExactJson`.
 * @throws {ApiError} `malformed-json`
 */
export function parseJsonText(text: string, limits: JsonLimits, part = "body", isExact?: boolean): unknown {
  const check = (value: unknown) => {
    // Each level has two brackets, and each key a colon, so a shorter text cannot exceed them.
    if (text.length > Math.min(2 * limits.maxJsonDepth, limits.maxJsonKeys))
      checkParsedJson(value, limits, part);
  };
  try {
    return parseExactJson(text, toPlainOrExact, check, isExact);
  } catch (error) {
    if (error instanceof ApiError) throw error;
    throw malformedJson(text, part, error);
  }
}

export function malformedJson(text: string, part: string, cause: unknown): ApiError {
  return new ApiError("malformed-json", `The ${part} is not valid JSON${placeIn(text)}.`, { cause });
}

/** ` at line 2, character 5`. Empty if the place is not known. */
function placeIn(text: string): string {
  const position = findJsonMistake(text)?.position;
  if (position === undefined) return "";
  if (position >= text.trimEnd().length) return text.trim() === "" ? "" : ": it ends too early";
  const lines = text.slice(0, position).split("\n");
  const character = `character ${(lines.at(-1) ?? "").length + 1}`;
  return text.includes("\n") ? ` at line ${lines.length}, ${character}` : ` at ${character}`;
}

/**
 * Checks the limits for JSON that has been parsed, also by the application's own parser.
 * @param part What errors call it.
 * @throws {ApiError} `malformed-json`
 */
export function checkParsedJson(value: unknown, limits: JsonLimits, part = "body"): void {
  const { maxJsonDepth, maxJsonKeys } = limits;
  const keys = countKeys(value, maxJsonDepth, maxJsonKeys);
  if (keys === undefined)
    throw new ApiError("malformed-json", `The ${part} is nested more than ${maxJsonDepth} levels deep.`);
  if (keys > maxJsonKeys)
    throw new ApiError("malformed-json", `The ${part} has more than ${maxJsonKeys} keys.`);
}
