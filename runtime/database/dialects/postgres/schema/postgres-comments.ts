import { sql } from "../../../sql/kysely.js";
import type { AnyKysely } from "../../../sql/sql.js";
import type { StoredComment } from "../../../schema/stored/stored-schema.js";

/** Reads the comments of tables, views and columns (postgresql.org/docs/current/catalog-pg-description.html). */
export async function readComments(db: AnyKysely): Promise<readonly StoredComment[]> {
  const { rows } = await sql<StoredComment>`
    select n.nspname as schema, c.relname as table, a.attname as column, d.description as text
    from pg_catalog.pg_description d
    join pg_catalog.pg_class c on c.oid = d.objoid
    join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    left join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum = d.objsubid and d.objsubid > 0
    where d.classoid = 'pg_catalog.pg_class'::regclass and n.nspname not in ('pg_catalog', 'information_schema')`.execute(
    db,
  );
  return rows;
}
