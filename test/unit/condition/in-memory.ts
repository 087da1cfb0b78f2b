import type { FieldConfig } from "data-api";
import type { BareCondition } from "./arbitrary-condition.js";

type FieldTypeName = FieldConfig["type"];

/** A record, as conditions see it. */
export type PlainRecord = Readonly<Record<string, unknown>>;

/** SQL's result in plain JavaScript: a comparison with null never holds. The condition's values are canonical texts. */
export function holds(
  condition: BareCondition,
  record: PlainRecord,
  typeOf: (name: string) => FieldTypeName,
): boolean {
  if (condition.kind !== "comparison") {
    const parts = condition.conditions;
    return condition.kind === "and"
      ? parts.every((part) => holds(part, record, typeOf))
      : parts.some((part) => holds(part, record, typeOf));
  }
  const { field: name, operator, value } = condition;
  const stored = record[name];
  if (!value.isQuoted && value.text === "null" && (operator === "=" || operator === "<>"))
    return (stored === null) === (operator === "=");
  if (stored === null) return false;
  if (operator === "~") return asText(stored).includes(value.text);
  const order = compare(typeOf(name), stored, value.text);
  // A month and 30 days sort as equal, but are not equal.
  const isSame = typeOf(name) !== "duration" || stored === value.text;
  return {
    "=": order === 0 && isSame,
    "<>": order !== 0 || !isSame,
    "<": order < 0,
    "<=": order <= 0,
    ">": order > 0,
    ">=": order >= 0,
    // No field here is a list.
    has: false,
    // These have tests of their own.
    "!~": false,
    "^=": false,
    "$=": false,
  }[operator];
}

/** The order of two values as they are stored. Nulls come first. */
export function compareStored(type: FieldTypeName, a: unknown, b: unknown): number {
  if (a === null || b === null) return Number(a !== null) - Number(b !== null);
  return compare(type, a, asText(b));
}

function compare(type: FieldTypeName, stored: unknown, text: string): number {
  switch (type) {
    case "int":
    case "year":
    case "bigint":
      return sign(BigInt(asText(stored)) - BigInt(text));
    case "float":
      return Math.sign(Number(stored) === Number(text) ? 0 : Number(stored) > Number(text) ? 1 : -1);
    case "decimal":
      return sign(scaled(asText(stored)) - scaled(text));
    case "duration":
      return sign(microseconds(asText(stored)) - microseconds(text));
    case "boolean":
      return Number(stored) - Number(text === "true");
    case "bytes":
      return Buffer.compare(Buffer.from(asText(stored), "base64"), Buffer.from(text, "base64"));
    default:
      return Buffer.compare(Buffer.from(asText(stored)), Buffer.from(text));
  }
}

/** Texts, numbers and booleans. */
function asText(value: unknown): string {
  return String(value);
}

function sign(difference: bigint): number {
  return difference === 0n ? 0 : difference > 0n ? 1 : -1;
}

/** As PostgreSQL compares intervals: a month has 30 days, a day 24 hours. */
function microseconds(duration: string): bigint {
  const [date = "", time = ""] = duration.slice(1).split("T");
  const of = (text: string, unit: string) => {
    const [, minus = "", amount = "0"] = new RegExp(`(-?)([\\d.]+)${unit}`).exec(text) ?? [];
    return (minus === "" ? 1n : -1n) * scaled(amount);
  };
  const days = (of(date, "Y") * 12n + of(date, "M")) * 30n + of(date, "D");
  return ((days * 24n + of(time, "H")) * 60n + of(time, "M")) * 60n + of(time, "S");
}

/** The most digits that a decimal has after the point. */
const DECIMALS = 38;

/** A decimal as a whole number. */
function scaled(text: string): bigint {
  const [whole = "", decimals = ""] = text.split(".");
  return BigInt(whole + decimals.padEnd(DECIMALS, "0"));
}
