import { sql } from "kysely";
import {
  toRoutines,
  type ReadRoutines,
  type RoutineDialect,
  type RoutineRow,
} from "../../routines/stored-routine.js";
import type { StoredColumn } from "../../schema/stored/stored-schema.js";
import type { Sql } from "../../sql/sql.js";
import { baseTypes } from "./schema/postgres-parts.js";
import { sizeOf } from "./schema/postgres-schema.js";
import { selectFunction, type CallParameter } from "../../sql/routine-syntax.js";

interface CatalogRow extends Pick<RoutineRow, "id" | "schema" | "routine" | "isVisible"> {
  readonly isProcedure: boolean;
  readonly mode: string | null;
  readonly name: string | null;
  readonly type: string | null;
  readonly modifier: number | null;
  readonly values: readonly string[] | null;
  /** The type as it is declared, and its schema. The schema is null if the arguments decide the type. */
  readonly declared: string | null;
  readonly declaredIn: string | null;
  readonly isSet: boolean;
  readonly isDefaulted: boolean;
  readonly hasOutputs: boolean;
  readonly valueType: string;
  readonly valueValues: readonly string[] | null;
  readonly isCursor: boolean;
  readonly isValueCursor: boolean;
  readonly isComposite: boolean;
}

/** `c` stands for a column of a composite type that a function returns. The others are those of pg_proc. */
const uses: Readonly<Record<string, RoutineRow["use"]>> = {
  i: "in",
  v: "in",
  b: "inout",
  o: "out",
  t: "row",
  c: "row",
};

/** The name of a type or of the items of an array, below its domains. */
function typeNameOf(type: Sql): Sql {
  return sql`(select coalesce(item.typname || '[]', b.typname) from pg_catalog.pg_type b
    left join pg_catalog.pg_type item on b.typcategory = 'A' and item.oid = b.typelem
    where b.oid = ${baseOf(type)})`;
}

function baseOf(type: Sql): Sql {
  return sql`coalesce((select x.base from base_types x where x.oid = ${type}), ${type})`;
}

function valuesOf(type: Sql): Sql {
  return sql`(select json_agg(e.enumlabel order by e.enumsortorder) from pg_catalog.pg_enum e
    where e.enumtypid = ${baseOf(type)})`;
}

/**
 * Reads pg_proc (postgresql.org/docs/current/catalog-pg-proc.html). Routines of extensions and triggers are left out.
 * Cursors have the type `refcursor` (postgresql.org/docs/current/plpgsql-cursors.html), or a domain of it.
 */
const readRoutines: ReadRoutines = async (db, names) => {
  const isOurs =
    names === undefined
      ? sql`not exists (select from pg_catalog.pg_depend x
          where x.classid = 'pg_catalog.pg_proc'::regclass and x.objid = p.oid and x.deptype = 'e')`
      : sql`p.proname in (${sql.join(["", ...names])})`;
  const { rows } = await sql<CatalogRow>`
    with recursive ${baseTypes}
    select p.oid::text as id, p.prokind = 'p' as "isProcedure", n.nspname as schema, p.proname as routine,
      pg_function_is_visible(p.oid) as "isVisible", a.mode, a.name, a.modifier,
      ${typeNameOf(sql`a.type`)} as type, ${valuesOf(sql`a.type`)} as values, t.typname as declared,
      (select d.nspname from pg_catalog.pg_namespace d
        where d.oid = t.typnamespace and t.typtype <> 'p') as "declaredIn",
      ${baseOf(sql`a.type`)} is not distinct from 'pg_catalog.refcursor'::regtype::oid as "isCursor",
      ${baseOf(sql`result.oid`)} = 'pg_catalog.refcursor'::regtype::oid as "isValueCursor",
      p.proretset as "isSet", result.typtype = 'c' as "isComposite",
      coalesce(p.proargmodes::text[] && array['o', 'b', 't'], false) as "hasOutputs",
      ${typeNameOf(sql`result.oid`)} as "valueType", ${valuesOf(sql`result.oid`)} as "valueValues",
      coalesce(a.mode, 'i') in ('i', 'b', 'v') and count(*) filter (where coalesce(a.mode, 'i') in ('i', 'b', 'v'))
        over (partition by p.oid order by a.place) > p.pronargs - p.pronargdefaults as "isDefaulted"
    from pg_catalog.pg_proc p
    join pg_catalog.pg_namespace n on n.oid = p.pronamespace
    join pg_catalog.pg_type result on result.oid = p.prorettype
    left join lateral (
      select u.type, u.mode, u.name, u.place, -1 as modifier
      from unnest(coalesce(p.proallargtypes, p.proargtypes::oid[]), p.proargmodes::text[], p.proargnames)
        with ordinality as u (type, mode, name, place)
      union all
      select c.atttypid, 'c', c.attname::text, ${sql.lit(FIRST_COLUMN)} + c.attnum, c.atttypmod
      from pg_catalog.pg_attribute c
      where result.typtype = 'c' and c.attrelid = result.typrelid and c.attnum > 0 and not c.attisdropped
    ) a on a.type is not null
    left join pg_catalog.pg_type t on t.oid = a.type
    where p.prokind in ('f', 'p') and result.typname not in ('trigger', 'event_trigger')
      and n.nspname not in ('pg_catalog', 'information_schema') and n.nspname not like 'pg\\_%' and ${isOurs}
    order by n.nspname, p.proname, p.oid, a.place`.execute(db);
  return toRoutines(rows.flatMap(toRows));
};

/** The places of the columns of a composite type begin here, behind those of the parameters. */
const FIRST_COLUMN = 100_000;

function columnOf(
  name: string,
  type: string,
  values: readonly string[] | null,
  modifier: number,
): StoredColumn {
  if (values !== null && !type.endsWith("[]")) return { name, type: "enum", values, isNullable: true };
  return { name, type, ...sizeOf(type.replace("[]", ""), modifier, null), isNullable: true };
}

/** A function that returns no set returns its value in one row. */
function toRows(row: CatalogRow, index: number, all: readonly CatalogRow[]): readonly RoutineRow[] {
  const { id, schema, routine, isVisible, isProcedure, mode, name, type, isCursor } = row;
  const own = { id, schema, routine, isVisible, hasDefault: row.isDefaulted, isCursor };
  const kind = isProcedure ? ("procedure" as const) : ("function" as const);
  const use = type === null ? "none" : (uses[mode ?? "i"] ?? "in");
  const column = columnOf(name ?? "", type ?? "", row.values, row.modifier ?? -1);
  const passed = {
    isVariadic: mode === "v",
    ...(row.declared !== null &&
      row.declaredIn !== null && { passedAs: { schema: row.declaredIn, name: row.declared } }),
  };
  // The output parameters of a function are the columns of its rows.
  const isColumn = !isProcedure && (use === "out" || use === "inout" || use === "row");
  const inRows = isCursor ? "cursor" : "row";
  const parts: RoutineRow[] = [{ ...own, ...passed, kind, use: isColumn ? inRows : use, column }];
  if (isColumn && use === "inout") parts.unshift({ ...own, ...passed, kind, use: "in", column });
  const isFirst = all[index - 1]?.id !== id;
  const valueUse = useOfValue(row);
  // A set of values is rows with one column, which has the name of the function.
  const valueName = valueUse === "row" ? routine : "value";
  if (isFirst && !isProcedure && valueUse !== undefined)
    parts.push({
      ...own,
      kind,
      use: valueUse,
      column: columnOf(valueName, row.valueType, row.valueValues, -1),
    });
  return parts;
}

/** `undefined` if output parameters or a composite type describe the rows, or nothing does. */
function useOfValue(row: CatalogRow): RoutineRow["use"] | undefined {
  const { valueType, isSet, isValueCursor, isComposite, hasOutputs } = row;
  if (isValueCursor) return "cursor";
  if (valueType === "void") return "nothing";
  if (isComposite || valueType === "record") return undefined;
  if (!isSet) return "value";
  return hasOutputs ? undefined : "row";
}

/**
 * The arguments of a call. Those behind one that is left out are named
 * (postgresql.org/docs/current/sql-syntax-calling-funcs.html).
 */
function argumentsOf(parameters: readonly CallParameter[]): Sql {
  const firstOmitted = parameters.findIndex(({ isOmitted }) => isOmitted);
  const passed = parameters.flatMap(({ value, direction, stored, isOmitted }, index) => {
    if (isOmitted) return [];
    const { passedAs, isVariadic = false, column } = stored ?? {};
    const isNamed = firstOmitted !== -1 && index > firstOmitted && column !== undefined;
    const variadic = isVariadic ? sql`variadic ` : sql``;
    const name = isNamed ? sql`${sql.id(column.name)} => ` : sql``;
    // A domain may forbid null, which stands for an output parameter.
    const isCast = passedAs !== undefined && direction !== "out";
    const typed = isCast ? sql`cast(${value} as ${sql.id(passedAs.schema ?? "", passedAs.name)})` : value;
    return [sql`${variadic}${name}${typed}`];
  });
  return sql.join(passed);
}

function isAnswered({ direction }: CallParameter): boolean {
  return direction === "out" || direction === "inout";
}

/**
 * Procedures return one row with their output parameters and the names of their cursors. So do functions whose
 * results are cursors.
 */
export const postgresRoutines: RoutineDialect = {
  read: readRoutines,
  namesArguments: false,
  isOverloaded: true,
  toSql: (call) => {
    const { kind, name, parameters, take, returns, select } = call;
    if (kind === "procedure") return [sql`call ${name}(${argumentsOf(parameters)})`];
    if (returns.kind === "rows" || returns.kind === "value")
      return [selectFunction(call, { args: argumentsOf(parameters), limit: sql` limit ${sql.lit(take)}` })];
    // A cursor may be in a separate row.
    const rows = returns.kind === "results" ? returns.results.length : 1;
    const passed = parameters.filter(({ direction }) => direction !== "out");
    // The configuration does not name cursors that are only returned.
    const selected = [
      ...parameters.filter(isAnswered).map(({ field }) => select(field, sql.id(field.column))),
      sql`*`,
    ];
    return [sql`select ${sql.join(selected)} from ${name}(${argumentsOf(passed)}) limit ${sql.lit(rows)}`];
  },
  cursors: {
    argument: (name) => sql`cast(${sql.lit(name)} as refcursor)`,
    fetch: (name, take) => sql`fetch forward ${sql.lit(take)} from ${sql.id(name)}`,
    closeAll: sql`close all`,
  },
};
