import { ANY_DIGITS, DEFAULT_PRECISION, DEFAULT_SCALE } from "../model/decimal.js";
import { fieldTypes, type ValueLimits } from "../model/field-type.js";
import { itemType } from "../model/list.js";
import { storedForm } from "../model/stored-form.js";
import { DEFAULT_FRACTION } from "../model/temporal.js";
import type { FieldConfig } from "./config.js";

/** The limits of a field's values, with defaults. */
export function fieldLimits(field: Pick<FieldConfig, "type"> & Partial<FieldConfig>): ValueLimits {
  if (field.type === "list") {
    const { of, maxItems } = field;
    return { ...fieldLimits({ ...field, type: itemType(field) }), of, maxItems };
  }
  const maxLength = field.maxLength ?? fieldTypes[field.type].limits.maxLength;
  if (field.type === "enum") return { values: field.values };
  if (field.type === "datetime") return { maxLength, precision: fractionOf(field) };
  if (field.type !== "decimal") return { maxLength };
  if (field.precision === "unlimited") return { maxLength, ...ANY_DIGITS };
  const precision = field.precision ?? DEFAULT_PRECISION;
  return { maxLength, precision, scale: field.scale ?? Math.min(DEFAULT_SCALE, precision) };
}

/** The digits after a second: as configured, else as many as the stored form has. */
function fractionOf({ precision, storedAs }: Partial<FieldConfig>): number {
  if (typeof precision === "number") return precision;
  const form = storedAs === undefined ? undefined : storedForm(storedAs);
  return form?.fraction ?? DEFAULT_FRACTION;
}
