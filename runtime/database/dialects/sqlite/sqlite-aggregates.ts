import type BetterSqlite3 from "better-sqlite3";
import { ANY_DIGITS, parseDecimal } from "../../../model/values/decimal.js";
import { DecimalSum, roundedQuotient } from "../../../model/values/decimal-sum.js";
import type { AggregateSyntax } from "../../sql/aggregates/aggregate-syntax.js";
import { sql } from "kysely";
import type { Sql } from "../../sql/sql.js";
import type { Field } from "../../../model/model.js";
import { sqliteColumnOf } from "./sqlite-column-of.js";
import { instantText, isKeyedInstant } from "./sqlite-times.js";

/** The SQL functions, registered on every connection, for what SQLite's own numbers cannot hold. */
const DECIMAL_SUM = "decimal_sum";
const WIDE_SUM = "wide_sum";
const DECIMAL_QUOTIENT = "decimal_quotient";
const LEAST_BY = "least_by";
const GREATEST_BY = "greatest_by";

export const sqliteAggregates: AggregateSyntax = {
  count: (value) => sql`count(${value})`,
  sum: total,
  average: (value, field, places) =>
    call(DECIMAL_QUOTIENT, total(value, field), sql`count(${value})`, sql.lit(places)),
  extreme: (name, value, field) => {
    const key = comparable(value, field);
    return key === undefined ? call(name, value) : call(name === "min" ? LEAST_BY : GREATEST_BY, value, key);
  },
  grouped: (value, field) =>
    isKeyedInstant(field) ? sql`${comparable(value, field) ?? value} || 'Z'` : value,
  datePart: (value, part, field) => {
    const text = instantText(value, field);
    if (part === "date") return sql`substr(${text}, 1, 10)`;
    const [start, length] = places[part];
    return sql`cast(substr(${text}, ${sql.lit(start)}, ${sql.lit(length)}) as integer)`;
  },
};

/** The positions of the parts in `2024-02-29T12:00:00.000Z`. */
const places = { year: [1, 4], month: [6, 2], day: [9, 2], hour: [12, 2] } as const;

/**
 * A sum of 64-bit integers overflows; sums of their halves do not, nor do those of 32-bit integers. Other programs may
 * have stored other values: as in `sum`, texts and bytes count as the number that they begin with. The upper half of a
 * double is its whole value, because division by a power of two is exact.
 */
function total(value: Sql, { type }: Field): Sql {
  if (type === "decimal") return call(DECIMAL_SUM, value);
  if (type === "int") return call(WIDE_SUM, sql.lit(0), sql`sum(${value})`);
  const half = sql`${value} / 4294967296`;
  return call(WIDE_SUM, sql`sum(${half})`, sql`sum(${value} - ${half} * 4294967296)`);
}

function comparable(value: Sql, field: Field): Sql | undefined {
  return sqliteColumnOf(field).comparable?.(value, field);
}

function call(name: string, ...values: readonly Sql[]): Sql {
  return sql`${sql.raw(name)}(${sql.join(values)})`;
}

/** Registers the functions on a connection. */
export function registerAggregates(database: BetterSqlite3.Database): void {
  database.aggregate<DecimalSum>(DECIMAL_SUM, {
    deterministic: true,
    start: () => new DecimalSum(),
    step: ((sum: DecimalSum, value: string | number | null) => {
      if (value !== null) sum.add(String(value));
    }) as (sum: DecimalSum) => void,
    result: ({ text = null }) => text,
  });
  registerExtreme(database, LEAST_BY, (key, best) => key < best);
  registerExtreme(database, GREATEST_BY, (key, best) => key > best);
  database.function(WIDE_SUM, { deterministic: true, safeIntegers: true }, wideSum);
  database.function(DECIMAL_QUOTIENT, { deterministic: true }, quotient);
}

interface Best {
  value: unknown;
  key: string | undefined;
}

/** The value with the least or the greatest key. */
function registerExtreme(
  database: BetterSqlite3.Database,
  name: string,
  isBefore: (key: string, best: string) => boolean,
): void {
  database.aggregate<Best>(name, {
    deterministic: true,
    start: () => ({ value: null, key: undefined }),
    step: ((best: Best, value: unknown, key: string | null) => {
      if (key === null || (best.key !== undefined && !isBefore(key, best.key))) return;
      best.value = value;
      best.key = key;
    }) as (best: Best) => void,
    result: ({ value }) => value,
  });
}

/** Each half is a double if a value is not an integer. The lower one is `null` if all values are infinite. */
function wideSum(high: bigint | number | null, low: bigint | number | null): string | null {
  if (high === null || (low === null && typeof high === "bigint")) return null;
  if (typeof high === "bigint" && typeof low === "bigint") return String((high << 32n) + low);
  const sum = Number(high) * 2 ** 32 + Number(low);
  return Number.isFinite(sum) ? parseDecimal(String(sum), ANY_DIGITS) : beyond(sum);
}

/** A number with more digits than a sum may have, which is reported like those that a double can hold. */
function beyond(infinite: number): string {
  return `${infinite < 0 ? "-" : ""}1${"0".repeat(309)}`;
}

function quotient(sum: string | null, count: number, places: number): string | null {
  return sum === null ? null : roundedQuotient(sum, count, places);
}
