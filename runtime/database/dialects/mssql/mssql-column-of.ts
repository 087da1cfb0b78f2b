import type { Field } from "../../../model/model.js";
import { mssqlColumns, otherColumn, type MssqlColumn } from "./mssql-columns.js";
import { timeColumn } from "./mssql-times.js";

/** The column of a field that is not stored in the usual way of its type. */
export function mssqlColumnAs(field: Field): MssqlColumn | undefined {
  return timeColumn(field) ?? otherColumn(field);
}

export function mssqlColumnOf(field: Field): MssqlColumn {
  return mssqlColumnAs(field) ?? mssqlColumns[field.type];
}
