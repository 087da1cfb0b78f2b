import { parseDecimal } from "../../../model/values/decimal.js";
import { fieldTypes, type FieldTypeName } from "../../../model/field-type.js";
import type { Field } from "../../../model/model.js";
import { withoutZone } from "../../../model/values/temporal.js";
import { columnOf } from "../../sql/column-of.js";
import type { FieldColumns } from "../../sql/sql-dialect.js";
import type { StoredColumn } from "../stored/stored-schema.js";

export interface Conversion {
  /** The simplest field type that can hold the column's values now. */
  readonly from: FieldTypeName;
  readonly stored: StoredColumn;
  readonly field: Field;
}

/** The most digits of an integer type. */
const integerDigits: Partial<Record<FieldTypeName, number>> = { int: 10, bigint: 19, year: 4 };

/** Whether the conversion keeps every value, so that no rows need to be read. For texts, the database decides. */
export function isAlwaysLossless({ from, stored, field }: Conversion): boolean {
  const { type, precision = 0, scale = 0 } = field;
  const digits = integerDigits[from];
  if ((from === "int" || from === "year") && (type === "bigint" || type === "float")) return true;
  if (from === "date" && type === "datetime") return true;
  if (type !== "decimal") return false;
  if (digits !== undefined) return precision - scale >= digits;
  if (from !== "decimal" || stored.precision === undefined) return false;
  const storedScale = stored.scale ?? 0;
  return scale >= storedScale && precision - scale >= stored.precision - storedScale;
}

/**
 * Whether a value survives the conversion: the new type parses its exact text without a loss and, if the old type is a
 * text, writes it as the same text. A number survives as a float if the float gives back its digits.
 */
export function isLossless(text: string, conversion: Conversion, dialect: FieldColumns): boolean {
  const { from, field } = conversion;
  try {
    // A number that the configuration forbids is not lost in another type.
    const limits = { ...field, minimum: undefined, maximum: undefined };
    const value = fieldTypes[field.type].parse(toInput(text, conversion), limits);
    if (value === null) return false;
    if (!isFree(from)) return true;
    if (field.type === "json") return JSON.stringify(value) === withoutBlanks(text);
    if (field.type === "decimal" && withoutPadding(text) === value) return true;
    return columnOf(field, dialect).toParameter(value)?.toString() === text;
  } catch {
    return false;
  }
}

/** Whether the type holds texts that can be written in more than one way. */
function isFree(from: FieldTypeName): boolean {
  return fieldTypes[from].holdsText || from === "uuid";
}

/** The input for the parser of the new type. @throws {ValueError} */
function toInput(text: string, { from, field: { type, zone } }: Conversion): unknown {
  if (type === "json") return JSON.parse(text) as unknown;
  switch (from) {
    case "float":
      return String(Number(text));
    case "decimal":
      return parseDecimal(text, { precision: 400, scale: 200 });
    case "boolean":
      return text === "true" ? "1" : text === "false" ? "0" : text;
    case "date":
      return type === "datetime" ? `${text}T00:00:00${zone === "none" ? "" : "Z"}` : text;
    case "datetime": {
      const instant = toInstant(text);
      if (type === "datetime" && zone === "none") return withoutZone(instant);
      return type === "date" && instant.endsWith(MIDNIGHT) ? instant.slice(0, -MIDNIGHT.length) : instant;
    }
    default:
      return text;
  }
}

const MIDNIGHT = "T00:00:00Z";

/** Parses a time in UTC as databases write it, `2024-02-29 12:00:00.500000+00`, without trailing zeros. */
function toInstant(text: string): string {
  const [, day = "", time = "", fraction = ""] =
    /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)(?:\.(\d+?)0*)?(?:Z| ?\+00(?::?00)?)?$/.exec(text) ?? [];
  return day === "" ? text : `${day}T${time}${/[1-9]/.test(fraction) ? `.${fraction}` : ""}Z`;
}

/** `12.50` becomes `12.5`; `012.5` stays a different text. */
function withoutPadding(text: string): string {
  return text.includes(".") ? text.replace(/\.?0+$/, "") : text;
}

/** JSON without whitespace between its tokens. */
function withoutBlanks(json: string): string {
  return json.replace(/("(?:[^"\\]|\\.)*")|\s+/g, (_, quoted?: string) => quoted ?? "");
}
