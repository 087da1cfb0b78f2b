import { sql } from "../../sql/kysely.js";
import { selectFunction, type RoutineSyntax } from "../../sql/routine-syntax.js";

/** Output parameters are variables of the connection, which are selected after the call. */
export const mysqlRoutines: RoutineSyntax = {
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
  find: () => Promise.resolve([]),
};
