import { MAX_INT, type LargeKey } from "../../large-keys.js";
import { sql } from "kysely";
import type { AnyKysely } from "../../sql/sql.js";

/**
 * The columns whose default is the next value of a sequence beyond an `int`. The sequence of an identity has the type
 * of its column; a separate sequence may go further. Reading the value of a sequence waits for statements that change
 * it, so only the relevant ones are read: without `materialized`, PostgreSQL would read all sequences of the
 * database.
 */
export async function postgresLargeKeys(db: AnyKysely): Promise<readonly LargeKey[]> {
  const { rows } = await sql<LargeKey>`
    with counted as materialized (
      select n.nspname as schema, c.relname as "table", a.attname as "column", s.*
      from pg_sequence s
      join pg_depend d on d.refclassid = 'pg_class'::regclass and d.refobjid = s.seqrelid
        and d.classid = 'pg_attrdef'::regclass
      join pg_attrdef e on e.oid = d.objid
      join pg_attribute a on a.attrelid = e.adrelid and a.attnum = e.adnum
      join pg_class c on c.oid = a.attrelid
      join pg_namespace n on n.oid = c.relnamespace
      where s.seqmax > ${MAX_INT} and a.atttypid <> 'int8'::regtype and c.relpersistence <> 't'
    )
    select schema, "table", "column", next::text
    from (
      select *, coalesce(
        case when has_sequence_privilege(seqrelid, 'select, usage') then pg_sequence_last_value(seqrelid)::numeric end
          + seqincrement,
        seqstart
      ) as next
      from counted
    ) asked
    where next > ${MAX_INT}`.execute(db);
  return rows;
}
