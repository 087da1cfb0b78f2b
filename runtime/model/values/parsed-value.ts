import { fieldTypes, type FieldTypeName, type FieldValue, type ValueLimits } from "../field-type.js";
import { ValueError } from "./value-error.js";

/** The value in canonical form, or the error if it is not a value of the type within the limits. */
export function parsedValue(
  type: FieldTypeName,
  value: unknown,
  limits: ValueLimits,
): FieldValue | ValueError {
  try {
    return fieldTypes[type].parse(value, limits);
  } catch (error) {
    if (error instanceof ValueError) return error;
    throw error;
  }
}
