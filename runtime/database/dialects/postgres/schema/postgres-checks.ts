import { sql } from "../../../sql/kysely.js";
import type { AnyKysely, Sql } from "../../../sql/sql.js";
import type { StoredCheck } from "../../../schema/stored/stored-schema.js";

/** Whether a constraint is enforced. Before PostgreSQL 18, which added the column `conenforced`, all are. */
export function isEnforced(constraint: Sql): Sql {
  return sql`coalesce((to_jsonb(${constraint}) ->> 'conenforced')::boolean, true)`;
}

/** Reads the enforced checks of tables (postgresql.org/docs/current/catalog-pg-constraint.html). */
export async function readChecks(db: AnyKysely): Promise<readonly StoredCheck[]> {
  const { rows } = await sql<StoredCheck>`
    select n.nspname as schema, c.relname as table, k.conname as name, pg_get_expr(k.conbin, k.conrelid) as clause
    from pg_catalog.pg_constraint k
    join pg_catalog.pg_class c on c.oid = k.conrelid
    join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    where k.contype = 'c' and ${isEnforced(sql`k`)} and n.nspname not in ('pg_catalog', 'information_schema')
    order by n.nspname, c.relname, k.conname`.execute(db);
  return rows;
}
