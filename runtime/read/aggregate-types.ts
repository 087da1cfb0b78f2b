import type { AggregateFunction, DatePart } from "../database/sql/aggregates/aggregation.js";
import { fieldTypes } from "../model/field-type.js";
import { DEFAULT_PRECISION, DEFAULT_SCALE } from "../model/values/decimal.js";
import type { Field } from "../model/model.js";
import { createField } from "../model/create-field.js";

/** How many more digits after the point an average has than its field, and the maximum for that. */
const MORE_PLACES = 6;
const MOST_PLACES = 30;

/** The mistake if the type of a field does not fit its use. `undefined` if it fits. */
export function aggregateTypeMistake(name: AggregateFunction | DatePart, field: Field): string | undefined {
  const { type } = field;
  const { aggregates } = fieldTypes[type];
  const are = (kinds: string) => `"${name}" is for ${kinds}; "${field.name}" is of type "${type}".`;
  switch (name) {
    case "count":
      return groupTypeMistake(field);
    case "sum":
    case "avg":
      return aggregates === "all" ? undefined : are("numbers");
    case "min":
    case "max":
      return aggregates === "none" ? are("numbers, times and texts") : undefined;
    case "hour":
      return type === "datetime" ? undefined : are("datetimes");
    default:
      return type === "datetime" || type === "date" ? undefined : are("dates and datetimes");
  }
}

export function groupTypeMistake({ name, type }: Field): string | undefined {
  return fieldTypes[type].isSortable
    ? undefined
    : `Field "${name}" is of type "${type}", which cannot be grouped.`;
}

/** A column of groups as a field, so that conditions on groups are read like conditions on records. */
export function groupField(
  name: string,
  column: string,
  call: AggregateFunction | DatePart | undefined,
  field: Field | undefined,
): Field {
  return createField({ name, column, isNullable: true, ...typeOf(call, field) });
}

function typeOf(
  call: AggregateFunction | DatePart | undefined,
  field: Field | undefined,
): Pick<Field, "type"> & Partial<Field> {
  if (field === undefined || call === "count") return { type: "bigint" };
  switch (call) {
    case undefined:
    case "min":
    case "max":
      return valueOf(field);
    case "date":
      return { type: "date" };
    case "sum":
      return field.type === "float" ? floating : exact(field, scaleOf(field));
    case "avg":
      return field.type === "float" ? floating : exact(field, placesOf(field));
    default:
      return { type: "int" };
  }
}

const floating = { type: "float" } as const;

function valueOf({ type, maxLength, precision, scale, zone, storedAs, values }: Field) {
  return { type, maxLength, precision, scale, zone, storedAs, values };
}

function exact({ precision = DEFAULT_PRECISION }: Field, scale: number) {
  return { type: "decimal", precision: Math.max(DEFAULT_PRECISION, precision), scale } as const;
}

function scaleOf({ type, precision = DEFAULT_PRECISION, scale }: Field): number {
  return type === "decimal" ? (scale ?? Math.min(DEFAULT_SCALE, precision)) : 0;
}

function placesOf(field: Field): number {
  const scale = scaleOf(field);
  const places = (scale === Infinity ? DEFAULT_SCALE : scale) + MORE_PLACES;
  return Math.max(Math.min(places, MOST_PLACES), scale === Infinity ? 0 : scale);
}
