import { parse as parseLossless } from "lossless-json";
import { ApiError } from "../errors/api-error.js";
import { ExactNumber } from "../model/exact-number.js";
import { isExactNumber, isPlainNumber } from "../model/scalars.js";

/** Bodies are flat records; what is deeper is an attack or a mistake. */
const MAX_DEPTH = 32;

/** A number that a double may not hold: many digits in a row, or a large exponent. */
const SUSPICIOUS = /[\d.]{16}|\d[eE][+-]?\d{3}/;

/**
 * Reads a JSON text (RFC 8259). Numbers of many digits become `ExactNumber`s, for the types that keep every digit.
 * @throws {ApiError} `malformed-json`
 */
export function parseJsonText(text: string): unknown {
  checkDepth(text);
  try {
    const plain: unknown = JSON.parse(text);
    return SUSPICIOUS.test(text)
      ? parseLossless(text, undefined, { parseNumber, onDuplicateKey: ({ newValue }) => newValue })
      : plain;
  } catch (error) {
    throw new ApiError("malformed-json", "The body is not valid JSON.", { cause: error });
  }
}

/** As a double only where nobody could take it for the rounding of another number. */
function parseNumber(text: string): unknown {
  return isPlainNumber(text) ? Number(text) : new ExactNumber(text);
}

/** The same value with doubles in place of `ExactNumber`s, wherever a double is the same number. */
export function withDoubles(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (value instanceof ExactNumber) return isExactNumber(value.text) ? Number(value.text) : value;
  if (Array.isArray(value)) return value.map(withDoubles);
  // From entries, so that a key such as `__proto__` is a key like any other.
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withDoubles(item)]));
}

/** Counts brackets before anything recursive sees the text. */
function checkDepth(text: string): void {
  let depth = 0;
  let isInString = false;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (isInString) {
      if (code === 0x5c) index++;
      else if (code === 0x22) isInString = false;
    } else if (code === 0x22) isInString = true;
    else if (code === 0x7b || code === 0x5b) {
      if (++depth > MAX_DEPTH)
        throw new ApiError("malformed-json", `The body is nested more than ${MAX_DEPTH} levels deep.`);
    } else if (code === 0x7d || code === 0x5d) depth--;
  }
}
