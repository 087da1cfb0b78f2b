import type { AnyKysely } from "../../runtime/database/sql/sql.js";
import type { SchemaDialect } from "../../runtime/database/schema/schema-dialect.js";
import type { StoredTable } from "../../runtime/database/schema/stored-schema.js";

/** Reads all tables. If column types alone say too little, it also looks at the values. */
export async function readImported(
  db: AnyKysely,
  { readTables, readValues }: SchemaDialect,
): Promise<readonly StoredTable[]> {
  const tables = await readTables(db);
  return readValues === undefined ? tables : readValues(db, tables);
}
