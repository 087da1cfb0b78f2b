import type { FieldConfig } from "data-api";
import { marked, parseMarked } from "./exact-json.js";
import type { RawDialect } from "./raw-database.js";

/** The expected answer for a cell. */
export interface Expected {
  /** In the form of `parseMarked`. */
  readonly json: unknown;
  /** Whether the field's type does not allow the value: it is answered, but cannot be written back. */
  readonly isOdd: boolean;
}

/** The documented JSON form of a cell, from its text in the database. Shares no code with the product. */
export function expectedOf(cell: string | null, field: FieldConfig, dialect: RawDialect): Expected {
  if (cell === null) return { json: null, isOdd: false };
  const plain = dialect.plain(cell, field);
  const odd = { json: dialect.odd(cell, field), isOdd: true };
  if (plain === undefined) return odd;
  if (field.type === "list") return listOf(dialect.list?.(plain), field) ?? odd;
  const json = jsonOf(plain, field);
  if (json === undefined) return odd;
  // Texts with U+0000 are invalid, and so is null in a required field, which JSON may contain.
  return { json, isOdd: (json === null && field.isRequired) || plain.includes("\0") };
}

/** A list with a null or odd item cannot be written back. */
function listOf(
  items: readonly (string | null)[] | undefined,
  { of = "string" }: FieldConfig,
): Expected | undefined {
  if (items === undefined) return undefined;
  const found = items.map((item) => (item === null ? undefined : jsonOf(item, { ...usual, type: of })));
  return { json: found.map((json, index) => json ?? items[index]), isOdd: found.includes(undefined) };
}

const usual = { isEditable: true, isRequired: true };

/** `undefined` for a text that is no value of the type. */
export function jsonOf(text: string, field: FieldConfig): unknown {
  switch (field.type) {
    case "int":
    case "year":
      return /^-?\d+$/.test(text) && Math.abs(Number(text)) <= 2 ** 31
        ? marked(String(Number(text)))
        : undefined;
    case "bigint":
      if (!/^-?\d+$/.test(text)) return undefined;
      return Number.isSafeInteger(Number(text)) ? marked(String(Number(text))) : text;
    case "float":
      return Number.isFinite(Number(text)) && text.trim() !== "" ? marked(String(Number(text))) : undefined;
    case "decimal":
      return /^-?\d+(\.\d+)?$/.test(text) ? shortest(text) : undefined;
    case "boolean":
      return { t: true, f: false, "1": true, "0": false }[text];
    case "date":
      return isDay(text) ? text : undefined;
    case "datetime":
      return datetime(text, field);
    case "time":
      return time(text);
    case "json":
      return jsonOrNothing(text);
    case "bytes":
      return Buffer.from(text, "hex").toString("base64");
    default:
      return text;
  }
}

function shortest(text: string): string {
  const short = text.includes(".") ? withoutZeros(text).replace(/\.$/, "") : text;
  return short === "-0" ? "0" : short;
}

/** A regular expression would take quadratic time. */
function withoutZeros(digits: string): string {
  let end = digits.length;
  while (digits[end - 1] === "0") end--;
  return digits.slice(0, end);
}

function isDay(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && !/^0000|-00/.test(text);
}

/** Parses `2024-02-29 12:00:00.123456+02:00`, with any number of digits. */
function datetime(text: string, { zone = "utc" }: FieldConfig): string | undefined {
  const [, day = "", clock = "", fraction = "", offset = ""] =
    /^(\S{10})[ T](\d\d:\d\d:\d\d)(?:\.(\d+))?\s*(Z|[+-]\d\d(?::?\d\d)?)?$/.exec(text) ?? [];
  if (!isDay(day)) return undefined;
  const end = { utc: "Z", none: "", offset }[zone];
  return `${day}T${clock}.${withoutZeros(fraction).padEnd(3, "0")}${end}`;
}

function time(text: string): string | undefined {
  const [, clock = "24", fraction = "", offset = ""] =
    /^(\d\d:\d\d:\d\d)(?:\.(\d+))?([+-]\d\d(?::\d\d){0,2})?$/.exec(text) ?? [];
  if (clock >= "24") return undefined;
  const digits = withoutZeros(fraction);
  return `${clock}${digits === "" ? "" : `.${digits}`}${/^[+-]\d\d$/.test(offset) ? `${offset}:00` : offset}`;
}

function jsonOrNothing(text: string): unknown {
  try {
    return parseMarked(text);
  } catch {
    return undefined;
  }
}
