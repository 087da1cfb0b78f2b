import { MAX_INT, type LargeKey } from "../../../schema/compare/large-keys.js";
import { sql } from "kysely";
import type { AnyKysely } from "../../../sql/sql.js";

/** The tables whose generated keys have reached the largest `int`. */
export async function sqliteLargeKeys(db: AnyKysely): Promise<readonly LargeKey[]> {
  // SQLite creates this table together with the first table that counts up.
  const { rows: tables } = await sql`select 1 from sqlite_master where name = 'sqlite_sequence'`.execute(db);
  if (tables.length === 0) return [];
  const { rows } = await sql<LargeKey>`
    select name as "table", cast(seq + 1 as text) as next from sqlite_sequence where seq >= ${MAX_INT}`.execute(
    db,
  );
  return rows;
}
