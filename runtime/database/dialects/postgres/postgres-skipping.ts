import { sql } from "kysely";
import type { Sql } from "../../sql/sql.js";
import type { NamedTable } from "../../sql/writes/write-syntax.js";
import { quotedName } from "./postgres-quoted-name.js";

/**
 * A trigger that runs before a row, also of a partition, skips it by returning null
 * (postgresql.org/docs/current/plpgsql-trigger.html), and a policy by hiding it. A conditional rule that replaces writes
 * forbids `returning` for all of them (postgresql.org/docs/current/sql-createrule.html).
 */
export function postgresSkipping(table: NamedTable): Sql {
  const oid = sql`to_regclass(${sql.lit(quotedName(table))})`;
  const hasRule = sql`exists (
      select from pg_catalog.pg_rewrite r
      where r.ev_class = ${oid} and r.is_instead and r.ev_enabled <> 'D' and r.ev_qual::text <> '<>')`;
  // tgtype: 1 for each row, 2 before, 64 instead of (src/include/catalog/pg_trigger.h).
  const maySkip = sql`exists (
      select from parts join pg_catalog.pg_class c on c.oid = parts.oid
      where c.relkind not in ('r', 'p') or row_security_active(c.oid) or exists (
        select from pg_catalog.pg_trigger g
        where g.tgrelid = c.oid and not g.tgisinternal and g.tgenabled <> 'D' and g.tgtype & 1 > 0 and g.tgtype & 66 > 0))`;
  return sql`
    with recursive parts (oid) as (
      select ${oid}::oid
      union
      select i.inhrelid from pg_catalog.pg_inherits i join parts on i.inhparent = parts.oid)
    select case when ${hasRule} then 'ruled' when ${maySkip} then 'shown' else 'never' end`;
}
