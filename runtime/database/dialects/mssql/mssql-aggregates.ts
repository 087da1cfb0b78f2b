import type { Field } from "../../../model/model.js";
import type { AggregateSyntax } from "../../sql/aggregates/aggregate-syntax.js";
import { sql } from "kysely";
import type { Sql } from "../../sql/sql.js";
import { mssqlColumnOf } from "./mssql-column-of.js";

/** Enough digits for the number of rows in a group. */
const COUNT_DIGITS = 10;

export const mssqlAggregates: AggregateSyntax = {
  count: (value) => sql`count_big(${value})`,
  sum: total,
  // Two parts, because the digits of a decimal are limited: the whole part, and what remains of it. `/` truncates
  // (learn.microsoft.com/sql/t-sql/data-types/precision-scale-and-length-transact-sql).
  average: (value, field, places) => {
    const [sum, scale] = [total(value, field), scaleOf(field)];
    const count = sql`nullif(cast(count_big(${value}) as ${decimal(COUNT_DIGITS, 0)}), 0)`;
    const rest = sql`cast(${sum} % ${count} as ${decimal(COUNT_DIGITS + scale, scale)})`;
    const whole = sql`cast((${sum} - ${sum} % ${count}) / ${count} as ${decimal(38, places)})`;
    return sql`${whole} + cast(round(${rest} / ${count}, ${sql.lit(places)}) as ${decimal(places + 1, places)})`;
  },
  extreme: (name, value, field) => sql`${sql.raw(name)}(${comparable(value, field)})`,
  // Equal instants can have different offsets.
  grouped: (value, field) =>
    field.zone === "offset" ? sql`switchoffset(${value}, 0)` : comparable(value, field),
  datePart: (value, part, { zone }) => {
    const instant = zone === "offset" ? sql`switchoffset(${value}, 0)` : value;
    return part === "date" ? sql`cast(${instant} as date)` : sql`datepart(${sql.raw(part)}, ${instant})`;
  },
};

function total(value: Sql, field: Field): Sql {
  return sql`sum(cast(${value} as ${decimal(38, scaleOf(field))}))`;
}

function decimal(precision: number, scale: number): Sql {
  return sql.raw(`decimal(${precision},${scale})`);
}

/** The old text types can only be grouped after a cast. The values of an enum are compared by their position. */
function comparable(value: Sql, field: Field): Sql {
  return field.type === "enum" ? value : (mssqlColumnOf(field).comparable?.(value, field) ?? value);
}

function scaleOf({ type, scale = 10 }: Field): number {
  return type === "decimal" ? scale : 0;
}
