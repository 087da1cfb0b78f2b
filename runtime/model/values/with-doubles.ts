import { ExactNumber } from "./exact-number.js";
import { isExactNumber } from "./scalars.js";

/** Replaces `ExactNumber`s by doubles where the double is exactly the same number. */
export function withDoubles(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (value instanceof ExactNumber) return isExactNumber(value.text) ? Number(value.text) : value;
  if (Array.isArray(value)) return value.map(withDoubles);
  // `fromEntries` also copies a key such as `__proto__`.
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withDoubles(item)]));
}
