import type { AggregateSyntax } from "../../sql/aggregates/aggregate-syntax.js";
import { sql } from "kysely";
import { postgresColumnOf } from "./postgres-column-of.js";

export const postgresAggregates: AggregateSyntax = {
  count: (value) => sql`count(${value})`,
  sum: (value, field) => sql`sum(${postgresColumnOf(field).select?.(value) ?? value})`,
  // `/` rounds, and `round` would round again, so `div` truncates at one more digit.
  average: (value, field, places) => {
    const number = postgresColumnOf(field).select?.(value) ?? value;
    const [more, less] = [sql.raw(`1${"0".repeat(places + 1)}`), sql.raw(`0.${"0".repeat(places)}1`)];
    const total = sql`sum(${number})::numeric * ${more}`;
    return sql`round(div(${total}, nullif(count(${value}), 0)) * ${less}, ${sql.lit(places)})`;
  },
  // Sessions use UTC. An infinite time has no parts.
  datePart: (value, part) =>
    part === "date"
      ? sql`${value}::date`
      : sql`case when isfinite(${value}) then extract(${sql.raw(part)} from ${value})::integer end`,
};
