import type { SchemaDialect } from "../../../schema/schema-dialect.js";
import type { StoredCheck, StoredPart, StoredTrigger } from "../../../schema/stored/stored-schema.js";
import { sql, type AnyKysely } from "../../../sql/sql.js";
import { checkNamed, checksOf } from "./sqlite-checks.js";
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

/** Reads a check's expression. SQLite names an unnamed check by its expression. */
export const readCheck: SchemaDialect["readCheck"] = async (db, { table }, constraint) => {
  const { rows } = await sql<{ sql: string }>`
    select sql from sqlite_master where type = 'table' and lower(name) = lower(${table})`.execute(db);
  return checkNamed(constraint, rows[0]?.sql ?? "") ?? constraint;
};

export async function readChecks(db: AnyKysely): Promise<readonly StoredCheck[]> {
  const { rows } = await sql<{ name: string; sql: string }>`
    select name, sql from sqlite_master where type = 'table'`.execute(db);
  return rows.flatMap(({ name: table, sql: statement }) =>
    checksOf(statement).map((check) => ({ ...check, table })),
  );
}
