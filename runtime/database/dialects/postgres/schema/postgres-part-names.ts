import { sql } from "../../../sql/kysely.js";
import type { SchemaDialect } from "../../../schema/schema-dialect.js";
import type { StoredPart } from "../../../schema/stored/stored-schema.js";

/** Reads the names of triggers and indexes. */
export const readPartNames: SchemaDialect["readPartNames"] = async (db, schemas) => {
  const { rows } = await sql<StoredPart>`
    select * from (
      select 'trigger' as kind, n.nspname as schema, c.relname as table, g.tgname as name
      from pg_catalog.pg_trigger g
      join pg_catalog.pg_class c on c.oid = g.tgrelid
      join pg_catalog.pg_namespace n on n.oid = c.relnamespace
      where not g.tgisinternal
      union all
      select 'index', n.nspname, c.relname, i.relname
      from pg_catalog.pg_index x
      join pg_catalog.pg_class i on i.oid = x.indexrelid
      join pg_catalog.pg_class c on c.oid = x.indrelid
      join pg_catalog.pg_namespace n on n.oid = c.relnamespace
      where not x.indisprimary
    ) as parts
    where schema in (${sql.join([sql`current_schema()`, ...schemas])})
    order by kind, schema, "table", name`.execute(db);
  return rows;
};
