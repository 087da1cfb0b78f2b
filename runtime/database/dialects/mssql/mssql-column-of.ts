import { sql } from "kysely";
import type { Field } from "../../../model/model.js";
import { mssqlColumns, otherColumn, type MssqlColumn } from "./mssql-columns.js";
import { mssqlLists } from "./mssql-lists.js";
import type { FieldColumns } from "../../sql/sql-dialect.js";
import { DEFAULT_FRACTION, parseDatetime, withoutZone } from "../../../model/values/temporal.js";
import { orItsText, textOf } from "../odd-values.js";

const plainDatetime: MssqlColumn = {
  ...mssqlColumns.datetime,
  stored: ["datetime2", "datetime", "smalldatetime"],
  fromColumn: (value) => withoutZone(textOf(mssqlColumns.datetime.fromColumn(value))),
};

/** Read as text, because a `Date` has no offset. SQL Server compares the instants. */
const datetimeoffset: MssqlColumn = {
  stored: ["datetimeoffset"],
  parameter: ({ VarChar }) => VarChar(40),
  declaration: ({ precision = DEFAULT_FRACTION }) => `datetimeoffset(${precision})`,
  widest: () => "datetimeoffset",
  typescript: "Date",
  toParameter: (value) => value,
  cast: (parameter, { precision = DEFAULT_FRACTION }) =>
    sql`cast(${parameter} as ${sql.raw(`datetimeoffset(${precision > DEFAULT_FRACTION ? 7 : DEFAULT_FRACTION})`)})`,
  // Style 121 has all digits: `2024-02-29 12:00:00.1234567 +02:00`.
  select: (column) => sql`convert(varchar(40), ${column}, 121)`,
  fromColumn: orItsText((value) =>
    parseDatetime(String(value).replace(/ (?=[+-])/, ""), { precision: 7, zone: "offset" }),
  ),
};

/** The column type of a date and time without a zone, or with its offset. */
function timeColumn({ type, zone }: Field): MssqlColumn | undefined {
  if (type !== "datetime" || zone === undefined || zone === "utc") return undefined;
  return zone === "none" ? plainDatetime : datetimeoffset;
}

/** The column of a field that is not stored in the usual way of its type. */
function columnAs(field: Field): MssqlColumn | undefined {
  return timeColumn(field) ?? otherColumn(field);
}

export const mssqlFieldColumns: FieldColumns = { columns: mssqlColumns, lists: mssqlLists, columnAs };

export function mssqlColumnOf(field: Field): MssqlColumn {
  return columnAs(field) ?? mssqlColumns[field.type];
}
