import type { FieldValue } from "../../model/field-type.js";
import { ANY_DIGITS, parseDecimal } from "../../model/values/decimal.js";
import { fromBigint } from "../../model/values/scalars.js";

/**
 * Databases can hold values that a field type does not allow: not-a-number, infinity, invalid dates, texts among
 * numbers. Such a value is returned as text, as the database writes it, so that it is not changed and does not break
 * a page.
 */
export function orItsText(read: (value: unknown) => FieldValue): (value: unknown) => FieldValue {
  return (value) => {
    try {
      return read(value);
    } catch {
      return textOf(value);
    }
  };
}

/** The text of a value. Bytes are written as an SQL literal. */
export function textOf(value: unknown): string {
  return value instanceof Uint8Array
    ? `X'${Buffer.from(value).toString("hex").toUpperCase()}'`
    : String(value);
}

/** JSON has no not-a-number and no infinity. */
export function readNumber(value: unknown): FieldValue {
  return typeof value === "number" && Number.isFinite(value) ? value : textOf(value);
}

export const readBigint = orItsText((value) => fromBigint(exactInteger(textOf(value))));

/** @throws {SyntaxError} also for an empty text, which `BigInt` converts to 0. */
function exactInteger(text: string): bigint {
  if (!/^-?\d+$/.test(text)) throw new SyntaxError("The text is not a whole number.");
  return BigInt(text);
}

/** A number of any digits. PostgreSQL's `numeric` can also be not-a-number or infinite, which stays text. */
export const readDecimal = orItsText((value) => parseDecimal(value, ANY_DIGITS));

/** For databases that store booleans as numbers. */
export function readBit(value: unknown): FieldValue {
  return value === 1 || value === 0 ? value === 1 : textOf(value);
}
