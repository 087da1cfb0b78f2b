import type { Dialect } from "../database/dialect.js";
import type { Field } from "../model/model.js";
import type { FieldValue } from "../model/field-type.js";

/** The values as the database takes them. */
export function toParameters(
  fields: readonly Field[],
  values: readonly FieldValue[],
  { columns }: Dialect,
): readonly unknown[] {
  return fields.map(({ type }, index) => {
    const value = values[index] ?? null;
    return value === null ? null : columns[type].toParameter(value);
  });
}
