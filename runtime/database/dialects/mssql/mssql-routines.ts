import { sql } from "../../sql/kysely.js";
import { selectFunction, type CallParts, type RoutineSyntax } from "../../sql/routine-syntax.js";
import type { Sql } from "../../sql/sql.js";
import { mssqlColumnOf } from "./mssql-column-of.js";

/**
 * Output parameters are variables of the batch, which it selects last. A procedure takes its parameters by name. T-SQL
 * has no quotes for the names of parameters: the configuration allows plain names only.
 */
export const mssqlRoutines: RoutineSyntax = {
  toSql: (call) => {
    if (call.kind === "procedure") return [batchOf(call)];
    return [selectFunction(call, { top: sql`top (${sql.lit(call.take)}) ` })];
  },
  find: () => Promise.resolve([]),
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
