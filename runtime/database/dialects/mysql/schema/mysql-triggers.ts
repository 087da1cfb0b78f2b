import { sql } from "../../../sql/kysely.js";
import type { AnyKysely, Sql } from "../../../sql/sql.js";
import type { TriggerRow } from "../../../schema/stored/trigger-rows.js";

/** Reads the triggers of new rows. A user sees those of tables where it has the privilege TRIGGER. */
export async function readTriggers(db: AnyKysely, isOurs: Sql): Promise<readonly TriggerRow[]> {
  const { rows } = await sql<TriggerRow>`
    select event_object_schema as \`schema\`, event_object_table as \`table\`, trigger_name as name,
      action_timing as timing, action_statement as body
    from information_schema.triggers where event_manipulation = 'INSERT' and ${isOurs}
    order by event_object_schema, event_object_table, trigger_name`.execute(db);
  return rows;
}
