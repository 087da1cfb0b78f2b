import { sql } from "kysely";
import type { JsonSyntax } from "../../sql/sql-dialect.js";
import type { Sql } from "../../sql/sql.js";

/** The name of a type, and the expression for a value of it. */
const types = {
  text: { name: sql`'string'`, of: (value: Sql) => sql`(${value} #>> '{}') collate "C"` },
  number: { name: sql`'number'`, of: (value: Sql) => sql`(${value} #>> '{}')::numeric` },
  boolean: { name: sql`'boolean'`, of: (value: Sql) => sql`${value} #>> '{}'` },
} as const;

export const postgresJson: JsonSyntax = {
  toKeys: (path) => path,
  value: (column, keys, type) => {
    const value = sql`(${sql.join([asJsonb(column), ...keys.map((key) => sql`${key}::text`)], sql` -> `)})`;
    if (type === "any") return sql`nullif(${value}, 'null')`;
    const { name, of } = types[type];
    return sql`(case when jsonb_typeof(${value}) = ${name} then ${of(value)} end)`;
  },
  number: (given) => sql`${given}::numeric`,
  toNumber: bounded,
};

/** A `json` may contain values that a `jsonb` cannot hold: U+0000, and numbers with large exponents. */
function asJsonb(column: Sql): Sql {
  return sql`case when pg_typeof(${column}) = 'jsonb'::regtype or ${column}::text !~ '\\\\u0000|[eE][+-]?[0-9]{5}' then ${column}::jsonb end`;
}

/** The maximum digits of a `numeric` after and before the point. */
const [MAX_DECIMALS, MAX_DIGITS] = [16_383, 131_072];

/** A number that a `numeric` can hold. Larger numbers are treated as infinite. */
function bounded(text: string): string {
  const [number = "", exponent = "0"] = text.toLowerCase().split("e");
  const [integer = "", fraction = ""] = number.split(".");
  const power = Number(exponent);
  if (Number(number) === 0) return "0";
  const sign = integer.startsWith("-") ? "-" : "";
  if (power + integer.length > MAX_DIGITS) return `${sign}Infinity`;
  return power - fraction.length < -MAX_DECIMALS ? `${sign}1e-${MAX_DECIMALS}` : text;
}
