import { ANY_DIGITS, DEFAULT_PRECISION, DEFAULT_SCALE } from "../model/values/decimal.js";
import { fieldTypes, type ValueLimits } from "../model/field-type.js";
import { itemType } from "../model/values/list.js";
import { FIXED_BYTES, UNSIGNED } from "../model/values/native-types.js";
import { UNSIGNED_DIGITS } from "../model/values/scalars.js";
import { storedForm } from "../model/values/stored-form.js";
import type { NumberValue } from "../model/values/bounds.js";
import { parsedValue } from "../model/values/parsed-value.js";
import { ValueError } from "../model/values/value-error.js";
import type { FieldConfig } from "./config.js";

type WrittenField = Pick<FieldConfig, "type"> & Partial<FieldConfig>;

/** The limits of a field's values, with defaults. */
export function fieldLimits(field: WrittenField): ValueLimits {
  const limits = typeLimits(field);
  const { minLength = limits.minLength, minimum, maximum } = field;
  return {
    ...limits,
    ...(minLength !== undefined && { minLength }),
    ...(minimum !== undefined && { minimum: canonicalBound(minimum, field) }),
    ...(maximum !== undefined && { maximum: canonicalBound(maximum, field) }),
  };
}

/** The canonical form of a minimum or maximum; `undefined` if it is no value of the field. */
export function canonicalBound(bound: NumberValue, field: WrittenField): NumberValue | undefined {
  const type = field.type === "list" ? itemType(field) : field.type;
  if (!("minimum" in fieldTypes[type].limits)) return undefined;
  const parsed = parsedBound(bound, { ...field, type });
  return parsed instanceof ValueError ? undefined : parsed;
}

/** The canonical form of a minimum or maximum of a number, or the error if it is no value of the field. */
export function parsedBound(bound: NumberValue, field: WrittenField): NumberValue | ValueError {
  return parsedValue(field.type, bound, typeLimits(field)) as NumberValue | ValueError;
}

function typeLimits(field: WrittenField): ValueLimits {
  if (field.type === "list") {
    const { of, maxItems } = field;
    return { ...typeLimits({ ...field, type: itemType(field) }), of, maxItems };
  }
  const maxLength = field.maxLength ?? fieldTypes[field.type].limits.maxLength;
  if (field.type === "enum") return { values: field.values };
  const { hasSeconds, limits } = fieldTypes[field.type];
  if (hasSeconds)
    return { maxLength, precision: fractionOf(field, limits.precision), zone: field.zone ?? limits.zone };
  if (field.type === "bigint" && field.storedAs === UNSIGNED) return { precision: UNSIGNED_DIGITS };
  // A column of a fixed length would pad a shorter value with zeros.
  if (field.type === "bytes" && field.storedAs === FIXED_BYTES) return { minLength: maxLength, maxLength };
  if (field.type !== "decimal") return { maxLength };
  if (field.precision === "unlimited") return { maxLength, ...ANY_DIGITS };
  const precision = field.precision ?? DEFAULT_PRECISION;
  return { maxLength, precision, scale: field.scale ?? Math.min(DEFAULT_SCALE, precision) };
}

/** The digits after a second: as configured, else as many as the stored form has. */
function fractionOf(
  { precision, storedAs }: Partial<FieldConfig>,
  usual: number | undefined,
): number | undefined {
  if (typeof precision === "number") return precision;
  const form = storedAs === undefined ? undefined : storedForm(storedAs);
  return form?.fraction ?? usual;
}
