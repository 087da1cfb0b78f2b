import { sql } from "../../../sql/kysely.js";
import type { StoredPart } from "../../../schema/stored/stored-schema.js";
import type { AnyKysely } from "../../../sql/sql.js";

/** Reads the names of triggers and indexes. An index of a constraint has no name of its own. */
export async function readPartNames(db: AnyKysely): Promise<readonly StoredPart[]> {
  const { rows } = await sql<StoredPart>`
    select type as kind, tbl_name as "table", name from sqlite_master
    where type in ('trigger', 'index') and name not like 'sqlite\\_%' escape '\\' order by type, name`.execute(
    db,
  );
  return rows.map((row) => ({ ...row, schema: undefined }));
}
