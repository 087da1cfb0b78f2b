import { sql } from "kysely";
import { ANY_DIGITS, parseDecimal } from "../../model/decimal.js";
import { parseStoredJson, toJsonText } from "../../model/exact-json.js";
import type { FieldTypeName, FieldValue } from "../../model/field-type.js";
import { DEFAULT_FRACTION, withFraction } from "../../model/temporal.js";
import type { ColumnType } from "../dialect.js";
import { orItsText, readBigint, readBit } from "../odd-values.js";

const same = (value: Exclude<FieldValue, null>): unknown => value;
const asText = (value: unknown): string => String(value);
const text = { typescript: "string", toParameter: same, fromColumn: asText } as const;

/**
 * How MySQL and MariaDB store each type. Parameters are sent as texts and cast, because a prepared statement would take
 * numbers as doubles; times are in UTC, without a zone that a session could shift.
 */
export const mysqlColumns: Readonly<Record<FieldTypeName, ColumnType>> = {
  string: { ...text, declaration: ({ maxLength }) => `varchar(${maxLength ?? 255})` },
  text: { ...text, declaration: () => "longtext" },
  richtext: { ...text, declaration: () => "longtext" },
  int: {
    declaration: () => "int",
    typescript: "number",
    toParameter: same,
    cast: (parameter) => sql`cast(${parameter} as signed)`,
    fromColumn: Number,
  },
  bigint: {
    declaration: () => "bigint",
    typescript: "string",
    toParameter: asText,
    cast: (parameter) => sql`cast(${parameter} as signed)`,
    fromColumn: readBigint,
  },
  float: { declaration: () => "double", typescript: "number", toParameter: same, fromColumn: Number },
  decimal: {
    ...text,
    declaration: ({ precision, scale }) => `decimal(${precision ?? 38},${scale ?? 10})`,
    cast: (parameter, { precision, scale }) =>
      sql`cast(${parameter} as ${sql.raw(`decimal(${precision ?? 38},${scale ?? 10})`)})`,
    fromColumn: orItsText((value) => parseDecimal(value, ANY_DIGITS)),
  },
  boolean: {
    declaration: () => "boolean",
    typescript: "number",
    toParameter: (value) => (value === true ? 1 : 0),
    fromColumn: readBit,
  },
  date: { ...text, declaration: () => "date", cast: (parameter) => sql`cast(${parameter} as date)` },
  datetime: {
    declaration: ({ precision = DEFAULT_FRACTION }) => `datetime(${precision})`,
    typescript: "string",
    toParameter: (value) => asText(value).replace("T", " ").replace("Z", ""),
    cast: (parameter, { precision = DEFAULT_FRACTION }) =>
      sql`cast(${parameter} as ${sql.raw(`datetime(${Math.max(precision, DEFAULT_FRACTION)})`)})`,
    fromColumn: toIso,
  },
  uuid: { ...text, declaration: () => "char(36)" },
  json: {
    declaration: () => "json",
    typescript: "JsonValue",
    toParameter: (value) => toJsonText(value),
    // MariaDB gives its text, MySQL what the driver has read of it: as text, both are alike.
    select: (column) => sql`cast(${column} as char)`,
    fromColumn: orItsText((value) => parseStoredJson(String(value))),
  },
  secret: { ...text, declaration: () => "longtext" },
};

/** A day without a month or a year, which only older rows have: `2024-00-00`. */
const NO_DAY = /^0000-|-00/;

/** `2024-02-29 12:00:00.500` */
function toIso(value: unknown): string {
  const text = String(value);
  if (NO_DAY.test(text)) return text;
  const fraction = text.slice(20);
  return withFraction(
    `${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction.slice(0, 3).padEnd(3, "0")}Z`,
    fraction,
  );
}
