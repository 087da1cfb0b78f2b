import type { Field } from "../../../model/model.js";
import { columnOf } from "../../sql/column-of.js";
import { sql } from "kysely";
import type { ColumnType, FieldColumns } from "../../sql/sql-dialect.js";
import { mysqlColumns, otherColumn } from "./mysql-columns.js";
import { mysqlLists } from "./mysql-lists.js";
import { withoutZone } from "../../../model/values/temporal.js";
import { textOf } from "../odd-values.js";

/** Not a `timestamp`, which is an instant. */
const plainDatetime: ColumnType = {
  ...mysqlColumns.datetime,
  stored: ["datetime"],
  fromColumn: (value) => withoutZone(textOf(mysqlColumns.datetime.fromColumn(value))),
};

/** The column type of a date and time without a zone. */
function timeColumn({ type, zone }: Field): ColumnType | undefined {
  return type === "datetime" && zone === "none" ? plainDatetime : undefined;
}

const usual: FieldColumns = { columns: mysqlColumns, lists: mysqlLists };

/** The column of a field that is not stored in the usual way of its type, or that has a special name. */
function columnAs(field: Field): ColumnType | undefined {
  const column = timeColumn(field) ?? otherColumn(field);
  return UNREADABLE.test(field.column) ? readable(column ?? columnOf(field, usual)) : column;
}

export const mysqlFieldColumns: FieldColumns = { ...usual, columnAs };

export function mysqlColumnOf(field: Field): ColumnType {
  return columnOf(field, mysqlFieldColumns);
}

/** The names of members that every object has. The driver rejects results with a column of such a name. */
const UNREADABLE = /^__(?:proto|(?:define|lookup)[GS]etter)__$/;

/** An expression's name in a result is its text. */
function readable(column: ColumnType): ColumnType {
  return { select: (id) => sql`coalesce(${id})`, ...column };
}
