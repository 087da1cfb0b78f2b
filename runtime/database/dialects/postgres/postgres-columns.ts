import { ANY_DIGITS, parseDecimal } from "../../../model/decimal.js";
import { toJsonText } from "../../../model/exact-json.js";
import type { FieldTypeName, FieldValue, JsonValue } from "../../../model/field-type.js";
import { DEFAULT_FRACTION } from "../../../model/temporal.js";
import type { ColumnType } from "../../sql/sql-dialect.js";
import { orItsText, readBigint, readNumber } from "../odd-values.js";

const same = (value: Exclude<FieldValue, null>): unknown => value;
const asText = (value: unknown): string => String(value);
const text = { typescript: "string", toParameter: same, fromColumn: asText } as const;

/**
 * How PostgreSQL stores each type. The driver returns values as text if a double or a `Date` would change
 * them.
 */
export const postgresColumns: Readonly<Record<FieldTypeName, ColumnType>> = {
  string: {
    stored: ["varchar", "text", "bpchar", "citext", "name"],
    ...text,
    declaration: ({ maxLength }) => `varchar(${maxLength ?? 255})`,
  },
  text: { stored: ["text", "varchar", "citext"], ...text, declaration: () => "text" },
  richtext: { stored: ["text", "varchar", "citext"], ...text, declaration: () => "text" },
  enum: { stored: ["enum"], ...text, declaration: () => "enum" },
  int: {
    stored: ["int4", "int2"],
    declaration: () => "integer",
    typescript: "number",
    toParameter: same,
    fromColumn: Number,
  },
  bigint: {
    stored: ["int8"],
    declaration: () => "bigint",
    typescript: "string",
    toParameter: asText,
    fromColumn: readBigint,
  },
  float: {
    stored: ["float8", "float4"],
    declaration: () => "double precision",
    typescript: "number",
    toParameter: same,
    fromColumn: readNumber,
  },
  decimal: {
    stored: ["numeric"],
    ...text,
    declaration: ({ precision = 38, scale = 10 }) =>
      precision === Infinity ? "numeric" : `numeric(${precision},${scale})`,
    // A PostgreSQL `numeric` can be not-a-number or infinite.
    fromColumn: orItsText((value) => parseDecimal(value, ANY_DIGITS)),
  },
  boolean: {
    stored: ["bool"],
    declaration: () => "boolean",
    typescript: "boolean",
    toParameter: same,
    fromColumn: Boolean,
  },
  date: { stored: ["date"], ...text, declaration: () => "date" },
  datetime: {
    stored: ["timestamptz", "timestamp"],
    ...text,
    declaration: ({ precision = DEFAULT_FRACTION }) => `timestamptz(${precision})`,
  },
  uuid: { stored: ["uuid"], ...text, declaration: () => "uuid" },
  json: {
    stored: ["jsonb", "json"],
    declaration: () => "jsonb",
    typescript: "JsonValue",
    // As text, because the driver converts a JavaScript array to a PostgreSQL array.
    toParameter: (value) => toJsonText(value),
    fromColumn: (value) => value as JsonValue,
  },
  // Each type of items has its own: postgres-lists.ts.
  list: { stored: [], ...text, declaration: () => "text[]" },
  secret: { stored: ["text", "varchar"], ...text, declaration: () => "text" },
};
