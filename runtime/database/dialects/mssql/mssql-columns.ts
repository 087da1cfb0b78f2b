import { sql } from "kysely";
import type Mssql from "mssql";
import { ANY_DIGITS, parseDecimal } from "../../../model/decimal.js";
import { parseStoredJson, toJsonText } from "../../../model/exact-json.js";
import { enumTexts } from "../../../model/enum.js";
import type { FieldTypeName, FieldValue, ValueLimits } from "../../../model/field-type.js";
import { DEFAULT_FRACTION, withFraction } from "../../../model/temporal.js";
import { enumPlace } from "../../schema/enum-check.js";
import type { ColumnType } from "../../sql/sql-dialect.js";
import type { Sql } from "../../sql/sql.js";
import { orItsText, readBigint } from "../odd-values.js";

export type MssqlModule = typeof Mssql;
export type ParameterType = Mssql.ISqlType | (() => Mssql.ISqlType);

interface MssqlColumn extends ColumnType {
  /** The type of a parameter. For `text`, it depends on the column and its length. */
  readonly parameter: "text" | ((mssql: MssqlModule) => ParameterType);
}

const same = (value: Exclude<FieldValue, null>): unknown => value;
const asText = (value: unknown): string => String(value);
const asIso = (value: unknown): string => (value as Date).toISOString();

/**
 * SQL Server ignores trailing blanks when it compares texts
 * (learn.microsoft.com/sql/t-sql/language-elements/string-comparison-assignment).
 */
export function isSameText(column: Sql, value: Sql): Sql {
  return sql`(${column} = ${value} and datalength(cast(${column} as nvarchar(max))) = datalength(cast(${value} as nvarchar(max))))`;
}

const text = {
  typescript: "string",
  parameter: "text",
  toParameter: same,
  fromColumn: asText,
  equals: isSameText,
} as const;

/**
 * How SQL Server stores each type. Decimals and times are sent as texts and cast, and decimals are read as
 * texts, because the driver would convert them to doubles and `Date`s.
 */
export const mssqlColumns: Readonly<Record<FieldTypeName, MssqlColumn>> = {
  string: {
    stored: ["nvarchar", "varchar", "nchar", "char", "sysname", "ntext", "text"],
    ...text,
    declaration: ({ maxLength }) => `nvarchar(${maxLength ?? 255})`,
  },
  text: {
    stored: ["nvarchar", "varchar", "ntext", "text", "xml"],
    ...text,
    declaration: () => "nvarchar(max)",
  },
  richtext: {
    stored: ["nvarchar", "varchar", "ntext", "text", "xml"],
    ...text,
    declaration: () => "nvarchar(max)",
  },
  enum: {
    stored: ["nvarchar", "varchar", "nchar", "char"],
    ...text,
    declaration: (field) => `nvarchar(${longest(field)})`,
    comparable: (value, field) =>
      enumPlace(sql`${value} collate Latin1_General_100_BIN2`, field, (each) => sql`N${sql.lit(each)}`),
  },
  int: {
    stored: ["int", "smallint", "tinyint"],
    parameter: ({ Int }) => Int,
    declaration: () => "int",
    typescript: "number",
    toParameter: same,
    fromColumn: Number,
  },
  bigint: {
    stored: ["bigint"],
    parameter: ({ BigInt }) => BigInt,
    declaration: () => "bigint",
    typescript: "string",
    toParameter: (value) => BigInt(value as number | string),
    fromColumn: readBigint,
  },
  float: {
    stored: ["float", "real"],
    parameter: ({ Float }) => Float,
    declaration: () => "float(53)",
    typescript: "number",
    toParameter: same,
    fromColumn: Number,
  },
  decimal: {
    stored: ["decimal", "numeric", "money", "smallmoney"],
    parameter: ({ VarChar }) => VarChar(50),
    declaration: decimalType,
    typescript: "number",
    toParameter: same,
    cast: (parameter, field) => sql`cast(${parameter} as ${sql.raw(decimalType(field))})`,
    select: (column) => sql`cast(${column} as varchar(50))`,
    fromColumn: orItsText((value) => parseDecimal(value, ANY_DIGITS)),
  },
  boolean: {
    stored: ["bit"],
    parameter: ({ Bit }) => Bit,
    declaration: () => "bit",
    typescript: "boolean",
    toParameter: same,
    fromColumn: Boolean,
  },
  date: {
    stored: ["date"],
    parameter: ({ VarChar }) => VarChar(10),
    declaration: () => "date",
    typescript: "Date",
    toParameter: same,
    cast: (parameter) => sql`cast(${parameter} as date)`,
    fromColumn: (value) => asIso(value).slice(0, 10),
  },
  datetime: {
    stored: ["datetime2", "datetime", "smalldatetime", "datetimeoffset"],
    parameter: ({ VarChar }) => VarChar(30),
    declaration: ({ precision = DEFAULT_FRACTION }) => `datetime2(${precision})`,
    typescript: "Date",
    toParameter: (value) => asText(value).replace("Z", ""),
    // As precise as the column, so that an older `datetime` is compared by its own digits.
    cast: (parameter, { precision = DEFAULT_FRACTION }) =>
      sql`cast(${parameter} as ${sql.raw(`datetime2(${precision > DEFAULT_FRACTION ? 7 : DEFAULT_FRACTION})`)})`,
    fromColumn: toIso,
  },
  uuid: {
    stored: ["uniqueidentifier"],
    parameter: ({ UniqueIdentifier }) => UniqueIdentifier,
    declaration: () => "uniqueidentifier",
    typescript: "string",
    toParameter: same,
    fromColumn: (value) => String(value).toLowerCase(),
  },
  json: {
    stored: ["nvarchar", "varchar", "json"],
    parameter: ({ NVarChar, MAX }) => NVarChar(MAX),
    declaration: () => "nvarchar(max)",
    typescript: "string",
    toParameter: (value) => toJsonText(value),
    fromColumn: orItsText((value) => parseStoredJson(String(value))),
  },
  // Each type of items has its own: mssql-lists.ts.
  list: {
    stored: ["nvarchar", "varchar", "json"],
    parameter: ({ NVarChar, MAX }) => NVarChar(MAX),
    declaration: () => "nvarchar(max)",
    typescript: "string",
    toParameter: (value) => toJsonText(value),
    fromColumn: orItsText((value) => parseStoredJson(String(value))),
  },
  secret: { stored: ["nvarchar", "varchar"], ...text, declaration: () => "nvarchar(max)" },
};

/**
 * The driver returns what is finer than a millisecond beside the `Date`, in seconds (tedious:
 * value-parser.js, `nanosecondsDelta`).
 */
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

/** The most characters of an enum's values. */
export function longest(field: ValueLimits): number {
  return Math.max(1, ...enumTexts(field).map(({ length }) => length));
}
