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

/**
 * Returns a function that converts the values of these fields to statement parameters. It joins the values in several
 * lists.
 */
export function parametersOf(
  fields: readonly Field[],
  dialect: Dialect,
): (...lists: readonly (readonly FieldValue[])[]) => readonly unknown[] {
  const columns = fields.map((field) => columnOf(field, dialect));
  const nulls: readonly unknown[] = columns.map(() => null);
  return (...lists) => {
    const parameters = nulls.slice();
    let place = 0;
    // By indexes, because a list's iterator costs more than the rest.
    for (let list = 0; list < lists.length; list++) {
      const values = lists[list] as readonly FieldValue[];
      for (let index = 0; index < values.length; index++, place++) {
        const value = values[index] ?? null;
        if (value !== null) parameters[place] = columns[place]?.toParameter(value);
      }
    }
    return parameters;
  };
}
