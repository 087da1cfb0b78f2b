import { DEFAULT_PRECISION, DEFAULT_SCALE } from "../../../model/values/decimal.js";
import { enumMistakes } from "../../../model/values/enum.js";
import { fieldTypeNames, fieldTypes, type FieldTypeName, type Zone } from "../../../model/field-type.js";
import { listItemTypes, type ListItemType } from "../../../model/values/list.js";
import type { SqlDialect } from "../../sql/sql-dialect.js";
import type { StoredColumn } from "./stored-schema.js";

/** The field settings that follow from a column's type. */
export interface ColumnField {
  readonly type: FieldTypeName;
  /** The type of a list's items. */
  readonly of?: ListItemType;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number | string;
  readonly maximum?: number | string;
  readonly precision?: number | "unlimited";
  readonly scale?: number;
  readonly zone?: Zone;
  readonly storedAs?: string;
  readonly values?: readonly (string | number)[];
}

/** The maximum length of a `string`. */
const MAX_STRING = 4000;

const importedTypes = (["first", "second"] as const).flatMap((turn) =>
  fieldTypeNames.filter((type) => fieldTypes[type].isImported === turn),
);

/**
 * The field settings that describe a column best. A column whose values no field type can hold is of type `other`.
 * @param stringLength The length of a `string` or of `bytes` whose column does not give one. Set if the field must be a
 * `string` or have a limit, because only that can be indexed.
 */
export function fieldOfColumn(
  column: StoredColumn,
  { columns }: Pick<SqlDialect, "columns">,
  stringLength: number | undefined,
): ColumnField {
  if (column.holds?.type === "text") return textField(column, stringLength);
  if (column.holds !== undefined) {
    const { type, storedAs, precision } = column.holds;
    return {
      type,
      ...(storedAs !== undefined && { storedAs }),
      ...(precision !== undefined && { precision }),
    };
  }
  const isEnum = column.values !== undefined && columns.enum.stored.includes(column.type);
  if (isEnum && enumMistakes(column.values).length > 0)
    return fieldOfColumn({ ...column, values: undefined }, { columns }, stringLength);
  const field: ColumnField = isEnum
    ? { type: "enum", values: column.values }
    : (simpleField(column, { columns }, stringLength) ?? { type: "other" });
  const storedAs = columns[field.type].formOf?.(column);
  return storedAs === undefined ? field : { ...field, storedAs };
}

function simpleField(
  column: StoredColumn,
  { columns }: Pick<SqlDialect, "columns">,
  stringLength: number | undefined,
): ColumnField | undefined {
  if (column.type.endsWith("[]")) return listField(column, { columns });
  const canCarry = (type: FieldTypeName) => columns[type].stored.includes(column.type);
  const type = plainType(column, { columns });
  // An enum with values that a field cannot have.
  if (type === undefined || type === "enum") return undefined;
  // A `char(0)` of MySQL has only two values, the empty text and null, and no field has this length.
  if (column.length === 0) return undefined;
  if (type === "decimal") return decimalField(column);
  if (fieldTypes[type].hasSeconds) return timeField(type, column);
  if (type === "bytes") return bytesField(column, stringLength);
  if (type !== "string" && type !== "text") return { type };
  // A text whose default generates a UUID is a UUID.
  if (canCarry("uuid") && /uuid|guid|newid/i.test(column.default ?? "")) return { type: "uuid" };
  return textField(column, stringLength ?? (canCarry("text") ? undefined : MAX_STRING));
}

/** A list, if the type of its items is supported. */
function listField(column: StoredColumn, dialect: Pick<SqlDialect, "columns">): ColumnField | undefined {
  const item = { ...column, type: column.type.slice(0, -"[]".length), default: undefined };
  const { type, ...limits } = fieldOfColumn(item, dialect, undefined);
  const of = listItemTypes.find((each) => each === type);
  return of === undefined || limits.zone !== undefined || limits.storedAs !== undefined
    ? undefined
    : { type: "list", of, ...limits };
}

/** The simplest field type that can hold a column's values; `undefined` if there is none. */
export function plainType(
  { type: stored }: StoredColumn,
  { columns }: Pick<SqlDialect, "columns">,
): FieldTypeName | undefined {
  return importedTypes.find((type) => columns[type].stored.includes(stored));
}

function textField({ length, values }: StoredColumn, stringLength: number | undefined): ColumnField {
  if (values !== undefined) return { type: "string", values };
  if (length === fieldTypes.string.limits.maxLength) return { type: "string" };
  if (length !== undefined && length <= MAX_STRING) return { type: "string", maxLength: length };
  if (stringLength !== undefined)
    return { type: "string", maxLength: Math.min(length ?? stringLength, MAX_STRING) };
  return length === undefined ? { type: "text" } : { type: "text", maxLength: length };
}

/** The maximum of `maxLength`. More counts as no limit. */
const MAX_LENGTH = 1_000_000_000;

function bytesField({ length = Infinity }: StoredColumn, stringLength: number | undefined): ColumnField {
  const maxLength = Math.min(length, stringLength ?? Infinity);
  return maxLength > MAX_LENGTH ? { type: "bytes" } : { type: "bytes", maxLength };
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

function timeField(type: FieldTypeName, { fraction, zone }: StoredColumn): ColumnField {
  const { limits } = fieldTypes[type];
  return {
    type,
    ...(fraction !== undefined && fraction !== limits.precision && { precision: fraction }),
    ...(zone !== undefined && { zone }),
  };
}
