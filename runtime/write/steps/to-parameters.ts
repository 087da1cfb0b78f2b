import { columnOf } from "../../database/sql/column-of.js";
import type { Dialect } from "../../database/dialect.js";
import type { Field } from "../../model/model.js";
import type { FieldValue } from "../../model/field-type.js";

/** Converts values to statement parameters. */
export function toParameters(
  fields: readonly Field[],
  values: readonly FieldValue[],
  dialect: Dialect,
): readonly unknown[] {
  return parametersOf(fields, dialect)(values);
}

/**
 * Returns a function that converts the values of these fields to statement parameters. It joins the values in several
 * lists, which are arguments of their own: a list of lists for each of many records would be garbage.
 */
export function parametersOf(
  fields: readonly Field[],
  dialect: Dialect,
): (
  values: readonly FieldValue[],
  more?: readonly FieldValue[],
  most?: readonly FieldValue[],
) => readonly unknown[] {
  const columns = fields.map((field) => columnOf(field, dialect));
  const nulls: readonly unknown[] = columns.map(() => null);
  const put = (values: readonly FieldValue[], parameters: unknown[], begin: number) => {
    for (let index = 0; index < values.length; index++) {
      const value = values[index] ?? null;
      if (value !== null) parameters[begin + index] = columns[begin + index]?.toParameter(value);
    }
    return begin + values.length;
  };
  return (values, more = none, most = none) => {
    const parameters = nulls.slice();
    put(most, parameters, put(more, parameters, put(values, parameters, 0)));
    return parameters;
  };
}

const none: readonly FieldValue[] = [];
