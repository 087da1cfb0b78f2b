import { parse as parseLossless, stringify as stringifyLossless } from "lossless-json";
import { ExactNumber } from "./exact-number.js";
import type { JsonValue } from "./field-type.js";
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

/** A JSON value that is stored. @throws {SyntaxError} where it is none. */
export function parseStoredJson(text: string): JsonValue {
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
