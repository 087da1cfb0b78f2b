import type { Field } from "../../../model/model.js";
import { withoutZone } from "../../../model/values/temporal.js";
import type { ColumnType } from "../../sql/sql-dialect.js";
import { textOf } from "../odd-values.js";
import { mysqlColumns } from "./mysql-columns.js";

/** Not a `timestamp`, which is an instant. */
const plainDatetime: ColumnType = {
  ...mysqlColumns.datetime,
  stored: ["datetime"],
  fromColumn: (value) => withoutZone(textOf(mysqlColumns.datetime.fromColumn(value))),
};

/** The column type of a date and time without a zone. */
export function timeColumn({ type, zone }: Field): ColumnType | undefined {
  return type === "datetime" && zone === "none" ? plainDatetime : undefined;
}
