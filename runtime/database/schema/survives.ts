import { parseDecimal } from "../../model/decimal.js";
import { fieldTypes, type FieldTypeName } from "../../model/field-type.js";
import type { Field } from "../../model/model.js";
import type { Dialect } from "../dialect.js";
import type { StoredColumn } from "./stored-schema.js";

/** A conversion of a column's values: from what it carries now to what a field of another type takes. */
export interface Conversion {
  /** The plainest field type that the column can carry now. */
  readonly from: FieldTypeName;
  readonly stored: StoredColumn;
  readonly field: Field;
}

/** Digits that an integer type may have before the point. */
const integerDigits: Partial<Record<FieldTypeName, number>> = { int: 10, bigint: 19 };

/** Whether the conversion keeps every value, so that rows need not be read. For texts the database decides. */
export function alwaysSurvives({ from, stored, field }: Conversion): boolean {
  const { type, precision = 0, scale = 0 } = field;
  const digits = integerDigits[from];
  if (from === "int" && (type === "bigint" || type === "float")) return true;
  if (from === "date" && type === "datetime") return true;
  if (type !== "decimal") return false;
  if (digits !== undefined) return precision - scale >= digits;
  if (from !== "decimal" || stored.precision === undefined) return false;
  const storedScale = stored.scale ?? 0;
  return scale >= storedScale && precision - scale >= stored.precision - storedScale;
}

/**
 * Whether a value is the same after the conversion: the new type takes its exact text without a loss, and where the old
 * type is a text, the new value has that text. A float takes a number whose digits it gives back.
 */
export function survives(
  text: string,
  conversion: Conversion,
  { columns }: Pick<Dialect, "columns">,
): boolean {
  const { from, field } = conversion;
  try {
    const value = fieldTypes[field.type].parse(toInput(text, conversion), field);
    if (value === null) return false;
    if (!isFree(from)) return true;
    if (field.type === "json") return JSON.stringify(value) === withoutBlanks(text);
    if (field.type === "decimal" && withoutPadding(text) === value) return true;
    return columns[field.type].toParameter(value)?.toString() === text;
  } catch {
    return false;
  }
}

/** Whether a column of the type holds a text that may be written in more than one way. */
function isFree(from: FieldTypeName): boolean {
  return fieldTypes[from].conditions === "text" || from === "uuid" || from === "secret";
}

/** What the parser of the new type is given. @throws {ValueError} */
function toInput(text: string, { from, field: { type } }: Conversion): unknown {
  if (type === "json") return JSON.parse(text) as unknown;
  switch (from) {
    case "float":
      return String(Number(text));
    case "decimal":
      return parseDecimal(text, { precision: 400, scale: 200 });
    case "boolean":
      return text === "true" ? "1" : text === "false" ? "0" : text;
    case "date":
      return type === "datetime" ? `${text}T00:00:00Z` : text;
    case "datetime": {
      const instant = toInstant(text);
      return type === "date" && instant.endsWith(MIDNIGHT) ? instant.slice(0, -MIDNIGHT.length) : instant;
    }
    default:
      return text;
  }
}

const MIDNIGHT = "T00:00:00Z";

/** A time in UTC as databases write it, `2024-02-29 12:00:00.500000+00`, without zeros that say nothing. */
function toInstant(text: string): string {
  const [, day = "", time = "", fraction = ""] =
    /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)(?:\.(\d+?)0*)?(?:Z| ?\+00(?::?00)?)?$/.exec(text) ?? [];
  return day === "" ? text : `${day}T${time}${/[1-9]/.test(fraction) ? `.${fraction}` : ""}Z`;
}

/** `12.50` is 12.5; `012.5` is a text of its own. */
function withoutPadding(text: string): string {
  return text.includes(".") ? text.replace(/\.?0+$/, "") : text;
}

/** JSON without the blanks between its parts. */
function withoutBlanks(json: string): string {
  return json.replace(/("(?:[^"\\]|\\.)*")|\s+/g, (_, quoted?: string) => quoted ?? "");
}
