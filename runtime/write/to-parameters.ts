import { columnOf } from "../database/sql/column-of.js";
import type { Dialect } from "../database/dialect.js";
import type { Field } from "../model/model.js";
import type { FieldValue } from "../model/field-type.js";

/** Converts values to statement parameters. */
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
