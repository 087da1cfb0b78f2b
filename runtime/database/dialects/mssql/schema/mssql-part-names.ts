import { sql } from "../../../sql/kysely.js";
import type { SchemaDialect } from "../../../schema/schema-dialect.js";
import type { StoredPart } from "../../../schema/stored/stored-schema.js";

/** Reads the names of triggers and indexes. */
export const readPartNames: SchemaDialect["readPartNames"] = async (db, schemas) => {
  const ours = sql.join([sql`schema_name()`, ...schemas.map((name) => sql`${name}`)]);
  const { rows } = await sql<StoredPart>`
    select 'trigger' as "kind", schema_name(t.schema_id) as "schema", t.name as "table", g.name as "name"
    from sys.triggers g join sys.tables t on t.object_id = g.parent_id
    where schema_name(t.schema_id) in (${ours})
    union all
    select 'index', schema_name(t.schema_id), t.name, i.name
    from sys.indexes i join sys.tables t on t.object_id = i.object_id
    where i.is_primary_key = 0 and i.name is not null and schema_name(t.schema_id) in (${ours})
    order by 1, 2, 3, 4`.execute(db);
  return rows;
};
