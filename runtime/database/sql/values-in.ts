import type { FieldValue } from "../../model/field-type.js";
import type { Field } from "../../model/model.js";
import { columnOf } from "./column-of.js";
import type { FieldColumns } from "./sql-dialect.js";

/**
 * Returns a function that takes the canonical values of these fields from a row.
 * @param all The fields of the row. Default: these.
 */
export function valuesIn(
  fields: readonly Field[],
  dialect: FieldColumns,
  all = fields,
): (row: readonly unknown[]) => readonly FieldValue[] {
  const columns = fields.map((field) => ({
    place: all.indexOf(field),
    fromColumn: columnOf(field, dialect).fromColumn,
  }));
  return (row) =>
    columns.map(({ place, fromColumn }) => {
      const value = row[place] ?? null;
      return value === null ? null : fromColumn(value);
    });
}
