import { sql } from "kysely";
import type { SchemaDialect } from "../../../schema/schema-dialect.js";
import type { StoredPart, StoredComment } from "../../../schema/stored/stored-schema.js";
import type { AnyKysely, Sql } from "../../../sql/sql.js";
import type { TriggerRow } from "../../../schema/stored/part-rows.js";

/** Reads the names of triggers and indexes. A user sees triggers of tables where it has the privilege TRIGGER. */
export const readPartNames: SchemaDialect["readPartNames"] = async (db, schemas) => {
  const ours = sql.join([sql`database()`, ...schemas]);
  const { rows } = await sql<StoredPart>`
    select 'trigger' as kind, event_object_schema as \`schema\`, event_object_table as \`table\`, trigger_name as name
    from information_schema.triggers where event_object_schema in (${ours})
    union
    select 'index', table_schema, table_name, index_name
    from information_schema.statistics where table_schema in (${ours}) and index_name <> 'PRIMARY'
    order by 1, 2, 3, 4`.execute(db);
  return rows;
};

/**
 * Reads the triggers of new rows. A user sees those of tables where it has the privilege TRIGGER. Those of changed rows
 * cannot write to their table (error 1442).
 */
export async function readTriggers(db: AnyKysely, isOurs: Sql): Promise<readonly TriggerRow[]> {
  const { rows } = await sql<TriggerRow>`
    select event_object_schema as \`schema\`, event_object_table as \`table\`, trigger_name as name,
      action_timing as timing, 'insert' as event, action_statement as body
    from information_schema.triggers where event_manipulation = 'INSERT' and ${isOurs}
    order by event_object_schema, event_object_table, trigger_name`.execute(db);
  return rows;
}

/** Reads the comments of tables and columns. The comment of a view is only the word `VIEW`. */
export const readComments: NonNullable<SchemaDialect["readComments"]> = async (db, schemas) => {
  const isOurs = sql`table_schema in (${sql.join([sql`database()`, ...schemas])})`;
  const { rows } = await sql<StoredComment>`
    select table_schema as \`schema\`, table_name as \`table\`, null as \`column\`, table_comment as text
    from information_schema.tables
    where ${isOurs} and table_comment <> '' and table_type not like '%VIEW%'
    union all
    select table_schema, table_name, column_name, column_comment
    from information_schema.columns where ${isOurs} and column_comment <> ''`.execute(db);
  return rows;
};
