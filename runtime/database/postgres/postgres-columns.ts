import { parseDecimal } from "../../model/decimal.js";
import type { FieldTypeName, FieldValue, JsonValue } from "../../model/field-type.js";
import { fromBigint } from "../../model/scalars.js";
import type { ColumnType } from "../dialect.js";

const same = (value: Exclude<FieldValue, null>): unknown => value;
const asText = (value: unknown): string => String(value);
const text = { typescript: "string", toParameter: same, fromColumn: asText } as const;
const anyDecimal = { precision: 2000, scale: 1000 };

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
    fromColumn: (value) => fromBigint(BigInt(String(value))),
  },
  float: {
    declaration: () => "double precision",
    typescript: "number",
    toParameter: same,
    fromColumn: Number,
  },
  decimal: {
    ...text,
    declaration: ({ precision, scale }) => `numeric(${precision ?? 38},${scale ?? 10})`,
    fromColumn: (value) => parseDecimal(value, anyDecimal),
  },
  boolean: { declaration: () => "boolean", typescript: "boolean", toParameter: same, fromColumn: Boolean },
  date: { ...text, declaration: () => "date" },
  datetime: { ...text, declaration: () => "timestamptz(3)" },
  uuid: { ...text, declaration: () => "uuid" },
  json: {
    declaration: () => "jsonb",
    typescript: "JsonValue",
    // As text, because the driver makes an array of PostgreSQL's own of a JavaScript array.
    toParameter: (value) => JSON.stringify(value),
    fromColumn: (value) => value as JsonValue,
  },
  secret: { ...text, declaration: () => "text" },
};
