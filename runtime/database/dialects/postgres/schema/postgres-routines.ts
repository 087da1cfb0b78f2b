import { sql } from "../../../sql/kysely.js";
import { toRoutines, type ReadRoutines, type RoutineRow } from "../../../schema/stored/stored-routine.js";
import type { StoredColumn } from "../../../schema/stored/stored-schema.js";
import { sizeOf } from "./postgres-schema.js";
import { selectFunction, type CallParameter, type RoutineSyntax } from "../../../sql/routine-syntax.js";

interface CatalogRow extends Pick<RoutineRow, "id" | "schema" | "routine" | "isVisible"> {
  readonly isProcedure: boolean;
  readonly mode: string | null;
  readonly name: string | null;
  readonly type: string | null;
  readonly isSet: boolean;
  readonly isDefaulted: boolean;
  readonly valueType: string;
  readonly isCursor: boolean | null;
  readonly isValueCursor: boolean;
}

const uses: Readonly<Record<string, RoutineRow["use"]>> = {
  i: "in",
  v: "in",
  b: "inout",
  o: "out",
  t: "row",
};

/**
 * Reads pg_proc (postgresql.org/docs/current/catalog-pg-proc.html). Routines of extensions and triggers are left out.
 * Cursors have the type `refcursor` (postgresql.org/docs/current/plpgsql-cursors.html), or a domain of it.
 */
export const readPostgresRoutines: ReadRoutines = async (db, names) => {
  const isOurs =
    names === undefined
      ? sql`not exists (select from pg_catalog.pg_depend x
          where x.classid = 'pg_catalog.pg_proc'::regclass and x.objid = p.oid and x.deptype = 'e')`
      : sql`p.proname in (${sql.join(["", ...names])})`;
  const { rows } = await sql<CatalogRow>`
    with recursive cursors as (
      select 'pg_catalog.refcursor'::regtype::oid as oid
      union all select d.oid from pg_catalog.pg_type d join cursors on d.typbasetype = cursors.oid
    )
    select p.oid::text as id, p.prokind = 'p' as "isProcedure", n.nspname as schema, p.proname as routine,
      pg_function_is_visible(p.oid) as "isVisible", a.mode, a.name, coalesce(item.typname || '[]', t.typname) as type,
      t.oid in (select oid from cursors) as "isCursor", result.oid in (select oid from cursors) as "isValueCursor",
      p.proretset as "isSet", coalesce(result_item.typname || '[]', result.typname) as "valueType",
      coalesce(a.mode, 'i') in ('i', 'b', 'v') and count(*) filter (where coalesce(a.mode, 'i') in ('i', 'b', 'v'))
        over (partition by p.oid order by a.place) > p.pronargs - p.pronargdefaults as "isDefaulted"
    from pg_catalog.pg_proc p
    join pg_catalog.pg_namespace n on n.oid = p.pronamespace
    join pg_catalog.pg_type result on result.oid = p.prorettype
    left join pg_catalog.pg_type result_item on result.typcategory = 'A' and result_item.oid = result.typelem
    left join lateral unnest(coalesce(p.proallargtypes, p.proargtypes::oid[]), p.proargmodes::text[], p.proargnames)
      with ordinality as a (type, mode, name, place) on a.type is not null
    left join pg_catalog.pg_type t on t.oid = a.type
    left join pg_catalog.pg_type item on t.typcategory = 'A' and item.oid = t.typelem
    where p.prokind in ('f', 'p') and result.typname not in ('trigger', 'event_trigger')
      and n.nspname not in ('pg_catalog', 'information_schema') and n.nspname not like 'pg\\_%' and ${isOurs}
    order by n.nspname, p.proname, p.oid, a.place`.execute(db);
  return toRoutines(rows.flatMap(toRows));
};

/** The types in routines have no sizes. */
function columnOf(name: string, type: string): StoredColumn {
  return { name, type, ...sizeOf(type.replace("[]", ""), -1, null), isNullable: true };
}

/** A function that returns no set returns its value in one row. */
function toRows(row: CatalogRow, index: number, all: readonly CatalogRow[]): readonly RoutineRow[] {
  const { id, schema, routine, isVisible, isProcedure, mode, name, type, valueType } = row;
  const isCursor = row.isCursor === true;
  const own = { id, schema, routine, isVisible, hasDefault: row.isDefaulted, isCursor };
  const kind = isProcedure ? ("procedure" as const) : ("function" as const);
  const use = type === null ? "none" : (uses[mode ?? "i"] ?? "in");
  const column = columnOf(name ?? "", type ?? "");
  // The output parameters of a function are the columns of its rows.
  const isColumn = !isProcedure && (use === "out" || use === "inout" || use === "row");
  const inRows = isCursor ? "cursor" : "row";
  const parts: RoutineRow[] = [{ ...own, kind, use: isColumn ? inRows : use, column }];
  if (isColumn && use === "inout") parts.unshift({ ...own, kind, use: "in", column });
  const isFirst = all[index - 1]?.id !== id;
  const valueUse = useOfValue(row);
  if (isFirst && !isProcedure && valueUse !== undefined)
    parts.push({ ...own, kind, use: valueUse, column: columnOf("value", valueType) });
  return parts;
}

/** `undefined` for the type of rows. */
function useOfValue({ valueType, isSet, isValueCursor }: CatalogRow): RoutineRow["use"] | undefined {
  if (isValueCursor) return "cursor";
  if (valueType === "void") return "nothing";
  return isSet || valueType === "record" ? undefined : "value";
}

function isAnswered({ direction }: CallParameter): boolean {
  return direction === "out" || direction === "inout";
}

/**
 * Procedures return one row with their output parameters and the names of their cursors. So do functions whose
 * results are cursors.
 */
export const postgresRoutines: RoutineSyntax = {
  namesArguments: false,
  toSql: (call) => {
    const { kind, name, parameters, take, returns, select } = call;
    if (kind === "procedure") return [sql`call ${name}(${sql.join(parameters.map(({ value }) => value))})`];
    if (returns.kind === "rows" || returns.kind === "value")
      return [selectFunction(call, { limit: sql` limit ${sql.lit(take)}` })];
    // A cursor may be in a separate row.
    const rows = returns.kind === "results" ? returns.results.length : 1;
    const passed = parameters.filter(({ direction }) => direction !== "out").map(({ value }) => value);
    // The configuration does not name cursors that are only returned.
    const selected = [
      ...parameters.filter(isAnswered).map(({ field }) => select(field, sql.id(field.column))),
      sql`*`,
    ];
    return [sql`select ${sql.join(selected)} from ${name}(${sql.join(passed)}) limit ${sql.lit(rows)}`];
  },
  cursors: {
    argument: (name) => sql`cast(${sql.lit(name)} as refcursor)`,
    fetch: (name, take) => sql`fetch forward ${sql.lit(take)} from ${sql.id(name)}`,
    closeAll: sql`close all`,
  },
};
