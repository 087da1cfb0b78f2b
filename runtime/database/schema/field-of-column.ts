import { DEFAULT_PRECISION, DEFAULT_SCALE } from "../../model/decimal.js";
import { fieldTypes, type FieldTypeName } from "../../model/field-type.js";
import { DEFAULT_FRACTION } from "../../model/temporal.js";
import type { SchemaDialect } from "./schema-dialect.js";
import type { StoredColumn } from "./stored-schema.js";

/** What of a field a column tells by its type. */
export interface ColumnField {
  readonly type: FieldTypeName;
  readonly maxLength?: number;
  readonly precision?: number | "unlimited";
  readonly scale?: number;
  readonly storedAs?: string;
  readonly values?: readonly string[];
}

/** The most characters of a `string`. */
const MAX_STRING = 4000;

/** Types that only some columns of a stored type hold come after those that all of them do: any text might be JSON. */
const byPlainness = [
  ...(["boolean", "int", "bigint", "float", "decimal", "date", "datetime"] as const),
  ...(["string", "text", "uuid", "json"] as const),
];

/**
 * The field that describes a column best; undefined where no type can carry it.
 * @param stringLength Where the field has to be a `string`, which can have an index: how long, if the column does not say.
 */
export function fieldOfColumn(
  column: StoredColumn,
  { storedTypes }: Pick<SchemaDialect, "storedTypes">,
  stringLength: number | undefined,
): ColumnField | undefined {
  if (column.holds?.type === "text") return textField(column, stringLength);
  if (column.holds !== undefined) {
    const { type, storedAs, precision } = column.holds;
    return {
      type,
      ...(storedAs !== undefined && { storedAs }),
      ...(precision !== undefined && { precision }),
    };
  }
  const canCarry = (type: FieldTypeName) => storedTypes[type].includes(column.type);
  const type = plainType(column, { storedTypes });
  if (type === undefined) return undefined;
  if (type === "decimal") return decimalField(column);
  if (type === "datetime") return datetimeField(column);
  if (type !== "string" && type !== "text") return { type };
  // A text that somebody else generates as a UUID is one.
  if (canCarry("uuid") && /uuid|guid|newid/i.test(column.default ?? "")) return { type: "uuid" };
  return textField(column, stringLength ?? (canCarry("text") ? undefined : MAX_STRING));
}

/** The plainest field type that a column can carry; undefined if there is none. */
export function plainType(
  { type: stored }: StoredColumn,
  { storedTypes }: Pick<SchemaDialect, "storedTypes">,
): FieldTypeName | undefined {
  return byPlainness.find((type) => storedTypes[type].includes(stored));
}

function textField({ length, values }: StoredColumn, stringLength: number | undefined): ColumnField {
  if (values !== undefined) return { type: "string", values };
  if (length === fieldTypes.string.defaultMaxLength) return { type: "string" };
  if (length !== undefined && length <= MAX_STRING) return { type: "string", maxLength: length };
  if (stringLength !== undefined)
    return { type: "string", maxLength: Math.min(length ?? stringLength, MAX_STRING) };
  return length === undefined ? { type: "text" } : { type: "text", maxLength: length };
}

function decimalField({
  precision = DEFAULT_PRECISION,
  scale = DEFAULT_SCALE,
}: StoredColumn): ColumnField | undefined {
  if (precision === Infinity) return { type: "decimal", precision: "unlimited" };
  if (scale < 0 || scale > precision) return undefined;
  if (precision === DEFAULT_PRECISION && scale === DEFAULT_SCALE) return { type: "decimal" };
  return { type: "decimal", precision, scale };
}

function datetimeField({ fraction = DEFAULT_FRACTION }: StoredColumn): ColumnField {
  return fraction === DEFAULT_FRACTION ? { type: "datetime" } : { type: "datetime", precision: fraction };
}
