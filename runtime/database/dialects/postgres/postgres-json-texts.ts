import { sql } from "kysely";
import type { Sql } from "../../sql/sql.js";

/*
 * The values of columns as the JSON texts that the server writes of them: see `ColumnType.jsonText`.
 */

/** Of a value whose JSON is its text, or a number that both write alike. */
export function plainJson(column: Sql): Sql {
  return sql`to_json(${column})::text`;
}

/** Of a value that is sent as text. */
export function textJson(column: Sql): Sql {
  return sql`to_json(${column}::text)::text`;
}

/** A text if a double would change it: `fromBigint`. */
export function bigintJson(column: Sql): Sql {
  const most = sql.lit(Number.MAX_SAFE_INTEGER);
  return sql`case when ${column} between -${most} and ${most} then ${plainJson(column)} else ${textJson(column)} end`;
}

/** JavaScript writes exponents of other numbers than PostgreSQL, and without a leading zero. */
export function floatJson(column: Sql): Sql {
  const size = sql`abs(${column}::text::float8)`;
  return sql`case when ${column} = 0 or ${size} >= 1e-6 and ${size} < 1e21 then ${column}::text::numeric::text else replace(${plainJson(column)}, 'e-0', 'e-') end`;
}

/** Without zeros at the end. */
export function decimalJson(column: Sql): Sql {
  return textJson(sql`trim_scale(${column}::numeric)`);
}

/** Of a date and time in UTC, with at least three digits of the second: `toIso`. */
export function datetimeJson(column: Sql, zone = "Z"): Sql {
  const digits = sql`to_char(${column}, 'YYYY-MM-DD"T"HH24:MI:SS.US')`;
  const text = sql`'"' || regexp_replace(${digits}, '0{1,3}$', '') || ${sql.lit(`${zone}"`)}`;
  return sql`case when ${column} >= '0001-01-01' and ${column} < '10000-01-01' then ${text} else ${textJson(column)} end`;
}
