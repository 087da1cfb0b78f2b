import { columnOf } from "../database/column-of.js";
import type { Dialect } from "../database/dialect.js";
import type { Field } from "../model/model.js";
import type { FieldValue } from "../model/field-type.js";

/** The values as the database takes them. */
export function toParameters(
  fields: readonly Field[],
  values: readonly FieldValue[],
  dialect: Dialect,
): readonly unknown[] {
  return fields.map((field, index) => {
    const value = values[index] ?? null;
    return value === null ? null : columnOf(field, dialect).toParameter(value);
  });
}
