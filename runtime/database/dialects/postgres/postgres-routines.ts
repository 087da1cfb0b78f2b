import { sql } from "../../sql/kysely.js";
import { selectFunction, type RoutineSyntax } from "../../sql/routine-syntax.js";

/** Procedures answer with one row, which has their output parameters. */
export const postgresRoutines: RoutineSyntax = {
  toSql: (call) => {
    const { kind, name, parameters, take } = call;
    if (kind === "procedure") return [sql`call ${name}(${sql.join(parameters.map(({ value }) => value))})`];
    return [selectFunction(call, { limit: sql` limit ${sql.lit(take)}` })];
  },
  find: () => Promise.resolve([]),
};
