import { parseStoredJson } from "../../../model/values/exact-json.js";
import { ExactNumber } from "../../../model/values/exact-number.js";
import { isPlainObject } from "../../../model/values/plain-object.js";
import { sql } from "kysely";
import type { JsonSyntax } from "../../sql/sql-dialect.js";
import { textOf } from "../odd-values.js";

/**
 * The SQL function, registered on every connection, that reads a value inside JSON. SQLite's `json_extract` cannot
 * escape keys, and rounds numbers.
 */
export const JSON_VALUE = "json_value_at";

export const sqliteJson: JsonSyntax = {
  toKeys: (path) => [JSON.stringify(path)],
  value: (column, keys, type) => sql`${sql.raw(JSON_VALUE)}(${column}, ${sql.join(keys)}, ${sql.lit(type)})`,
  number: (given) => given,
  toNumber: numberSortKey,
};

/** Implements the function. Numbers become keys that sort like numbers. */
export function jsonValueAt(stored: unknown, path: unknown, type: unknown): string | null {
  if (stored === null) return null;
  const value = valueAt(textOf(stored), JSON.parse(String(path)) as readonly string[]);
  if (value === undefined || value === null) return null;
  switch (type) {
    case "text":
      return typeof value === "string" ? value : null;
    case "number":
      return typeof value === "number" || value instanceof ExactNumber ? numberSortKey(String(value)) : null;
    case "boolean":
      return typeof value === "boolean" ? String(value) : null;
    default:
      return "";
  }
}

function valueAt(text: string, path: readonly string[]): unknown {
  let value: unknown;
  try {
    value = parseStoredJson(text);
  } catch {
    return undefined;
  }
  for (const key of path) {
    if (!isPlainObject(value) || !Object.hasOwn(value, key)) return undefined;
    value = value[key];
  }
  return value;
}

const NUMBER = /^(-?)0*(\d*?)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/** Exponents become positive numbers with the same number of digits. Larger exponents are treated as equal. */
const MAX_EXPONENT = 4_999_999_999;

/**
 * A text whose byte order is the order of numbers: the sign, the exponent, then the digits. All digits of
 * negative numbers are complemented.
 */
function numberSortKey(text: string): string {
  const [, minus = "", integer = "", fraction = "", exponent = "0"] = NUMBER.exec(text) ?? [];
  const digits = withoutZeros(integer + fraction);
  if (digits.significant === "") return "1";
  const power = integer.length - digits.leading + Number(exponent);
  const moved = Math.max(-MAX_EXPONENT, Math.min(MAX_EXPONENT, power)) + MAX_EXPONENT + 1;
  const key = `${String(moved).padStart(10, "0")}${digits.significant}`;
  return minus === "" ? `2${key}` : `0${key.replace(/\d/g, (digit) => String(9 - Number(digit)))}~`;
}

function withoutZeros(digits: string): { readonly leading: number; readonly significant: string } {
  let [begin, end] = [0, digits.length];
  while (digits[begin] === "0") begin++;
  while (end > begin && digits[end - 1] === "0") end--;
  return { leading: begin, significant: digits.slice(begin, end) };
}
