import { sql } from "kysely";
import type { Dialect } from "../../runtime/database/dialect.js";
import { fieldOfColumn } from "../../runtime/database/schema/stored/field-of-column.js";
import type { StoredColumn, StoredTable } from "../../runtime/database/schema/stored/stored-schema.js";
import type { AnyKysely } from "../../runtime/database/sql/sql.js";
import { tableName } from "../../runtime/database/sql/table-name.js";
import { fieldTypes } from "../../runtime/model/field-type.js";

/** How many rows of a view are read, and how many of its columns. */
const MAX_ROWS = 10_000;
const MAX_COLUMNS = 24;

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
  if (columns.length === 0) return view;
  // A type that cannot be counted, such as SQL Server's old types, must not affect the other columns.
  const distinct =
    (await distinctOf(db, view, columns, dialect)) ??
    (await Promise.all(columns.map((column) => distinctOf(db, view, [column], dialect)))).flatMap(
      (found) => found ?? [],
    );
  return {
    ...view,
    columns: view.columns.map((column) =>
      distinct.includes(column) ? { ...column, isDistinct: true } : column,
    ),
  };
}

/** The columns whose values differ in all rows. `undefined` if the view cannot be read, or a column cannot be counted. */
async function distinctOf(
  db: AnyKysely,
  view: StoredTable,
  columns: readonly StoredColumn[],
  dialect: Dialect,
): Promise<readonly StoredColumn[] | undefined> {
  const place = tableName({ schema: view.schema, table: view.name });
  const names = columns.map(({ name }, index) => sql`${sql.id(name)} as ${sql.id(`c${index}`)}`);
  const counts = columns.map((_, index) => {
    return sql`count(distinct ${sql.id(`c${index}`)}) as ${sql.id(`d${index}`)}`;
  });
  // SQL Server allows a limit only with an order.
  const some = sql`order by (select null) ${dialect.limited(sql.lit(MAX_ROWS), sql.lit(0))}`;
  const statement = sql<Readonly<Record<string, unknown>>>`
    select count(*) as n, ${sql.join(counts)} from (select ${sql.join(names)} from ${place} ${some}) as looked`;
  const rows = await statement.execute(db).then(
    (result) => result.rows,
    () => [],
  );
  const [counted] = rows;
  if (counted === undefined) return undefined;
  const rowCount = Number(counted["n"]);
  // A single row proves nothing.
  return rowCount > 1 ? columns.filter((_, index) => Number(counted[`d${index}`]) === rowCount) : [];
}

/** Whether a database can compare the values of the column, as it can for all types of keys. */
function canBeCounted(column: StoredColumn, dialect: Dialect): boolean {
  if (column.type === "" && column.holds === undefined) return true;
  return fieldTypes[fieldOfColumn(column, dialect, 1).type].isIndexable;
}
