import type * as LosslessJson from "lossless-json";
import { createRequire } from "node:module";
import { ExactNumber } from "./exact-number.js";
import type { JsonValue } from "../field-type.js";
import { countKeys } from "./count-keys.js";
import { isExactNumber } from "./scalars.js";

/** With this many digits and points in a row, a double may not hold a number exactly. */
const MANY_DIGITS = 16;

const LARGE_EXPONENT = /\d[eE][+-]?\d{3}/;

/**
 * Whether the text of one or more JSON values may contain numbers that a double does not hold exactly: many digits in
 * a row, or a large exponent.
 */
export function hasLongNumbers(text: string): boolean {
  return hasManyDigits(text) || LARGE_EXPONENT.test(text);
}

/** Looks only at every 16th character, and around digits: a row of 16 digits cannot be missed. */
function hasManyDigits(text: string): boolean {
  for (let place = MANY_DIGITS - 1; place < text.length; place += MANY_DIGITS) {
    if (!isDigit(text, place)) continue;
    let begin = place;
    let end = place + 1;
    while (begin > 0 && isDigit(text, begin - 1)) begin--;
    while (end < text.length && end - begin < MANY_DIGITS && isDigit(text, end)) end++;
    if (end - begin >= MANY_DIGITS) return true;
  }
  return false;
}

/** Whether there is a digit or a point. */
function isDigit(text: string, place: number): boolean {
  const code = text.charCodeAt(place);
  return (code >= 0x30 && code <= 0x39) || code === 0x2e;
}

/**
 * Like `JSON.parse`, but `parseNumber` parses numbers if any may not fit a double.
 * @param check Gets the value that `JSON.parse` returns, and throws if it is too large to continue. It does not see values
 * that a repeated name replaces. Default: no check.
 * @param isExact Whether `hasLongNumbers` is known to be false. Default: no.
 * @throws {SyntaxError} and what `check` throws.
 * @throws {RangeError} for a replaced value that is nested too deep: `JSON.parse` accepts any depth, but the second parser
 * is recursive.
 */
export function parseExactJson(
  text: string,
  parseNumber: (text: string) => unknown,
  check?: (value: unknown) => void,
  isExact = false,
): unknown {
  const plain: unknown = JSON.parse(text);
  check?.(plain);
  return !isExact && hasLongNumbers(text)
    ? lossless().parse(text, undefined, { parseNumber, onDuplicateKey: ({ newValue }) => newValue })
    : plain;
}

/** What is wrong with a text that is not JSON, and the index of the character. `undefined` if it is not known. */
export function findJsonMistake(text: string): { message: string; position: number } | undefined {
  try {
    lossless().parse(text, undefined, { onDuplicateKey: ({ newValue }) => newValue });
    return undefined;
  } catch (error) {
    if (!(error instanceof SyntaxError)) return undefined;
    // Unlike those of V8, its messages always end with the position.
    const [message = "", position] = error.message.split(" at position ");
    return position === undefined ? undefined : { message, position: Number(position) };
  }
}

let loaded: typeof LosslessJson | undefined;

/** Loaded when the first number needs it: most servers have none. */
function lossless(): typeof LosslessJson {
  loaded ??= createRequire(import.meta.url)("lossless-json") as typeof LosslessJson;
  return loaded;
}

/** The maximum depth of a stored value. A deeper value could be read, but neither copied nor written. */
const MAX_DEPTH = 1000;

/** Parses a stored JSON value. @throws {SyntaxError | RangeError} If it is not JSON or is nested too deep. */
export function parseStoredJson(text: string): JsonValue {
  return parseExactJson(text, exactly, (value) => {
    // Each level has two brackets, so a shorter text cannot be too deep.
    if (text.length > 2 * MAX_DEPTH && countKeys(value, MAX_DEPTH) === undefined)
      throw new RangeError(`The JSON is nested more than ${MAX_DEPTH} levels deep.`);
  }) as JsonValue;
}

function exactly(text: string): number | ExactNumber {
  return isExactNumber(text) ? Number(text) : new ExactNumber(text);
}

const exactNumbers = { test: (value: unknown) => value instanceof ExactNumber, stringify: String };

/** Like `JSON.stringify`, but writes `ExactNumber`s with all their digits. */
export function toJsonText(value: unknown): string {
  const { rounded } = ExactNumber;
  const text = JSON.stringify(value);
  if (ExactNumber.rounded === rounded) return text;
  return lossless().stringify(value, undefined, undefined, [exactNumbers]) ?? text;
}
