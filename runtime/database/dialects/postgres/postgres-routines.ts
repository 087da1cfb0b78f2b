import { sql } from "../../sql/kysely.js";
import { toRoutines, type ReadRoutines, type RoutineRow } from "../../schema/stored-routine.js";
import type { StoredColumn } from "../../schema/stored-schema.js";
import { sizeOf } from "./postgres-schema.js";
import { selectFunction, type RoutineSyntax } from "../../sql/routine-syntax.js";

interface CatalogRow {
  readonly id: string;
  readonly isProcedure: boolean;
  readonly schema: string;
  readonly routine: string;
  readonly isVisible: boolean;
  readonly mode: string | null;
  readonly name: string | null;
  readonly type: string | null;
  readonly isSet: boolean;
  readonly isDefaulted: boolean;
  readonly valueType: string;
}

const uses: Readonly<Record<string, RoutineRow["use"]>> = {
  i: "in",
  v: "in",
  b: "inout",
  o: "out",
  t: "row",
};

/** Reads pg_proc (postgresql.org/docs/current/catalog-pg-proc.html). Routines of extensions and triggers are not the application's. */
export const readPostgresRoutines: ReadRoutines = async (db, names) => {
  const isOurs =
    names === undefined
      ? sql`not exists (select from pg_catalog.pg_depend x
          where x.classid = 'pg_catalog.pg_proc'::regclass and x.objid = p.oid and x.deptype = 'e')`
      : sql`p.proname in (${sql.join(["", ...names])})`;
  const { rows } = await sql<CatalogRow>`
    select p.oid::text as id, p.prokind = 'p' as "isProcedure", n.nspname as schema, p.proname as routine,
      pg_function_is_visible(p.oid) as "isVisible", a.mode, a.name, coalesce(item.typname || '[]', t.typname) as type,
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

/** The types of a routine have no sizes. */
function columnOf(name: string, type: string): StoredColumn {
  return { name, type, ...sizeOf(type.replace("[]", ""), -1, null), isNullable: true };
}

/** The value of a function that returns no set stands in a row of its own. */
function toRows(row: CatalogRow, index: number, all: readonly CatalogRow[]): readonly RoutineRow[] {
  const { id, schema, routine, isVisible, isProcedure, mode, name, type, isSet, valueType } = row;
  const own = { id, schema, routine, isVisible, hasDefault: row.isDefaulted };
  const kind = isProcedure ? ("procedure" as const) : ("function" as const);
  const use = type === null ? "none" : (uses[mode ?? "i"] ?? "in");
  const column = columnOf(name ?? "", type ?? "");
  // The output parameters of a function are the columns of its rows.
  const isColumn = !isProcedure && (use === "out" || use === "inout");
  const parts: RoutineRow[] = [{ ...own, kind, use: isColumn ? "row" : use, column }];
  if (isColumn && use === "inout") parts.unshift({ ...own, kind, use: "in", column });
  const isFirst = all[index - 1]?.id !== id;
  if (isFirst && !isProcedure && !isSet && !["record", "void"].includes(valueType))
    parts.push({ ...own, kind, use: "value", column: columnOf("value", valueType) });
  return parts;
}

/** Procedures answer with one row, which has their output parameters. */
export const postgresRoutines: RoutineSyntax = {
  namesArguments: false,
  toSql: (call) => {
    const { kind, name, parameters, take } = call;
    if (kind === "procedure") return [sql`call ${name}(${sql.join(parameters.map(({ value }) => value))})`];
    return [selectFunction(call, { limit: sql` limit ${sql.lit(take)}` })];
  },
};
