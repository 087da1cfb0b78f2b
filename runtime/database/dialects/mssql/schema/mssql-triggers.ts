import { sql } from "../../../sql/kysely.js";
import type { AnyKysely, Sql } from "../../../sql/sql.js";
import type { TriggerRow } from "../../../schema/stored/trigger-rows.js";

/**
 * Reads the enabled triggers of new rows
 * (learn.microsoft.com/sql/relational-databases/system-catalog-views/sys-triggers-transact-sql).
 */
export async function readTriggers(db: AnyKysely, isNamed: Sql): Promise<readonly TriggerRow[]> {
  const { rows } = await sql<TriggerRow>`
    select schema_name(t.schema_id) as "schema", t.name as "table", g.name as "name",
      case when g.is_instead_of_trigger = 1 then 'instead of' else 'after' end as "timing",
      m.definition as "body"
    from sys.triggers g
    join sys.objects t on t.object_id = g.parent_id
    join sys.trigger_events e on e.object_id = g.object_id and e.type_desc = 'INSERT'
    left join sys.sql_modules m on m.object_id = g.object_id
    where g.is_disabled = 0 and ${isNamed}
    order by t.name, g.name`.execute(db);
  return rows;
}
