import { DEFAULT_PRECISION, DEFAULT_SCALE } from "../../model/values/decimal.js";
import { parseStoredJson, toJsonText } from "../../model/values/exact-json.js";
import type { FieldValue } from "../../model/field-type.js";
import type { Field } from "../../model/model.js";
import { orItsText, readBigint, readBit } from "./odd-values.js";

const same = (value: Exclude<FieldValue, null>): unknown => value;
export const asText = (value: unknown): string => String(value);

/** How drivers represent values of these types, unless a database stores them in its own way. */
export const textColumn = { typescript: "string", toParameter: same, fromColumn: asText } as const;
export const numberColumn = { typescript: "number", toParameter: same, fromColumn: Number } as const;
export const booleanColumn = { typescript: "boolean", toParameter: same, fromColumn: Boolean } as const;
export const bigintColumn = { typescript: "string", toParameter: asText, fromColumn: readBigint } as const;

/** For databases that store booleans as numbers. */
export const bitColumn = {
  typescript: "number",
  toParameter: (value: Exclude<FieldValue, null>) => (value === true ? 1 : 0),
  fromColumn: readBit,
} as const;

/** For databases that return JSON as text. */
export const jsonColumn = {
  typescript: "string",
  toParameter: toJsonText,
  fromColumn: orItsText((value) => parseStoredJson(String(value))),
} as const;

/** `decimal(18,2)` */
export function decimalType({
  precision = DEFAULT_PRECISION,
  scale = DEFAULT_SCALE,
}: Pick<Field, "precision" | "scale">): string {
  return `decimal(${precision},${scale})`;
}
