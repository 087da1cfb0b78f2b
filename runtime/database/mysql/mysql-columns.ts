import { sql } from "kysely";
import { parseDecimal } from "../../model/decimal.js";
import type { FieldTypeName, FieldValue, JsonValue } from "../../model/field-type.js";
import { fromBigint } from "../../model/scalars.js";
import type { ColumnType } from "../dialect.js";

const same = (value: Exclude<FieldValue, null>): unknown => value;
const asText = (value: unknown): string => String(value);
const text = { typescript: "string", toParameter: same, fromColumn: asText } as const;
const anyDecimal = { precision: 200, scale: 100 };

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
    fromColumn: (value) => fromBigint(BigInt(String(value))),
  },
  float: { declaration: () => "double", typescript: "number", toParameter: same, fromColumn: Number },
  decimal: {
    ...text,
    declaration: ({ precision, scale }) => `decimal(${precision ?? 38},${scale ?? 10})`,
    cast: (parameter, { precision, scale }) =>
      sql`cast(${parameter} as ${sql.raw(`decimal(${precision ?? 38},${scale ?? 10})`)})`,
    fromColumn: (value) => parseDecimal(value, anyDecimal),
  },
  boolean: {
    declaration: () => "boolean",
    typescript: "number",
    toParameter: (value) => (value === true ? 1 : 0),
    fromColumn: (value) => Number(value) !== 0,
  },
  date: { ...text, declaration: () => "date", cast: (parameter) => sql`cast(${parameter} as date)` },
  datetime: {
    declaration: () => "datetime(3)",
    typescript: "string",
    toParameter: (value) => asText(value).replace("T", " ").replace("Z", ""),
    cast: (parameter) => sql`cast(${parameter} as datetime(3))`,
    fromColumn: toIso,
  },
  uuid: { ...text, declaration: () => "char(36)" },
  json: {
    declaration: () => "json",
    typescript: "JsonValue",
    toParameter: (value) => JSON.stringify(value),
    // MariaDB gives its text, MySQL what the driver has read of it: as text, both are alike.
    select: (column) => sql`cast(${column} as char)`,
    fromColumn: (value) => JSON.parse(String(value)) as JsonValue,
  },
  secret: { ...text, declaration: () => "longtext" },
};

/** `2024-02-29 12:00:00.500`. What is finer than a millisecond is cut off. */
function toIso(value: unknown): string {
  const text = String(value);
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${text.slice(20, 23).padEnd(3, "0")}Z`;
}
