import { sql } from "kysely";
import type Mssql from "mssql";
import { DURATION_KEY_LENGTH } from "../../../model/values/duration.js";
import { enumTexts } from "../../../model/values/enum.js";
import { DEFAULT_LENGTH } from "../../../model/values/scalars.js";
import type { FieldTypeName, ValueLimits } from "../../../model/field-type.js";
import type { Field } from "../../../model/model.js";
import { dialectFacts } from "../../../model/settings/dialect-facts.js";
import { FIXED_BYTES, OLD_TEXTS, ROW_VERSION } from "../../../model/values/native-types.js";
import { DEFAULT_FRACTION, parseTime, withFraction } from "../../../model/values/temporal.js";
import { enumPlace } from "../../schema/checks/enum-check.js";
import type { ColumnType } from "../../sql/sql-dialect.js";
import type { StoredType } from "../../sql/stored-type.js";
import type { Sql } from "../../sql/sql.js";
import { unicodeText } from "./mssql-names.js";
import { bytesColumn } from "../bytes-column.js";
import { DURATION_TEXT_LENGTH, durationText } from "../duration-text.js";
import { orItsText, readBigint, readDecimal } from "../odd-values.js";
import {
  asText,
  booleanColumn,
  decimalType,
  jsonColumn,
  numberColumn,
  textColumn,
} from "../plain-columns.js";

export type MssqlModule = typeof Mssql;
export type ParameterType = Mssql.ISqlType | (() => Mssql.ISqlType);

export interface MssqlColumn extends ColumnType {
  /** The type of a parameter. For texts and bytes, it depends on the column and its length. */
  readonly parameter: "text" | "bytes" | ((mssql: MssqlModule) => ParameterType);
  /**
   * A type that keeps every value of an accepted column unchanged, for a column of the stored type, if that is known.
   * Absent if the declared type does.
   */
  readonly widest?: ((stored: StoredType | undefined) => string) | undefined;
}

const MONEY: readonly string[] = ["money", "smallmoney"];

/** A `rowversion`, which the catalog shows by its old name. */
const ROW_VERSIONS: readonly string[] = ["timestamp", ROW_VERSION];

const asIso = (value: unknown): string => (value as Date).toISOString();

/**
 * SQL Server ignores trailing blanks when it compares texts
 * (learn.microsoft.com/sql/t-sql/language-elements/string-comparison-assignment).
 * @param compared The value without its own collation. Default: the value.
 */
export function isSameText(column: Sql, value: Sql, compared = value): Sql {
  return sql`(${column} = ${compared} and datalength(cast(${column} as nvarchar(max))) = datalength(cast(${value} as nvarchar(max))))`;
}

const text = { ...textColumn, parameter: "text", widest: () => "nvarchar(max)", equals: isSameText } as const;

/** SQL Server ignores zeros at the end when it compares bytes. */
function comparedBytes(lengthOf: (column: Sql) => Sql): Required<Pick<ColumnType, "equals" | "ordered">> {
  return {
    equals: (column, value) => sql`(${column} = ${value} and ${lengthOf(column)} = datalength(${value}))`,
    ordered: (column, operator, value) => {
      const [than, lengths] = [sql.raw(operator.slice(0, 1)), sql.raw(operator)];
      return sql`(${column} ${than} ${value} or (${column} = ${value} and ${lengthOf(column)} ${lengths} datalength(${value})))`;
    },
  };
}

const byLength = comparedBytes((column) => sql`datalength(${column})`);

/** A `json` becomes a text only by a cast (learn.microsoft.com/sql/t-sql/data-types/json-data-type#conversion). */
export const jsonText = (column: Sql): Sql => sql`cast(${column} as nvarchar(max))`;

const json: MssqlColumn = {
  stored: ["nvarchar", "varchar", "json"],
  parameter: ({ NVarChar, MAX }) => NVarChar(MAX),
  declaration: () => "nvarchar(max)",
  widest: (stored) => (stored?.type === "json" ? "json" : "nvarchar(max)"),
  select: jsonText,
  ...jsonColumn,
};

/**
 * How SQL Server stores each type. Decimals and times are sent as texts and cast, and decimals are read as
 * texts, because the driver would convert them to doubles and `Date`s.
 */
export const mssqlColumns: Readonly<Record<FieldTypeName, MssqlColumn>> = {
  string: {
    stored: ["nvarchar", "varchar", "nchar", "char", "sysname", "ntext", "text"],
    ...text,
    declaration: ({ maxLength = DEFAULT_LENGTH }) => `nvarchar(${maxLength})`,
  },
  text: {
    stored: ["nvarchar", "varchar", ...OLD_TEXTS],
    ...text,
    formOf: ({ type }) => (OLD_TEXTS.includes(type) ? type : undefined),
    declaration: () => "nvarchar(max)",
  },
  richtext: { stored: ["nvarchar", "varchar", "ntext", "text"], ...text, declaration: () => "nvarchar(max)" },
  enum: {
    stored: ["nvarchar", "varchar", "nchar", "char"],
    ...text,
    declaration: (field) => `nvarchar(${longest(field)})`,
    comparable: (value, field) =>
      enumPlace(sql`${value} collate Latin1_General_100_BIN2`, field, unicodeText),
  },
  int: {
    stored: ["int", "smallint", "tinyint"],
    ...numberColumn,
    parameter: ({ Int }) => Int,
    declaration: () => "int",
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
    ...numberColumn,
    parameter: ({ Float }) => Float,
    declaration: () => "float(53)",
  },
  decimal: {
    stored: ["decimal", "numeric", ...MONEY],
    ...numberColumn,
    parameter: ({ VarChar }) => VarChar(50),
    declaration: decimalType,
    cast: (parameter, field) => sql`cast(${parameter} as ${sql.raw(decimalType(field))})`,
    // Without the style, a `money` would lose two of its four digits
    // (learn.microsoft.com/sql/t-sql/functions/cast-and-convert-transact-sql#money-and-smallmoney-styles).
    select: (column) => sql`convert(varchar(50), ${column}, 2)`,
    // It keeps the digits of each value. From a `money` in it, no style would select all of them.
    widest: (stored) => (stored !== undefined && MONEY.includes(stored.type) ? "money" : "sql_variant"),
    fromColumn: readDecimal,
  },
  boolean: { stored: ["bit"], ...booleanColumn, parameter: ({ Bit }) => Bit, declaration: () => "bit" },
  date: {
    stored: ["date"],
    ...textColumn,
    parameter: ({ VarChar }) => VarChar(10),
    declaration: () => "date",
    typescript: "Date",
    cast: (parameter) => sql`cast(${parameter} as date)`,
    fromColumn: (value) => asIso(value).slice(0, 10),
  },
  datetime: {
    stored: ["datetime2", "datetime", "smalldatetime", "datetimeoffset"],
    parameter: ({ VarChar }) => VarChar(30),
    declaration: ({ precision = DEFAULT_FRACTION }) => `datetime2(${precision})`,
    // It keeps the type of each value. Converted to a `datetime2`, a `datetime` would get digits that a read does not
    // have, and a `datetimeoffset` would lose its offset
    // (learn.microsoft.com/sql/t-sql/data-types/datetime-transact-sql#convert-other-date-and-time-types-to-the-datetime-data-type).
    widest: () => "sql_variant",
    typescript: "Date",
    toParameter: (value) => asText(value).replace("Z", ""),
    // As precise as the column, so that an older `datetime` is compared by its own digits.
    cast: (parameter, { precision = DEFAULT_FRACTION }) =>
      sql`cast(${parameter} as ${sql.raw(`datetime2(${precision > DEFAULT_FRACTION ? 7 : DEFAULT_FRACTION})`)})`,
    fromColumn: toIso,
  },
  time: {
    stored: ["time"],
    ...textColumn,
    parameter: ({ VarChar }) => VarChar(16),
    declaration: ({ precision = DEFAULT_FRACTION }) => `time(${precision})`,
    widest: () => "time",
    typescript: "Date",
    cast: (parameter, { precision = DEFAULT_FRACTION }) =>
      sql`cast(${parameter} as ${sql.raw(`time(${precision > DEFAULT_FRACTION ? 7 : DEFAULT_FRACTION})`)})`,
    select: (column) => sql`cast(${column} as varchar(16))`,
    fromColumn: orItsText((value) => parseTime(value, { precision: 7 })),
  },
  duration: {
    stored: ["varchar", "nvarchar"],
    ...durationText,
    parameter: ({ VarChar }) => VarChar(DURATION_TEXT_LENGTH),
    declaration: () => `varchar(${DURATION_TEXT_LENGTH})`,
    widest: () => "nvarchar(max)",
    comparable: (value) => sql`left(${value}, ${sql.lit(DURATION_KEY_LENGTH)})`,
  },
  year: {
    stored: ["smallint", "int"],
    ...numberColumn,
    parameter: ({ Int }) => Int,
    declaration: () => "smallint",
    widest: () => "int",
  },
  uuid: {
    stored: ["uniqueidentifier"],
    ...textColumn,
    parameter: ({ UniqueIdentifier }) => UniqueIdentifier,
    declaration: () => "uniqueidentifier",
    fromColumn: (value) => String(value).toLowerCase(),
  },
  json: {
    ...json,
    kept: (column) => sql`case when ltrim(rtrim(${jsonText(column)})) = N'null' then N'null' end`,
  },
  bytes: {
    stored: ["varbinary", "binary", "image", ...ROW_VERSIONS],
    ...bytesColumn,
    formOf: ({ type }) => {
      if (ROW_VERSIONS.includes(type)) return ROW_VERSION;
      return type === FIXED_BYTES || type === "image" ? type : undefined;
    },
    parameter: "bytes",
    declaration: bytesType,
    widest: () => "varbinary(max)",
    ...byLength,
    sortedThen: (value, { storedAs }) =>
      storedAs === FIXED_BYTES || storedAs === ROW_VERSION ? undefined : sql`datalength(${value})`,
  },
  native: {
    ...text,
    stored: dialectFacts.mssql.nativeTypes.native ?? [],
    formOf: ({ type }) => type,
    parameter: ({ NVarChar }) => NVarChar(4_000),
    declaration: ({ storedAs = "hierarchyid" }) => storedAs,
    widest: undefined,
    select: (column) => sql`cast(${column} as nvarchar(4000))`,
    cast: (parameter) => sql`cast(${parameter} as hierarchyid)`,
    equals: (column, value) => sql`${column} = ${value}`,
  },
  xml: {
    ...text,
    stored: ["xml"],
    parameter: ({ NVarChar, MAX }) => NVarChar(MAX),
    declaration: () => "xml",
    widest: undefined,
    select: (column) => sql`cast(${column} as nvarchar(max))`,
  },
  other: {
    ...text,
    stored: [],
    parameter: ({ NVarChar, MAX }) => NVarChar(MAX),
    declaration: () => "nvarchar(max)",
    select: (column) => sql`cast(${column} as nvarchar(max))`,
  },
  // Each item type has its own: mssql-lists.ts.
  list: json,
  secret: { stored: ["nvarchar", "varchar"], ...text, declaration: () => "nvarchar(max)" },
};

/** SQL Server compares and sorts an `image` only as `varbinary`. */
const asBytes = (column: Sql): Sql => sql`cast(${column} as varbinary(max))`;
const image: MssqlColumn = {
  ...mssqlColumns.bytes,
  stored: ["image"],
  declaration: () => "image",
  comparable: asBytes,
  equals: (column, value) => byLength.equals(asBytes(column), value),
  ordered: (column, operator, value) => byLength.ordered(asBytes(column), operator, value),
};

/** A row version has 8 bytes. */
const rowVersion: MssqlColumn = {
  ...mssqlColumns.bytes,
  stored: ROW_VERSIONS,
  declaration: () => ROW_VERSION,
  ...comparedBytes(() => sql.lit(8)),
};

/** The column of a field with an unusual column type. */
export function otherColumn({ storedAs }: Field): MssqlColumn | undefined {
  return storedAs === undefined ? undefined : named.get(storedAs);
}

/** SQL Server compares and sorts its old text types only as `nvarchar`. */
function oldText(type: string): MssqlColumn {
  const asNew = (column: Sql): Sql => sql`cast(${column} as nvarchar(max))`;
  return {
    ...mssqlColumns.text,
    stored: [type],
    declaration: () => type,
    comparable: asNew,
    equals: (column, value) => isSameText(asNew(column), value),
  };
}

const named: ReadonlyMap<string, MssqlColumn> = new Map([
  ["image", image],
  [ROW_VERSION, rowVersion],
  ...OLD_TEXTS.map((type) => [type, oldText(type)] as const),
]);

/** The maximum number of bytes that are stored in the row. */
const MAX_IN_ROW = 8_000;

function bytesType({ maxLength = Infinity, storedAs }: Pick<Field, "maxLength" | "storedAs">): string {
  if (maxLength > MAX_IN_ROW) return "varbinary(max)";
  return `${storedAs === FIXED_BYTES ? "binary" : "varbinary"}(${maxLength})`;
}

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

/** The length of an enum's longest value. */
export function longest(field: ValueLimits): number {
  return Math.max(1, ...enumTexts(field).map(({ length }) => length));
}
