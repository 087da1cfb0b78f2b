import type BetterSqlite3 from "better-sqlite3";
import type { Row } from "../dialect.js";

/**
 * The rows of a statement; a whole number that a double does not hold comes as its text. The driver gives either doubles,
 * which is fast, or BigInts: reads are run again where a double may have been rounded, which is rare, and writes, which
 * cannot be, give BigInts at once.
 */
export function allRows(statement: BetterSqlite3.Statement, parameters: readonly unknown[]): readonly Row[] {
  if (!statement.readonly) return exactRows(statement, parameters);
  const rows = statement.all(...parameters) as readonly Row[];
  return rows.some((row) => row.some(mayBeRounded)) ? exactRows(statement, parameters) : rows;
}

function mayBeRounded(value: unknown): boolean {
  return typeof value === "number" && (value > Number.MAX_SAFE_INTEGER || value < Number.MIN_SAFE_INTEGER);
}

function exactRows(statement: BetterSqlite3.Statement, parameters: readonly unknown[]): readonly Row[] {
  statement.safeIntegers(true);
  try {
    return (statement.all(...parameters) as readonly Row[]).map((row) => row.map(withoutBigint));
  } finally {
    statement.safeIntegers(false);
  }
}

function withoutBigint(value: unknown): unknown {
  if (typeof value !== "bigint") return value;
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : String(value);
}
