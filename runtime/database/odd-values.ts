import type { FieldValue } from "../model/field-type.js";
import { fromBigint } from "../model/scalars.js";

/**
 * Databases hold values that are none of a field's type: not-a-number, infinity, days that are in no calendar, texts among
 * numbers. Such a value is given as the text that the database has for it, so that nothing is changed, and no page is
 * refused for one value.
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

/** Bytes as literals of SQL have them. */
export function textOf(value: unknown): string {
  return value instanceof Uint8Array
    ? `X'${Buffer.from(value).toString("hex").toUpperCase()}'`
    : String(value);
}

/** JSON has no numbers that are none, and none that are infinite. */
export function readNumber(value: unknown): FieldValue {
  return typeof value === "number" && Number.isFinite(value) ? value : textOf(value);
}

export const readBigint = orItsText((value) => fromBigint(BigInt(textOf(value))));

/** Where numbers stand for them. */
export function readBit(value: unknown): FieldValue {
  return value === 1 || value === 0 ? value === 1 : textOf(value);
}
