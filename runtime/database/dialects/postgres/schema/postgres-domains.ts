import { sql } from "kysely";

/**
 * The type below each domain, as common table expressions after `with recursive`. A domain may be one of another
 * domain. The innermost has the size, and each may forbid null
 * (postgresql.org/docs/current/catalog-pg-type.html).
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
