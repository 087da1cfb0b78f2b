import { ANY_DIGITS, parseDecimal } from "../../model/decimal.js";
import { toJsonText } from "../../model/exact-json.js";
import type { FieldTypeName, FieldValue, JsonValue } from "../../model/field-type.js";
import { DEFAULT_FRACTION } from "../../model/temporal.js";
import type { ColumnType } from "../dialect.js";
import { orItsText, readBigint, readNumber } from "../odd-values.js";

const same = (value: Exclude<FieldValue, null>): unknown => value;
const asText = (value: unknown): string => String(value);
const text = { typescript: "string", toParameter: same, fromColumn: asText } as const;

/**
 * How PostgreSQL stores each type. The driver is told to leave what a double or a Date would change as text, so values
 * come as PostgreSQL writes them.
 */
export const postgresColumns: Readonly<Record<FieldTypeName, ColumnType>> = {
  string: { ...text, declaration: ({ maxLength }) => `varchar(${maxLength ?? 255})` },
  text: { ...text, declaration: () => "text" },
  richtext: { ...text, declaration: () => "text" },
  int: { declaration: () => "integer", typescript: "number", toParameter: same, fromColumn: Number },
  bigint: {
    declaration: () => "bigint",
    typescript: "string",
    toParameter: asText,
    fromColumn: readBigint,
  },
  float: {
    declaration: () => "double precision",
    typescript: "number",
    toParameter: same,
    fromColumn: readNumber,
  },
  decimal: {
    ...text,
    declaration: ({ precision = 38, scale = 10 }) =>
      precision === Infinity ? "numeric" : `numeric(${precision},${scale})`,
    // PostgreSQL has numbers that are none, and infinite ones.
    fromColumn: orItsText((value) => parseDecimal(value, ANY_DIGITS)),
  },
  boolean: { declaration: () => "boolean", typescript: "boolean", toParameter: same, fromColumn: Boolean },
  date: { ...text, declaration: () => "date" },
  datetime: { ...text, declaration: ({ precision = DEFAULT_FRACTION }) => `timestamptz(${precision})` },
  uuid: { ...text, declaration: () => "uuid" },
  json: {
    declaration: () => "jsonb",
    typescript: "JsonValue",
    // As text, because the driver makes an array of PostgreSQL's own of a JavaScript array.
    toParameter: (value) => toJsonText(value),
    fromColumn: (value) => value as JsonValue,
  },
  secret: { ...text, declaration: () => "text" },
};
