import type { SchemaDialect } from "../../../schema/schema-dialect.js";
import type { StoredPart, StoredComment, StoredCheck } from "../../../schema/stored/stored-schema.js";
import { sql, type AnyKysely, type Sql } from "../../../sql/sql.js";
import type { TriggerRow } from "../../../schema/stored/part-rows.js";

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

/**
 * Reads the enabled triggers of new rows, and those that run after rows were changed, for each row or for the statement,
 * each with its declaration and the text of its function.
 */
export async function readTriggers(db: AnyKysely, isOurs: Sql): Promise<readonly TriggerRow[]> {
  const { rows } = await sql<TriggerRow>`
    select n.nspname as schema, c.relname as table, g.tgname as name,
      case when g.tgtype & 64 > 0 then 'instead of' when g.tgtype & 2 > 0 then 'before' else 'after' end as timing,
      case when g.tgtype & 4 > 0 then 'insert' else 'update' end as event,
      p.prosrc || ' ' || pg_get_triggerdef(g.oid) as body
    from pg_catalog.pg_trigger g
    join pg_catalog.pg_class c on c.oid = g.tgrelid
    join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    join pg_catalog.pg_proc p on p.oid = g.tgfoid
    where not g.tgisinternal and g.tgenabled <> 'D'
      and (g.tgtype & 1 > 0 or g.tgtype & 66 = 0)
      and (g.tgtype & 4 > 0 or (g.tgtype & 16 > 0 and g.tgtype & 66 = 0)) ${isOurs}
    order by n.nspname, c.relname, g.tgname`.execute(db);
  return rows;
}

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

/**
 * The type below each domain, as common table expressions after `with recursive`. A domain may be one of another
 * domain. The innermost has the size, and each may forbid null (postgresql.org/docs/current/catalog-pg-type.html).
 */
export const baseTypes = sql`domains as (
    select d.oid, d.typbasetype as base, d.typtypmod as modifier, d.typnotnull as "isNotNull"
    from pg_catalog.pg_type d where d.typtype = 'd'
    union all
    select o.oid, d.typbasetype, d.typtypmod, o."isNotNull" or d.typnotnull
    from domains o join pg_catalog.pg_type d on d.oid = o.base and d.typtype = 'd'
  ), base_types as (
    select d.oid, d.base, d.modifier, d."isNotNull"
    from domains d join pg_catalog.pg_type b on b.oid = d.base and b.typtype <> 'd'
  )`;
