import { fieldTypes, type FieldType, type FieldTypeName, type FieldValue } from "../field-type.js";
import { ValueError } from "./value-error.js";

/**
 * The value in canonical form, or the error if it is not one of the type.
 * @param limits Default: those of the field.
 */
export function parsedValue(
  field: { readonly type: FieldTypeName } & Parameters<FieldType["parse"]>[1],
  value: unknown,
  limits: Parameters<FieldType["parse"]>[1] = field,
): FieldValue | ValueError {
  try {
    return fieldTypes[field.type].parse(value, limits);
  } catch (error) {
    if (error instanceof ValueError) return error;
    throw error;
  }
}
