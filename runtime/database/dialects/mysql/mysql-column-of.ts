import type { Field } from "../../../model/model.js";
import { columnOf } from "../../sql/column-of.js";
import type { ColumnType } from "../../sql/sql-dialect.js";
import { mysqlColumns, otherColumn } from "./mysql-columns.js";
import { mysqlLists } from "./mysql-lists.js";
import { timeColumn } from "./mysql-times.js";

/** The column of a field that is stored otherwise than is usual for its type. */
export function mysqlColumnAs(field: Field): ColumnType | undefined {
  return timeColumn(field) ?? otherColumn(field);
}

export function mysqlColumnOf(field: Field): ColumnType {
  return columnOf(field, { columns: mysqlColumns, lists: mysqlLists, columnAs: mysqlColumnAs });
}
