import { sql } from "../../../sql/kysely.js";
import type { AnyKysely } from "../../../sql/sql.js";
import type { StoredCheck } from "../../../schema/stored/stored-schema.js";

/** Reads the checks of tables (postgresql.org/docs/current/catalog-pg-constraint.html). */
export async function readChecks(db: AnyKysely): Promise<readonly StoredCheck[]> {
  const { rows } = await sql<StoredCheck>`
    select n.nspname as schema, c.relname as table, k.conname as name, pg_get_expr(k.conbin, k.conrelid) as clause
    from pg_catalog.pg_constraint k
    join pg_catalog.pg_class c on c.oid = k.conrelid
    join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    where k.contype = 'c' and n.nspname not in ('pg_catalog', 'information_schema')
    order by n.nspname, c.relname, k.conname`.execute(db);
  return rows;
}
