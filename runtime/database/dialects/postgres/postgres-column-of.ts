import type { Field } from "../../../model/model.js";
import { columnOf } from "../../sql/column-of.js";
import type { ColumnType, FieldColumns } from "../../sql/sql-dialect.js";
import { postgresColumns, otherColumn } from "./postgres-columns.js";
import { postgresLists } from "./postgres-lists.js";
import { DEFAULT_FRACTION, parseTime, withoutZone } from "../../../model/values/temporal.js";
import { orItsText } from "../odd-values.js";
import { datetimeJson } from "./postgres-json-texts.js";

const timestamp: ColumnType = {
  ...postgresColumns.datetime,
  stored: ["timestamp"],
  declaration: ({ precision = DEFAULT_FRACTION }) => `timestamp(${precision})`,
  fromColumn: (value) => withoutZone(String(value)),
  jsonText: (column) => datetimeJson(column, ""),
};

const time: ColumnType = { ...postgresColumns.time, stored: ["time"] };

const timetz: ColumnType = {
  ...postgresColumns.time,
  stored: ["timetz"],
  declaration: ({ precision = DEFAULT_FRACTION }) => `timetz(${precision})`,
  fromColumn: orItsText((value) => parseTime(value, { precision: 6, zone: "offset" })),
};

/** The column type of a date and time without a zone, or of a time of day. */
function timeColumn({ type, zone }: Field): ColumnType | undefined {
  if (type === "datetime" && zone === "none") return timestamp;
  if (type !== "time") return undefined;
  return zone === "offset" ? timetz : time;
}

export const postgresFieldColumns: FieldColumns = {
  columns: postgresColumns,
  lists: postgresLists,
  columnAs: (field) => timeColumn(field) ?? otherColumn(field),
};

export function postgresColumnOf(field: Field): ColumnType {
  return columnOf(field, postgresFieldColumns);
}
