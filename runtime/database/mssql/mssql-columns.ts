import { sql } from "kysely";
import { parseDecimal } from "../../model/decimal.js";
import type { FieldTypeName, FieldValue, JsonValue } from "../../model/field-type.js";
import { fromBigint } from "../../model/scalars.js";
import type { ColumnType, Sql } from "../dialect.js";

const same = (value: Exclude<FieldValue, null>): unknown => value;
const asText = (value: unknown): string => String(value);
const asIso = (value: unknown): string => (value as Date).toISOString();
const anyDecimal = { precision: 200, scale: 100 };

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
    fromColumn: (value) => fromBigint(BigInt(String(value))),
  },
  float: { declaration: () => "float(53)", typescript: "number", toParameter: same, fromColumn: Number },
  decimal: {
    declaration: decimalType,
    typescript: "number",
    toParameter: same,
    cast: (parameter, field) => sql`cast(${parameter} as ${sql.raw(decimalType(field))})`,
    select: (column) => sql`cast(${column} as varchar(50))`,
    fromColumn: (value) => parseDecimal(value, anyDecimal),
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
    declaration: () => "datetime2(3)",
    typescript: "Date",
    toParameter: (value) => asText(value).replace("Z", ""),
    cast: (parameter) => sql`cast(${parameter} as datetime2(3))`,
    fromColumn: asIso,
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
    toParameter: (value) => JSON.stringify(value),
    fromColumn: (value) => JSON.parse(String(value)) as JsonValue,
  },
  secret: { ...text, declaration: () => "nvarchar(max)" },
};

function decimalType({
  precision,
  scale,
}: {
  precision?: number | undefined;
  scale?: number | undefined;
}): string {
  return `decimal(${precision ?? 38},${scale ?? 10})`;
}
