import type { AnyKysely } from "../../runtime/database/dialect.js";
import type { SchemaDialect } from "../../runtime/database/schema/schema-dialect.js";
import type { StoredTable } from "../../runtime/database/schema/stored-schema.js";

/** All tables, with what is in their columns where types do not tell. */
export async function readImported(
  db: AnyKysely,
  { readTables, readValues }: SchemaDialect,
): Promise<readonly StoredTable[]> {
  const tables = await readTables(db);
  return readValues === undefined ? tables : readValues(db, tables);
}
