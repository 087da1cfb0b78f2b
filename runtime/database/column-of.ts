import type { Field } from "../model/model.js";
import type { ColumnType, Dialect } from "./dialect.js";

/** How a field is stored: as its type is, unless the field says otherwise. */
export function columnOf(field: Field, { columns, columnAs }: Dialect): ColumnType {
  return columnAs?.(field) ?? columns[field.type];
}
