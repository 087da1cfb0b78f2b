import { sql } from "kysely";
import type { Dialect } from "../../runtime/database/dialect.js";
import { fieldOfColumn } from "../../runtime/database/schema/stored/field-of-column.js";
import type { StoredColumn, StoredTable } from "../../runtime/database/schema/stored/stored-schema.js";
import type { AnyKysely, Sql } from "../../runtime/database/sql/sql.js";
import { fieldTypes } from "../../runtime/model/field-type.js";
import { markColumns } from "./mark-columns.js";

/** How many columns of a view are read. */
const MAX_COLUMNS = 24;

/** Reads the rows of views, which declare no key, to find columns that can identify them. */
export function findDistinct(
  db: AnyKysely,
  tables: readonly StoredTable[],
  dialect: Dialect,
): Promise<readonly StoredTable[]> {
  const question = {
    columnsOf: ({ isView, columns }: StoredTable) =>
      isView ? columns.filter((column) => canBeCounted(column, dialect)).slice(0, MAX_COLUMNS) : [],
    mark: { isDistinct: true },
    maxRows: 10_000,
    ask: (column: Sql) => sql`count(distinct ${column})`,
    // A single row proves nothing.
    isYes: (count: number, rowCount: number) => rowCount > 1 && count === rowCount,
  };
  return markColumns(db, tables, question, dialect);
}

/** Whether a database can compare the values of the column, as it can for all types of keys. */
function canBeCounted(column: StoredColumn, dialect: Dialect): boolean {
  if (column.type === "" && column.holds === undefined) return true;
  return fieldTypes[fieldOfColumn(column, dialect, 1).type].isIndexable;
}
