import type { StoredPart, StoredTrigger } from "../../../schema/stored/stored-schema.js";
import { sql, type AnyKysely } from "../../../sql/sql.js";
import { toTriggers } from "../../../schema/stored/part-rows.js";

/** Reads the names of triggers and indexes. An index of a constraint has no name of its own. */
export async function readPartNames(db: AnyKysely): Promise<readonly StoredPart[]> {
  const { rows } = await sql<StoredPart>`
    select type as kind, tbl_name as "table", name from sqlite_master
    where type in ('trigger', 'index') and name not like 'sqlite\\_%' escape '\\' order by type, name`.execute(
    db,
  );
  return rows.map((row) => ({ ...row, schema: undefined }));
}

/** Reads the triggers of new rows, and those that run after a row was changed. SQLite keeps a trigger as its statement. */
export async function readTriggers(db: AnyKysely): Promise<(table: string) => readonly StoredTrigger[]> {
  const { rows } = await sql<{ table: string; name: string; sql: string }>`
    select tbl_name as "table", name, sql from sqlite_master where type = 'trigger' order by name`.execute(
    db,
  );
  const triggers = rows.flatMap(({ table, name, sql: body }) => {
    // Without a word for it, a trigger runs before (sqlite.org/lang_createtrigger.html).
    const [, timing = "before", event = ""] =
      /(?:\b(before|after|instead\s+of)\s+)?(?:\b(insert|delete|update)(?:\s+of\s[^;]*?)?)\s+on\b/i
        .exec(body)
        ?.map((part: string | undefined) => part?.toLowerCase()) ?? [];
    return event === "insert" || (event === "update" && timing === "after")
      ? [{ schema: "", table: table.toLowerCase(), name, timing, event, body }]
      : [];
  });
  return (table) => toTriggers(triggers.filter((row) => row.table === table.toLowerCase()));
}
