import { DURATION_KEY_LENGTH } from "../../../model/values/duration.js";
import { sql } from "kysely";
import { parseStoredJson } from "../../../model/values/exact-json.js";
import type { FieldTypeName, FieldValue } from "../../../model/field-type.js";
import { parseTime } from "../../../model/values/temporal.js";
import { enumPlace } from "../../schema/checks/enum-check.js";
import type { ColumnType } from "../../sql/sql-dialect.js";
import { bytesColumn } from "../bytes-column.js";
import { durationText } from "../duration-text.js";
import { orItsText, readBigint, readNumber, textOf } from "../odd-values.js";
import { bitColumn, jsonColumn, numberColumn, textColumn } from "../plain-columns.js";

/** The SQL function, registered on every connection, that converts a decimal to a text with the same order. */
export const DECIMAL_SORT_KEY = "decimal_sort_key";

/** The SQL function, registered on every connection, that folds the case of a text. */
export const FOLD_CASE = "fold_case";

const texts = ["text", "varchar", "nvarchar", "character varying"] as const;
const integers = ["integer", "int", "mediumint", "smallint", "tinyint", "int2", "int4"] as const;

const booleans = ["boolean", "bool"] as const;
/** Types that hold integers of 64 bits, doubles and texts. */
const decimals = ["numeric", "decimal"] as const;

const anyText = { ...textColumn, fromColumn: textOf } as const;
/** A value is compared as it is stored, with its type. */
const isFoundBy = (value: FieldValue, stored: unknown): boolean => value === stored;
const text = { ...anyText, isFoundBy } as const;
const number = { ...numberColumn, fromColumn: readNumber, isFoundBy } as const;

const json: ColumnType = {
  stored: ["json_text", "json", "jsonb"],
  declaration: () => "json_text",
  ...jsonColumn,
  fromColumn: orItsText((value) => parseStoredJson(textOf(value))),
};

/**
 * How SQLite stores each type. It has only integers, doubles, texts and bytes (sqlite.org/datatype3.html). So dates
 * are ISO 8601 texts, which sort by time, and decimals are texts sorted by a key. The declared type names tell
 * readers of the schema the types. Names of types for any text contain "text", so that SQLite does not convert texts
 * that look like numbers.
 */
export const sqliteColumns: Readonly<Record<FieldTypeName, ColumnType>> = {
  string: {
    stored: [...texts, "char", "nchar", "character", "clob", "uuid", "time"],
    accepts: booleans,
    ...text,
    declaration: () => "text",
  },
  text: { stored: [...texts, "clob", "uuid", "time"], accepts: booleans, ...text, declaration: () => "text" },
  richtext: { stored: [...texts, "clob"], ...text, declaration: () => "text" },
  enum: {
    stored: [...texts, "char", "nchar", "character", "clob"],
    ...anyText,
    declaration: () => "text",
    comparable: (value, field) => enumPlace(sql`${value} collate binary`, field, (each) => sql.lit(each)),
  },
  int: { stored: [...integers], accepts: booleans, ...number, declaration: () => "integer" },
  bigint: {
    stored: ["bigint", "int8", "unsigned big int", ...integers],
    accepts: [...decimals, ...booleans],
    declaration: () => "bigint",
    typescript: "number | bigint",
    toParameter: (value) => (typeof value === "string" ? BigInt(value) : value),
    // As text, because the driver returns every integer as a double. A cast would turn bytes into a text.
    select: (column) => sql`iif(typeof(${column}) = 'blob', ${column}, cast(${column} as text))`,
    fromColumn: readBigint,
  },
  float: {
    stored: ["real", "double", "double precision", "float", ...decimals],
    ...number,
    declaration: () => "real",
  },
  decimal: {
    stored: ["decimal_text"],
    ...anyText,
    declaration: () => "decimal_text",
    comparable: (value) => sql`${sql.raw(DECIMAL_SORT_KEY)}(${value})`,
  },
  boolean: { stored: booleans, ...bitColumn, declaration: () => "boolean" },
  date: { stored: ["date"], ...text, declaration: () => "date" },
  datetime: { stored: ["datetime", "timestamp"], ...text, declaration: () => "datetime" },
  time: {
    stored: ["time"],
    ...text,
    declaration: () => "time",
    fromColumn: orItsText((value) => parseTime(value, { precision: 9 })),
  },
  duration: {
    stored: ["duration_text"],
    ...durationText,
    declaration: () => "duration_text",
    comparable: (value) => sql`substr(${value}, 1, ${sql.lit(DURATION_KEY_LENGTH)})`,
  },
  year: { stored: ["year", ...integers], ...number, declaration: () => "smallint" },
  uuid: { stored: ["uuid_text", "uuid"], ...text, declaration: () => "uuid_text" },
  json: { ...json, kept: (column) => sql`case when trim(${column}) = 'null' then ${column} end` },
  bytes: {
    stored: ["blob", "binary", "varbinary", "bytea", "image", "tinyblob", "mediumblob", "longblob"],
    ...bytesColumn,
    isFoundBy: (_, stored) => stored instanceof Uint8Array,
    declaration: () => "blob",
  },
  // SQLite has no further types.
  native: { stored: [], ...text, declaration: () => "text" },
  xml: { stored: ["xml_text", "xml"], ...text, declaration: () => "xml_text" },
  other: { stored: [], ...text, declaration: () => "text" },
  // Each item type has its own: sqlite-lists.ts.
  list: json,
  secret: { stored: texts, ...text, declaration: () => "text" },
};
