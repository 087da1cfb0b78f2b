import { sql } from "kysely";
import type { Dialect } from "../../runtime/database/dialect.js";
import { fieldOfColumn } from "../../runtime/database/schema/stored/field-of-column.js";
import type { StoredColumn, StoredTable } from "../../runtime/database/schema/stored/stored-schema.js";
import type { AnyKysely, Sql } from "../../runtime/database/sql/sql.js";
import { fieldTypes } from "../../runtime/model/field-type.js";
import { askColumns } from "./ask-columns.js";

/** How many columns of a view are read. */
const MAX_COLUMNS = 24;

/** Whether the values of a column differ in all rows. A single row proves nothing. */
const isDistinct = {
  maxRows: 10_000,
  ask: (column: Sql) => sql`count(distinct ${column})`,
  isYes: (count: number, rowCount: number) => rowCount > 1 && count === rowCount,
};

/** Reads the rows of views, which declare no key, to find columns that can identify them. */
export async function findDistinct(
  db: AnyKysely,
  tables: readonly StoredTable[],
  dialect: Dialect,
): Promise<readonly StoredTable[]> {
  const looked: StoredTable[] = [];
  for (const table of tables) looked.push(table.isView ? await markDistinct(db, table, dialect) : table);
  return looked;
}

async function markDistinct(db: AnyKysely, view: StoredTable, dialect: Dialect): Promise<StoredTable> {
  const columns = view.columns.filter((column) => canBeCounted(column, dialect)).slice(0, MAX_COLUMNS);
  const distinct = await askColumns(db, view, columns, isDistinct, dialect);
  return {
    ...view,
    columns: view.columns.map((column) =>
      distinct.includes(column) ? { ...column, isDistinct: true } : column,
    ),
  };
}

/** Whether a database can compare the values of the column, as it can for all types of keys. */
function canBeCounted(column: StoredColumn, dialect: Dialect): boolean {
  if (column.type === "" && column.holds === undefined) return true;
  return fieldTypes[fieldOfColumn(column, dialect, 1).type].isIndexable;
}
