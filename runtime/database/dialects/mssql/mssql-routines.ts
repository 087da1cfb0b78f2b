import { sql } from "kysely";
import { selectFunction, type CallParts } from "../../sql/routine-syntax.js";
import {
  toRoutines,
  type ReadRoutines,
  type RoutineDialect,
  type RoutineRow,
} from "../../routines/stored-routine.js";
import type { Sql } from "../../sql/sql.js";
import { mssqlColumnOf } from "./mssql-column-of.js";

interface CatalogRow extends Pick<RoutineRow, "schema" | "routine"> {
  readonly isVisible: boolean | number;
  readonly kind: string;
  readonly place: number | null;
  readonly name: string | null;
  readonly type: string | null;
  readonly length: number | null;
  readonly precision: number | null;
  readonly scale: number | null;
  readonly isOutput: boolean | number | null;
}

/** Types whose length the catalog counts in bytes, two for each character. */
const WIDE = new Set(["nvarchar", "nchar"]);
const SIZED = new Set([...WIDE, "varchar", "char", "varbinary", "binary"]);

/**
 * Reads sys.objects, sys.parameters and the columns of table functions
 * (learn.microsoft.com/sql/relational-databases/system-catalog-views/sys-parameters-transact-sql). The catalog does
 * not know which parameters of a T-SQL procedure have defaults, so each may be left out.
 */
const readRoutines: ReadRoutines = async (db, names) => {
  const isOurs =
    names === undefined ? sql`o.is_ms_shipped = 0` : sql`o.name in (${sql.join(["", ...names])})`;
  const from = sql`from sys.objects o
    left join (
      select object_id, parameter_id as place, name, user_type_id, system_type_id, max_length, precision, scale, is_output
      from sys.parameters
      union all
      select object_id, 100000 + column_id, name, user_type_id, system_type_id, max_length, precision, scale, null
      from sys.columns
    ) p on p.object_id = o.object_id`;
  const { rows } = await sql<CatalogRow>`
    select schema_name(o.schema_id) as "schema", o.name as "routine", rtrim(o.type) as "kind",
      case when schema_name(o.schema_id) in (schema_name(), 'dbo') then 1 else 0 end as "isVisible",
      p.place as "place", p.name as "name", type_name(p.system_type_id) as "type", p.max_length as "length",
      p.precision as "precision", p.scale as "scale", p.is_output as "isOutput"
    ${from}
    where o.type in ('P', 'FN', 'IF', 'TF') and ${isOurs}
    order by schema_name(o.schema_id), o.name, p.place`.execute(db);
  return toRoutines(rows.map(toRow));
};

/** The places of a function's columns in the union above begin here. */
const FIRST_COLUMN = 100_000;

function toRow(row: CatalogRow): RoutineRow {
  const { schema, routine, kind, name, type, length, precision, scale } = row;
  const column = {
    name: (name ?? "").replace(/^@/, ""),
    type: (type ?? "").toLowerCase(),
    ...(SIZED.has(type ?? "") &&
      length !== null &&
      length > 0 && { length: WIDE.has(type ?? "") ? length / 2 : length }),
    ...(type === "decimal" || type === "numeric"
      ? { precision: precision ?? undefined, scale: scale ?? undefined }
      : {}),
    isNullable: true,
  };
  return {
    ...{ schema, routine, column, use: useOf(row) },
    id: `${schema}.${routine}`,
    kind: kind === "P" ? "procedure" : "function",
    isVisible: Number(row.isVisible) === 1,
    hasDefault: kind === "P",
  };
}

function useOf({ place, isOutput }: CatalogRow): RoutineRow["use"] {
  if (place === null) return "none";
  if (place === 0) return "value";
  if (place > FIRST_COLUMN) return "row";
  // T-SQL has no pure output parameters.
  return Number(isOutput) === 1 ? "inout" : "in";
}

/**
 * Output parameters are variables of the batch, which it selects last. A procedure takes its parameters by name. T-SQL
 * has no quotes for the names of parameters: the configuration allows plain names only.
 */
export const mssqlRoutines: RoutineDialect = {
  read: readRoutines,
  namesArguments: true,
  // Scalar functions must have one (learn.microsoft.com/sql/t-sql/functions/user-defined-functions, "two-part name").
  scalarSchema: "dbo",
  toSql: (call) => {
    if (call.kind === "procedure") return [batchOf(call)];
    return [selectFunction(call, { top: sql`top (${sql.lit(call.take)}) ` })];
  },
};

function batchOf({ name, parameters, select }: CallParts): Sql {
  // An argument of `exec` is a value or a variable, and no expression.
  const passed = parameters.map(({ field, direction, value }, index) => ({
    ...{ field, value, isIn: direction === "in" },
    parameter: sql.raw(`@${field.column}`),
    variable: sql.raw(`@data_api_${index + 1}`),
    type: sql.raw(mssqlColumnOf(field).declaration(field)),
  }));
  const declared = passed.map(({ variable, type, value }) => sql`${variable} ${type} = ${value}`);
  const outs = passed.filter(({ isIn }) => !isIn);
  const args = passed.map(
    ({ parameter, variable, isIn }) => sql`${parameter} = ${variable}${isIn ? sql`` : sql` output`}`,
  );
  const parts = [
    ...(declared.length === 0 ? [] : [sql`declare ${sql.join(declared)}`]),
    sql`exec ${name}${args.length === 0 ? sql`` : sql` ${sql.join(args)}`}`,
    ...(outs.length === 0
      ? []
      : [sql`select ${sql.join(outs.map(({ field, variable }) => select(field, variable)))}`]),
  ];
  return sql.join(parts, sql`; `);
}
