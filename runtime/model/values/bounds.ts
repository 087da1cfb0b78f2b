import { decimalSortKey } from "./decimal.js";
import type { ValueLimits } from "./field-value.js";
import { ValueError } from "./value-error.js";

/** A number as the types store it: exact numbers that do not fit a double are texts. */
export type NumberValue = number | string;

/** Adds the check of `minimum` and `maximum` to the parser of a numeric type. */
export function bounded<T extends NumberValue>(
  parse: (value: unknown, limits: ValueLimits) => T,
): (value: unknown, limits: ValueLimits) => T {
  return (value, limits) => {
    const parsed = parse(value, limits);
    const { minimum, maximum } = limits;
    if (minimum !== undefined && isLess(parsed, minimum))
      throw new ValueError("out-of-range", `must be at least ${minimum}`, { minimum });
    if (maximum !== undefined && isLess(maximum, parsed))
      throw new ValueError("out-of-range", `must be at most ${maximum}`, { maximum });
    return parsed;
  };
}

/** Compares two values of one type to the last digit. */
export function isLess(a: NumberValue, b: NumberValue): boolean {
  return typeof a === "number" && typeof b === "number"
    ? a < b
    : decimalSortKey(String(a)) < decimalSortKey(String(b));
}
