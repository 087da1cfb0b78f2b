import { sql } from "kysely";
import type { AnyKysely } from "../../sql/sql.js";
import type { SchemaDialect } from "../../schema/schema-dialect.js";
import type { StoredColumn, StoredTable } from "../../schema/stored/stored-schema.js";
import { tableName } from "../../sql/table-name.js";

/**
 * Determines whether columns of type `tinyint(1)` hold booleans: the type declares a boolean, but accepts any 8-bit
 * number. A column with a number other than 0 and 1 is numeric.
 */
export const readValues: NonNullable<SchemaDialect["readValues"]> = async (db, tables) => {
  const looked: StoredTable[] = [];
  for (const table of tables) {
    const columns: StoredColumn[] = [];
    for (const column of table.columns) {
      // A view may be unreadable.
      const isNumber =
        column.type === "tinyint(1)" && (await holdsNumbers(db, table, column).catch(() => false));
      columns.push(isNumber ? { ...column, holds: { type: "int", isNeeded: true } } : column);
    }
    looked.push({ ...table, columns });
  }
  return looked;
};

async function holdsNumbers(
  db: AnyKysely,
  { schema, name: table }: StoredTable,
  { name }: StoredColumn,
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from ${tableName({ schema, table })} where ${sql.id(name)} not in (0, 1) limit 1`.execute(db);
  return rows.length > 0;
}
