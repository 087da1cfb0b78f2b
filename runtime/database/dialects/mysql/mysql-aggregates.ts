import type { AggregateSyntax } from "../../sql/aggregates/aggregate-syntax.js";
import { sql } from "kysely";

export const mysqlAggregates: AggregateSyntax = {
  count: (value) => sql`count(${value})`,
  sum: (value) => sql`sum(${value})`,
  // `/` keeps only four more digits. Without its remainder, a whole number is divided exactly.
  average: (value, _, places) => {
    const [more, less] = [sql.raw(`1${"0".repeat(places + 1)}`), sql.raw(`0.${"0".repeat(places)}1`)];
    const total = sql`cast(sum(${value}) * ${more} as decimal(65,0))`;
    const count = sql`nullif(count(${value}), 0)`;
    return sql`round((${total} - mod(${total}, ${count})) / ${count} * ${less}, ${sql.lit(places)})`;
  },
  // Values are in UTC, and so are sessions.
  datePart: (value, part) => sql`${sql.raw(part === "day" ? "dayofmonth" : part)}(${value})`,
};
