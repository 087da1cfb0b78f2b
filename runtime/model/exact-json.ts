import { parse as parseLossless, stringify as stringifyLossless } from "lossless-json";
import { ExactNumber } from "./exact-number.js";
import type { JsonValue } from "./field-type.js";
import { measureJson } from "./measure-json.js";
import { isExactNumber } from "./scalars.js";

/** A number that a double may not hold: many digits in a row, or a large exponent. */
const SUSPICIOUS = /[\d.]{16}|\d[eE][+-]?\d{3}/;

/** What `JSON.parse` gives, but for numbers that a double may not hold. @throws {SyntaxError} */
export function parseExactJson(text: string, parseNumber: (text: string) => unknown): unknown {
  const plain: unknown = JSON.parse(text);
  return SUSPICIOUS.test(text)
    ? parseLossless(text, undefined, { parseNumber, onDuplicateKey: ({ newValue }) => newValue })
    : plain;
}

/** How deep a stored value may be nested: what is deeper can be read, but then neither copied nor written. */
const MAX_DEPTH = 1000;

/** A JSON value that is stored. @throws {SyntaxError | RangeError} where it is none, or one that is nested too deep. */
export function parseStoredJson(text: string): JsonValue {
  // Each level has two brackets.
  if (text.length > 2 * MAX_DEPTH && measureJson(text).depth > MAX_DEPTH)
    throw new RangeError(`The JSON is nested more than ${MAX_DEPTH} levels deep.`);
  return parseExactJson(text, exactly) as JsonValue;
}

function exactly(text: string): number | ExactNumber {
  return isExactNumber(text) ? Number(text) : new ExactNumber(text);
}

const exactNumbers = {
  test: (value: unknown) => value instanceof ExactNumber,
  stringify: String,
};

/** What `JSON.stringify` gives, with every digit of numbers that a double does not hold. */
export function toJsonText(value: unknown): string {
  const { rounded } = ExactNumber;
  const text = JSON.stringify(value);
  if (ExactNumber.rounded === rounded) return text;
  return stringifyLossless(value, undefined, undefined, [exactNumbers]) ?? text;
}
