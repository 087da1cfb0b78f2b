import { parse as parseLossless } from "lossless-json";
import { ApiError } from "../errors/api-error.js";
import { ExactNumber } from "../model/exact-number.js";
import { isExactNumber } from "../model/scalars.js";

/** Bodies are flat records; what is deeper is an attack or a mistake. */
const MAX_DEPTH = 32;

/** A number that a double may not hold: many digits in a row, or a large exponent. */
const SUSPICIOUS = /[\d.]{16}|\d[eE][+-]?\d{3}/;

/**
 * Reads a JSON text (RFC 8259). Numbers that a double cannot hold to the last digit become `ExactNumber`s.
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

function parseNumber(text: string): unknown {
  return isExactNumber(text) ? Number(text) : new ExactNumber(text);
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
