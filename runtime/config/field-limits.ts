import { DEFAULT_PRECISION, DEFAULT_SCALE } from "../model/decimal.js";
import { fieldTypes, type ValueLimits } from "../model/field-type.js";
import type { FieldConfig } from "./config.js";

/** What bounds the values of a field, with what is left out filled in. */
export function fieldLimits(field: Pick<FieldConfig, "type"> & Partial<FieldConfig>): ValueLimits {
  const maxLength = field.maxLength ?? fieldTypes[field.type].defaultMaxLength;
  if (field.type !== "decimal") return { maxLength };
  const precision = field.precision ?? DEFAULT_PRECISION;
  return { maxLength, precision, scale: field.scale ?? Math.min(DEFAULT_SCALE, precision) };
}
