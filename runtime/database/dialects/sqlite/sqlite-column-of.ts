import type { Field } from "../../../model/model.js";
import { columnOf } from "../../sql/column-of.js";
import type { ColumnType, FieldColumns } from "../../sql/sql-dialect.js";
import { ownBooleanColumn } from "./sqlite-booleans.js";
import { sqliteColumns } from "./sqlite-columns.js";
import { sqliteLists } from "./sqlite-lists.js";
import { timeColumn } from "./sqlite-times.js";

export const sqliteFieldColumns: FieldColumns = {
  columns: sqliteColumns,
  lists: sqliteLists,
  columnAs: (field) => ownBooleanColumn(field) ?? timeColumn(field),
};

export function sqliteColumnOf(field: Field): ColumnType {
  return columnOf(field, sqliteFieldColumns);
}
