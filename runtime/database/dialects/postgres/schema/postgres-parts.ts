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

/**
 * Reads a check constraint's expression. The check of a domain does not name its columns, so all columns of
 * the domain are returned.
 */
export const readCheck: SchemaDialect["readCheck"] = async (db, { schema, table }, constraint) => {
  const { rows } = await sql<{ clause: string | null }>`
    with recursive ${baseTypes}
    select pg_get_constraintdef(k.oid) as clause from pg_catalog.pg_constraint k
    join pg_catalog.pg_class c on c.oid = k.conrelid
    join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    where k.contype = 'c' and k.conname = ${constraint} and c.relname = ${table}
      and n.nspname = coalesce(${schema ?? null}, current_schema())
    union all
    select string_agg(quote_ident(a.attname), ', ') as clause from pg_catalog.pg_attribute a
    join pg_catalog.pg_constraint k on k.contypid <> 0 and k.conname = ${constraint}
      and (k.contypid = a.atttypid or exists (select from domains d where d.oid = a.atttypid and d.base = k.contypid))
    join pg_catalog.pg_class c on c.oid = a.attrelid
    join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    where c.relname = ${table} and n.nspname = coalesce(${schema ?? null}, current_schema())`.execute(db);
  return rows.find(({ clause }) => clause !== null)?.clause ?? undefined;
};

export const readExclusion: SchemaDialect["readCheck"] = async (db, { schema, table }, constraint) => {
  const { rows } = await sql<{ definition: string }>`
    select pg_get_constraintdef(k.oid) as definition from pg_catalog.pg_constraint k
    join pg_catalog.pg_class c on c.oid = k.conrelid
    join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    where k.contype = 'x' and k.conname = ${constraint} and c.relname = ${table}
      and n.nspname = coalesce(${schema ?? null}, current_schema())`.execute(db);
  return rows[0]?.definition;
};

/**
 * The suffix that Citus appends to the names of a shard's indexes and constraints. It truncates long names, and adds
 * a hash.
 */
const SHARD = /^((.+?)(_[0-9a-f]{8})?)_\d+$/;

export const readNameOfWhole: SchemaDialect["readCheck"] = async (db, { schema, table }, told) => {
  const [, whole, start, hash] = SHARD.exec(told) ?? [];
  if (whole === undefined || start === undefined) return undefined;
  const isCut = hash === undefined ? sql`false` : sql`starts_with(name, ${start})`;
  const found = sql<{ name: string }>`
    with own as (
      select c.oid from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
      where c.relname = ${table} and n.nspname = coalesce(${schema ?? null}, current_schema())
    ), named (name) as (
      select k.conname::text from pg_catalog.pg_constraint k join own on own.oid = k.conrelid
      union
      select c.relname::text from pg_catalog.pg_index i join own on own.oid = i.indrelid
      join pg_catalog.pg_class c on c.oid = i.indexrelid
    )
    select name from named where name in (${told}, ${whole}) or ${isCut}
    order by name = ${told} desc, name = ${whole} desc limit 1`;
  try {
    return (await found.execute(db)).rows[0]?.name;
  } catch {
    // Outside the transaction of the write, which has failed and accepts no statements.
    return whole;
  }
};
