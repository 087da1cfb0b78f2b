import { sql } from "kysely";
import { ANY_DIGITS, parseDecimal } from "../../model/decimal.js";
import { parseStoredJson, toJsonText } from "../../model/exact-json.js";
import type { FieldTypeName, FieldValue } from "../../model/field-type.js";
import { DEFAULT_FRACTION, withFraction } from "../../model/temporal.js";
import type { ColumnType, Sql } from "../dialect.js";
import { orItsText, readBigint } from "../odd-values.js";

const same = (value: Exclude<FieldValue, null>): unknown => value;
const asText = (value: unknown): string => String(value);
const asIso = (value: unknown): string => (value as Date).toISOString();

const text = {
  typescript: "string",
  toParameter: same,
  fromColumn: asText,
  // SQL Server pads texts with blanks to compare them (learn.microsoft.com/sql/t-sql/language-elements/string-comparison-assignment).
  equals: (column: Sql, value: Sql) =>
    sql`(${column} = ${value} and datalength(cast(${column} as nvarchar(max))) = datalength(cast(${value} as nvarchar(max))))`,
} as const;

/**
 * How SQL Server stores each type. Decimals and times are sent as texts and cast, and decimals come as texts, because the
 * driver takes them through doubles and Dates.
 */
export const mssqlColumns: Readonly<Record<FieldTypeName, ColumnType>> = {
  string: { ...text, declaration: ({ maxLength }) => `nvarchar(${maxLength ?? 255})` },
  text: { ...text, declaration: () => "nvarchar(max)" },
  richtext: { ...text, declaration: () => "nvarchar(max)" },
  int: { declaration: () => "int", typescript: "number", toParameter: same, fromColumn: Number },
  bigint: {
    declaration: () => "bigint",
    typescript: "string",
    toParameter: (value) => BigInt(value as number | string),
    fromColumn: readBigint,
  },
  float: { declaration: () => "float(53)", typescript: "number", toParameter: same, fromColumn: Number },
  decimal: {
    declaration: decimalType,
    typescript: "number",
    toParameter: same,
    cast: (parameter, field) => sql`cast(${parameter} as ${sql.raw(decimalType(field))})`,
    select: (column) => sql`cast(${column} as varchar(50))`,
    fromColumn: orItsText((value) => parseDecimal(value, ANY_DIGITS)),
  },
  boolean: { declaration: () => "bit", typescript: "boolean", toParameter: same, fromColumn: Boolean },
  date: {
    declaration: () => "date",
    typescript: "Date",
    toParameter: same,
    cast: (parameter) => sql`cast(${parameter} as date)`,
    fromColumn: (value) => asIso(value).slice(0, 10),
  },
  datetime: {
    declaration: ({ precision = DEFAULT_FRACTION }) => `datetime2(${precision})`,
    typescript: "Date",
    toParameter: (value) => asText(value).replace("Z", ""),
    // As finely as the column, so that an older "datetime" is compared to its own digits.
    cast: (parameter, { precision = DEFAULT_FRACTION }) =>
      sql`cast(${parameter} as ${sql.raw(`datetime2(${precision > DEFAULT_FRACTION ? 7 : DEFAULT_FRACTION})`)})`,
    fromColumn: toIso,
  },
  uuid: {
    declaration: () => "uniqueidentifier",
    typescript: "string",
    toParameter: same,
    fromColumn: (value) => String(value).toLowerCase(),
  },
  json: {
    declaration: () => "nvarchar(max)",
    typescript: "string",
    toParameter: (value) => toJsonText(value),
    fromColumn: orItsText((value) => parseStoredJson(String(value))),
  },
  secret: { ...text, declaration: () => "nvarchar(max)" },
};

/** What is finer than a millisecond the driver tells beside the Date, in seconds (tedious: value-parser.js, `nanosecondsDelta`). */
function toIso(value: unknown): string {
  const { nanosecondsDelta = 0 } = value as { readonly nanosecondsDelta?: number };
  const milliseconds = asIso(value);
  const finer = Math.round(nanosecondsDelta * 1e7);
  return withFraction(milliseconds, `${milliseconds.slice(20, 23)}${String(finer).padStart(4, "0")}`);
}

function decimalType({
  precision,
  scale,
}: {
  precision?: number | undefined;
  scale?: number | undefined;
}): string {
  return `decimal(${precision ?? 38},${scale ?? 10})`;
}
