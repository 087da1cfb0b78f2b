import { sql } from "kysely";
import { DURATION_KEY_LENGTH } from "../../../model/values/duration.js";
import { DEFAULT_LENGTH } from "../../../model/values/scalars.js";
import type { FieldTypeName } from "../../../model/field-type.js";
import type { Field } from "../../../model/model.js";
import { dialectFacts } from "../../../model/settings/dialect-facts.js";
import { FIXED_BYTES, hasType, LISTED_TEXTS, UNSIGNED } from "../../../model/values/native-types.js";
import { DEFAULT_FRACTION, parseTime, withFraction } from "../../../model/values/temporal.js";
import { enumPlace } from "../../schema/checks/enum-check.js";
import type { ColumnType } from "../../sql/sql-dialect.js";
import type { Sql } from "../../sql/sql.js";
import { bytesColumn } from "../bytes-column.js";
import { DURATION_TEXT_LENGTH, durationText } from "../duration-text.js";
import { orItsText, readDecimal } from "../odd-values.js";
import {
  asText,
  bigintColumn,
  bitColumn,
  decimalType,
  jsonColumn,
  numberColumn,
  textColumn as text,
} from "../plain-columns.js";

/**
 * The collation that compares by code point and does not ignore trailing blanks. MariaDB and MySQL name it
 * differently: the first form of comment is read only by MariaDB, the other only by MySQL 8.0.17 or later
 * (mariadb.com/kb/en/comment-syntax/).
 */
export const BY_CODE_POINT = "/*M! utf8mb4_nopad_bin */ /*!80017 utf8mb4_0900_bin */";

/** The collations that know the most letters. If a server reads several clauses, the last one counts. */
export const WITH_CASES =
  "/*M! collate utf8mb4_unicode_520_nopad_ci */ /*M!101001 collate utf8mb4_uca1400_as_cs */ /*!80017 collate utf8mb4_0900_as_cs */";

const json: ColumnType = {
  stored: ["json", "longtext"],
  declaration: () => "json",
  ...jsonColumn,
  // MariaDB returns the JSON's text, MySQL's driver a parsed value. Cast to text, both are alike.
  select: (column) => sql`cast(${column} as char)`,
};

const longText: ColumnType = {
  stored: ["longtext", "mediumtext", "text", "varchar", "tinytext"],
  ...text,
  declaration: () => "longtext",
};

/**
 * How MySQL and MariaDB store each type. Parameters are sent as texts and cast, because a prepared statement
 * would treat numbers as doubles. Times are in UTC, in types without a time zone that a session could shift.
 */
export const mysqlColumns: Readonly<Record<FieldTypeName, ColumnType>> = {
  string: {
    stored: ["varchar", "char", "text", "mediumtext", "longtext", "tinytext", "enum", "set"],
    ...text,
    formOf: ({ type }) => (LISTED_TEXTS.includes(type) ? type : undefined),
    declaration: ({ maxLength = DEFAULT_LENGTH }) => `varchar(${maxLength})`,
  },
  text: longText,
  richtext: longText,
  enum: {
    stored: ["enum"],
    ...text,
    declaration: () => "enum",
    // MySQL compares an enum with a text as a text. It is sorted as it is compared, because MySQL's own place of a value
    // may be another: of one that was not in the enum, which is read as "", or that the configuration does not list.
    comparable: (value, field) =>
      enumPlace(sql`convert(${value} using utf8mb4) collate utf8mb4_bin`, field, (text) => sql.lit(text)),
  },
  int: {
    stored: ["int", "mediumint", "smallint", "tinyint", "year"],
    accepts: ["tinyint(1)"],
    ...numberColumn,
    declaration: () => "int",
    cast: (parameter) => sql`cast(${parameter} as signed)`,
  },
  bigint: {
    stored: ["bigint", "bigint unsigned", "int unsigned"],
    ...bigintColumn,
    formOf: ({ type }) => (type === UNSIGNED ? type : undefined),
    declaration: () => "bigint",
    cast: (parameter) => sql`cast(${parameter} as signed)`,
  },
  float: { stored: ["double", "float"], ...numberColumn, declaration: () => "double" },
  decimal: {
    stored: ["decimal"],
    ...text,
    declaration: decimalType,
    cast: (parameter, field) => sql`cast(${parameter} as ${sql.raw(decimalType(field))})`,
    fromColumn: readDecimal,
  },
  boolean: {
    stored: ["tinyint(1)", "bit(1)"],
    // TypeORM declares booleans so.
    accepts: ["tinyint"],
    ...bitColumn,
    formOf: ({ type }) => (type === "bit(1)" ? type : undefined),
    declaration: () => "boolean",
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
    // With all digits, because an older column may have more than the field.
    cast: (parameter) => sql`cast(${parameter} as datetime(6))`,
    fromColumn: toIso,
    isFoundBy: (_, stored) => !NO_DAY.test(String(stored)),
  },
  time: {
    stored: ["time"],
    ...text,
    declaration: ({ precision = DEFAULT_FRACTION }) => `time(${precision})`,
    cast: (parameter) => sql`cast(${parameter} as time(6))`,
    // MySQL's times reach from -838:59:59 to 838:59:59.
    fromColumn: orItsText((value) => parseTime(value, { precision: 6 })),
  },
  duration: {
    stored: ["varchar"],
    ...durationText,
    declaration: () => `varchar(${DURATION_TEXT_LENGTH})`,
    comparable: (value) => sql`left(${value}, ${sql.lit(DURATION_KEY_LENGTH)})`,
  },
  year: {
    stored: ["year", "smallint", "int"],
    ...numberColumn,
    declaration: () => "year",
    cast: (parameter) => sql`cast(${parameter} as signed)`,
  },
  uuid: { stored: ["char", "uuid", "varchar"], ...text, declaration: () => "char(36)" },
  json: {
    ...json,
    kept: (column) => sql`case when trim(cast(${column} as char)) = 'null' then ${column} end`,
  },
  bytes: {
    stored: ["varbinary", "longblob", "mediumblob", "blob", "tinyblob", "binary"],
    ...bytesColumn,
    formOf: ({ type }) => (type === FIXED_BYTES ? type : undefined),
    declaration: bytesType,
    // Bytes, not a text of the connection's character set.
    cast: (parameter) => sql`cast(${parameter} as binary)`,
  },
  native: {
    stored: dialectFacts.mysql.nativeTypes.native ?? [],
    ...text,
    formOf: ({ type }) => type,
    declaration: ({ storedAs = "inet6" }) => storedAs,
  },
  xml: { stored: [], ...text, declaration: () => "longtext", accepts: ["longtext", "mediumtext", "text"] },
  other: {
    stored: [],
    ...text,
    formOf: ({ type, length }) =>
      hasType(dialectFacts.mysql.nativeTypes.other ?? [], type)
        ? type
        : type === "bit"
          ? `bit(${length ?? 1})`
          : undefined,
    declaration: () => "longtext",
    select: (column) => sql`cast(${column} as char)`,
  },
  // Each item type has its own: mysql-lists.ts.
  list: json,
  secret: { stored: ["longtext", "varchar", "text", "mediumtext"], ...text, declaration: () => "longtext" },
};

const MAX_BINARY = 255;

/** The column of a field with an unusual column type. */
export function otherColumn({ type, storedAs }: Field): ColumnType | undefined {
  if (storedAs === undefined) return undefined;
  if (type === "native") return { ...mysqlColumns.native, stored: [storedAs] };
  if (type !== "other") return named.get(storedAs);
  const [, size] = BITS.exec(storedAs) ?? [];
  return {
    ...mysqlColumns.other,
    select: (column) =>
      size === undefined ? sql`st_astext(${column})` : sql`lpad(bin(${column} + 0), ${sql.raw(size)}, '0')`,
  };
}

const BITS = /^bit\((\d+)\)$/;

/** MySQL sorts these columns by the places of their members, and compares them as texts. */
const listedText: ColumnType = { ...mysqlColumns.string, comparable: (value) => sql`concat(${value})` };

const named: ReadonlyMap<string, ColumnType> = new Map([
  ...LISTED_TEXTS.map((type) => [type, listedText] as const),
  [
    UNSIGNED,
    {
      ...mysqlColumns.bigint,
      stored: [UNSIGNED],
      declaration: () => UNSIGNED,
      cast: (parameter: Sql) => sql`cast(${parameter} as unsigned)`,
    },
  ],
  [
    "bit(1)",
    {
      ...mysqlColumns.boolean,
      stored: ["bit(1)"],
      declaration: () => "bit(1)",
      select: (column: Sql) => sql`${column} + 0`,
      // The driver would send a double, which MySQL does not store as bits.
      cast: (parameter: Sql) => sql`cast(${parameter} as unsigned)`,
    },
  ],
]);

/** All columns of a row may have 65,535 bytes together, so long values are stored apart. */
const MAX_IN_ROW = 8_000;

function bytesType({ maxLength, storedAs }: Pick<Field, "maxLength" | "storedAs">): string {
  if (maxLength === undefined || maxLength > MAX_IN_ROW) return "longblob";
  return `${storedAs === FIXED_BYTES && maxLength <= MAX_BINARY ? "binary" : "varbinary"}(${maxLength})`;
}

/** A date without a day, month or year, which only old rows contain: `2024-00-00`. */
const NO_DAY = /^0000-|-00/;

/** `2024-02-29 12:00:00.500` */
function toIso(value: unknown): string {
  const text = String(value);
  if (NO_DAY.test(text)) return text;
  // The driver leaves out a fraction of zero.
  if (text.length === "2024-02-29 12:00:00".length) return `${text.slice(0, 10)}T${text.slice(11)}.000Z`;
  const fraction = text.slice(20);
  return withFraction(
    `${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction.slice(0, 3).padEnd(3, "0")}Z`,
    fraction,
  );
}
