import { sql } from "kysely";
import type { Sql } from "../sql.js";

/**
 * The maximum number of parts joined in a row. Each is a level for the database's parser, and SQLite allows 1,000
 * levels.
 */
const MAX_ROW = 64;

/**
 * Joins conditions. Splits many into halves in parentheses, so that the depth grows only with the logarithm of
 * their number.
 */
export function joined(parts: readonly Sql[], operator: Sql): Sql {
  if (parts.length <= MAX_ROW) return sql.join(parts, operator);
  const middle = Math.ceil(parts.length / 2);
  const halves = [parts.slice(0, middle), parts.slice(middle)];
  return sql.join(
    halves.map((half) => sql`(${joined(half, operator)})`),
    operator,
  );
}
