import { itemType } from "../../model/values/list.js";
import type { Field } from "../../model/model.js";
import type { ColumnType, FieldColumns } from "./sql-dialect.js";

/** The column type of a field: that of its field type, unless the field overrides it. */
export function columnOf(field: Field, { columns, lists, columnAs }: FieldColumns): ColumnType {
  return columnAs?.(field) ?? (field.type === "list" ? lists[itemType(field)] : columns[field.type]);
}
