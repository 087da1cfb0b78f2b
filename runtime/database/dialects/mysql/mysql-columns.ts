import { sql } from "kysely";
import { ANY_DIGITS, parseDecimal } from "../../../model/decimal.js";
import { parseStoredJson, toJsonText } from "../../../model/exact-json.js";
import type { FieldTypeName, FieldValue } from "../../../model/field-type.js";
import { DEFAULT_FRACTION, withFraction } from "../../../model/temporal.js";
import { enumPlace } from "../../schema/enum-check.js";
import type { ColumnType } from "../../sql/sql-dialect.js";
import { orItsText, readBigint, readBit } from "../odd-values.js";

/**
 * The collation that compares by code point and does not ignore trailing blanks. MariaDB and MySQL name it
 * differently: the first form of comment is read only by MariaDB, the other only by MySQL 8.0.17 or later
 * (mariadb.com/kb/en/comment-syntax/).
 */
export const BY_CODE_POINT = "/*M! utf8mb4_nopad_bin */ /*!80017 utf8mb4_0900_bin */";

const same = (value: Exclude<FieldValue, null>): unknown => value;
const asText = (value: unknown): string => String(value);
const text = { typescript: "string", toParameter: same, fromColumn: asText } as const;

/**
 * How MySQL and MariaDB store each type. Parameters are sent as texts and cast, because a prepared statement
 * would treat numbers as doubles. Times are in UTC, in types without a time zone that a session could shift.
 */
export const mysqlColumns: Readonly<Record<FieldTypeName, ColumnType>> = {
  string: {
    stored: ["varchar", "char", "text", "mediumtext", "longtext", "tinytext", "enum"],
    ...text,
    declaration: ({ maxLength }) => `varchar(${maxLength ?? 255})`,
  },
  text: {
    stored: ["longtext", "mediumtext", "text", "varchar", "tinytext"],
    ...text,
    declaration: () => "longtext",
  },
  richtext: {
    stored: ["longtext", "mediumtext", "text", "varchar", "tinytext"],
    ...text,
    declaration: () => "longtext",
  },
  enum: {
    stored: ["enum"],
    ...text,
    declaration: () => "enum",
    // MySQL compares an enum with a text as a text, and sorts it by its place.
    comparable: (value, field) =>
      enumPlace(sql`convert(${value} using utf8mb4) collate utf8mb4_bin`, field, (text) => sql.lit(text)),
    sorted: (column) => column,
  },
  int: {
    stored: ["int", "mediumint", "smallint", "tinyint", "year"],
    declaration: () => "int",
    typescript: "number",
    toParameter: same,
    cast: (parameter) => sql`cast(${parameter} as signed)`,
    fromColumn: Number,
  },
  bigint: {
    stored: ["bigint", "bigint unsigned", "int unsigned"],
    declaration: () => "bigint",
    typescript: "string",
    toParameter: asText,
    cast: (parameter) => sql`cast(${parameter} as signed)`,
    fromColumn: readBigint,
  },
  float: {
    stored: ["double", "float"],
    declaration: () => "double",
    typescript: "number",
    toParameter: same,
    fromColumn: Number,
  },
  decimal: {
    stored: ["decimal"],
    ...text,
    declaration: ({ precision, scale }) => `decimal(${precision ?? 38},${scale ?? 10})`,
    cast: (parameter, { precision, scale }) =>
      sql`cast(${parameter} as ${sql.raw(`decimal(${precision ?? 38},${scale ?? 10})`)})`,
    fromColumn: orItsText((value) => parseDecimal(value, ANY_DIGITS)),
  },
  boolean: {
    stored: ["tinyint(1)"],
    declaration: () => "boolean",
    typescript: "number",
    toParameter: (value) => (value === true ? 1 : 0),
    fromColumn: readBit,
  },
  date: {
    stored: ["date"],
    ...text,
    declaration: () => "date",
    cast: (parameter) => sql`cast(${parameter} as date)`,
  },
  datetime: {
    stored: ["datetime", "timestamp"],
    declaration: ({ precision = DEFAULT_FRACTION }) => `datetime(${precision})`,
    typescript: "string",
    toParameter: (value) => asText(value).replace("T", " ").replace("Z", ""),
    cast: (parameter, { precision = DEFAULT_FRACTION }) =>
      sql`cast(${parameter} as ${sql.raw(`datetime(${Math.max(precision, DEFAULT_FRACTION)})`)})`,
    fromColumn: toIso,
  },
  uuid: { stored: ["char", "uuid", "varchar"], ...text, declaration: () => "char(36)" },
  json: {
    stored: ["json", "longtext"],
    declaration: () => "json",
    typescript: "JsonValue",
    toParameter: (value) => toJsonText(value),
    // MariaDB returns the JSON's text, MySQL's driver a parsed value. Cast to text, both are alike.
    select: (column) => sql`cast(${column} as char)`,
    fromColumn: orItsText((value) => parseStoredJson(String(value))),
  },
  // Each type of items has its own: mysql-lists.ts.
  list: {
    stored: ["json", "longtext"],
    declaration: () => "json",
    typescript: "JsonValue",
    toParameter: (value) => toJsonText(value),
    select: (column) => sql`cast(${column} as char)`,
    fromColumn: orItsText((value) => parseStoredJson(String(value))),
  },
  secret: { stored: ["longtext", "varchar", "text", "mediumtext"], ...text, declaration: () => "longtext" },
};

/** A date without a day, month or year, which only old rows contain: `2024-00-00`. */
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
