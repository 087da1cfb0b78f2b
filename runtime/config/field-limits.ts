import { ANY_DIGITS, DEFAULT_PRECISION, DEFAULT_SCALE } from "../model/decimal.js";
import { fieldTypes, type ValueLimits } from "../model/field-type.js";
import { storedForm } from "../model/stored-form.js";
import { DEFAULT_FRACTION } from "../model/temporal.js";
import type { FieldConfig } from "./config.js";

/** What bounds the values of a field, with what is left out filled in. */
export function fieldLimits(field: Pick<FieldConfig, "type"> & Partial<FieldConfig>): ValueLimits {
  const maxLength = field.maxLength ?? fieldTypes[field.type].defaultMaxLength;
  if (field.type === "datetime") return { maxLength, precision: fractionOf(field) };
  if (field.type !== "decimal") return { maxLength };
  if (field.precision === "unlimited") return { maxLength, ...ANY_DIGITS };
  const precision = field.precision ?? DEFAULT_PRECISION;
  return { maxLength, precision, scale: field.scale ?? Math.min(DEFAULT_SCALE, precision) };
}

/** As many digits of a second as are asked for, else as its stored form has. */
function fractionOf({ precision, storedAs }: Partial<FieldConfig>): number {
  if (typeof precision === "number") return precision;
  const form = storedAs === undefined ? undefined : storedForm(storedAs);
  return form?.fraction ?? DEFAULT_FRACTION;
}
