import { sql } from "../../../sql/kysely.js";
import type { SchemaDialect } from "../../../schema/schema-dialect.js";
import type { StoredPart } from "../../../schema/stored/stored-schema.js";

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
