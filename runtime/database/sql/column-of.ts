import type { Field } from "../../model/model.js";
import type { ColumnType, SqlDialect } from "./sql-dialect.js";

/** The column type of a field: that of its field type, unless the field overrides it. */
export function columnOf(field: Field, { columns, columnAs }: SqlDialect): ColumnType {
  return columnAs?.(field) ?? columns[field.type];
}
