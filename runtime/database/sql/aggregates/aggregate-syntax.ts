import type { Field } from "../../../model/model.js";
import type { DatePart } from "./aggregation.js";
import type { Sql } from "../sql.js";

/**
 * The SQL of aggregates that differs between databases. `value` is the stored value of the field, and the sums and
 * averages of `int`, `bigint` and `decimal` are exact.
 */
export interface AggregateSyntax {
  /** The number of records, for `*`, or of values, for `distinct …`. */
  readonly count: (value: Sql) => Sql;
  readonly sum: (value: Sql, field: Field) => Sql;
  /** Rounded half away from zero at this number of digits after the point. */
  readonly average: (value: Sql, field: Field, places: number) => Sql;
  /** The least or the greatest value. Default: that of `min` or `max`. */
  readonly extreme?: (name: "min" | "max", value: Sql, field: Field) => Sql;
  /** A common value for equal values, if they can be stored in several forms. */
  readonly grouped?: (value: Sql, field: Field) => Sql;
  /** The part of a date, or of a datetime in UTC. */
  readonly datePart: (value: Sql, part: DatePart, field: Field) => Sql;
}
