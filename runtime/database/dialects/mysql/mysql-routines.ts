import { sql } from "kysely";
import {
  toRoutines,
  type ReadRoutines,
  type RoutineDialect,
  type RoutineRow,
} from "../../routines/stored-routine.js";
import { selectFunction } from "../../sql/routine-syntax.js";

interface CatalogRow extends Pick<RoutineRow, "id" | "schema" | "routine"> {
  readonly isProcedure: number | string;
  readonly isVisible: number | string;
  readonly place: number | string | null;
  readonly mode: string | null;
  readonly name: string | null;
  readonly type: string | null;
  readonly length: number | string | null;
  readonly precision: number | string | null;
  readonly scale: number | string | null;
  readonly fraction: number | string | null;
}

const uses: Readonly<Record<string, RoutineRow["use"]>> = { IN: "in", OUT: "out", INOUT: "inout" };

/** Reads information_schema. A routine is also listed if the user may not see its body. */
const readRoutines: ReadRoutines = async (db, names) => {
  const isOurs =
    names === undefined
      ? sql`r.routine_schema = database()`
      : sql`lower(r.routine_name) in (${sql.join(["", ...names.map((name) => name.toLowerCase())])})`;
  const { rows } = await sql<CatalogRow>`
    select concat(r.routine_schema, '.', r.routine_type, '.', r.routine_name) as id,
      r.routine_type = 'PROCEDURE' as isProcedure, r.routine_schema as \`schema\`, r.routine_name as routine,
      r.routine_schema = database() as isVisible, p.ordinal_position as place, p.parameter_mode as \`mode\`,
      p.parameter_name as name, p.data_type as type, p.character_maximum_length as length,
      p.numeric_precision as \`precision\`, p.numeric_scale as scale, p.datetime_precision as fraction
    from information_schema.routines r
    left join information_schema.parameters p on p.specific_schema = r.routine_schema
      and p.specific_name = r.specific_name and p.routine_type = r.routine_type
    where r.routine_type in ('PROCEDURE', 'FUNCTION') and r.routine_schema not in ('mysql', 'sys') and ${isOurs}
    order by r.routine_schema, r.routine_type, r.routine_name, p.ordinal_position`.execute(db);
  return toRoutines(rows.map(toRow));
};

function toRow(row: CatalogRow): RoutineRow {
  const { id, schema, routine, place, mode, name, type, length, precision, scale } = row;
  const number = (value: number | string | null) => (value === null ? undefined : Number(value));
  const use = type === null ? "none" : Number(place) === 0 ? "value" : (uses[mode ?? "IN"] ?? "in");
  return {
    ...{ id, schema, routine, use, hasDefault: false },
    kind: Number(row.isProcedure) === 1 ? "procedure" : "function",
    isVisible: Number(row.isVisible) === 1,
    column: {
      name: name ?? "",
      type: (type ?? "").toLowerCase(),
      length: number(length),
      precision: number(precision),
      scale: number(scale),
      fraction: number(row.fraction),
      isNullable: true,
    },
  };
}

/** Output parameters are variables of the connection, which are selected after the call. */
export const mysqlRoutines: RoutineDialect = {
  read: readRoutines,
  namesArguments: false,
  toSql: (call) => {
    const { kind, name, parameters, select } = call;
    if (kind === "function") return [selectFunction(call)];
    const passed = parameters.map(({ field, direction, value }, index) => ({
      ...{ field, value, isIn: direction === "in" },
      variable: sql.raw(`@data_api_${index + 1}`),
    }));
    const outs = passed.filter(({ isIn }) => !isIn);
    const args = passed.map(({ isIn, variable, value }) => (isIn ? value : variable));
    const called = sql`call ${name}(${sql.join(args)})`;
    if (outs.length === 0) return [called];
    return [
      sql`set ${sql.join(outs.map(({ variable, value }) => sql`${variable} = ${value}`))}`,
      called,
      sql`select ${sql.join(outs.map(({ field, variable }) => select(field, variable)))}`,
    ];
  },
};
