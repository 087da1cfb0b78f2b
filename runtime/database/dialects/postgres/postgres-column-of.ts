import type { Field } from "../../../model/model.js";
import { columnOf } from "../../sql/column-of.js";
import type { ColumnType } from "../../sql/sql-dialect.js";
import { postgresColumns, otherColumn } from "./postgres-columns.js";
import { postgresLists } from "./postgres-lists.js";
import { timeColumn } from "./postgres-times.js";

/** The column of a field that is not stored in the usual way of its type. */
export function postgresColumnAs(field: Field): ColumnType | undefined {
  return timeColumn(field) ?? otherColumn(field);
}

export function postgresColumnOf(field: Field): ColumnType {
  return columnOf(field, { columns: postgresColumns, lists: postgresLists, columnAs: postgresColumnAs });
}
