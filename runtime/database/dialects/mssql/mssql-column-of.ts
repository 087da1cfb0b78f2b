import type { Field } from "../../../model/model.js";
import { mssqlColumns, otherColumn, type MssqlColumn } from "./mssql-columns.js";
import { timeColumn } from "./mssql-times.js";

/** The column of a field that is stored otherwise than is usual for its type. */
export function mssqlColumnAs(field: Field): MssqlColumn | undefined {
  return timeColumn(field) ?? otherColumn(field);
}

export function mssqlColumnOf(field: Field): MssqlColumn {
  return mssqlColumnAs(field) ?? mssqlColumns[field.type];
}
