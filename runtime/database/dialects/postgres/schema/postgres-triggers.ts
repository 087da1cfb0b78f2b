import { sql } from "../../../sql/kysely.js";
import type { AnyKysely, Sql } from "../../../sql/sql.js";
import type { TriggerRow } from "../../../schema/stored/trigger-rows.js";

/** Reads the enabled triggers of new rows, each with its declaration and the text of its function. */
export async function readTriggers(db: AnyKysely, isOurs: Sql): Promise<readonly TriggerRow[]> {
  const { rows } = await sql<TriggerRow>`
    select n.nspname as schema, c.relname as table, g.tgname as name,
      case when g.tgtype & 64 > 0 then 'instead of' when g.tgtype & 2 > 0 then 'before' else 'after' end as timing,
      p.prosrc || ' ' || pg_get_triggerdef(g.oid) as body
    from pg_catalog.pg_trigger g
    join pg_catalog.pg_class c on c.oid = g.tgrelid
    join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    join pg_catalog.pg_proc p on p.oid = g.tgfoid
    where not g.tgisinternal and g.tgenabled <> 'D' and g.tgtype & 4 > 0 and g.tgtype & 1 > 0 ${isOurs}
    order by n.nspname, c.relname, g.tgname`.execute(db);
  return rows;
}
