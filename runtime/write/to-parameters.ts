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
  return parametersOf(fields, dialect)(values);
}

/** Returns a function that converts the values of these fields to statement parameters. */
export function parametersOf(
  fields: readonly Field[],
  dialect: Dialect,
): (values: readonly FieldValue[]) => readonly unknown[] {
  const columns = fields.map((field) => columnOf(field, dialect));
  return (values) =>
    columns.map((column, index) => {
      const value = values[index] ?? null;
      return value === null ? null : column.toParameter(value);
    });
}
