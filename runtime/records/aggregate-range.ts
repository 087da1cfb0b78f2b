import type { Row } from "../database/wire/connection.js";
import type { AggregationColumn } from "../database/sql/aggregates/aggregation.js";
import type { SqlDialect } from "../database/sql/sql-dialect.js";
import { singleMistake, type ApiError } from "../errors/api-error.js";
import { canonicalReader } from "./line-reader.js";

/**
 * Checks that sums and averages have no more digits than every database can hold.
 * @throws {ApiError} `invalid-select`
 */
export function checkRange(
  rows: readonly Row[],
  columns: readonly AggregationColumn[],
  dialect: SqlDialect,
): void {
  for (const column of columns) {
    const { precision = Infinity, scale = 0, name, type } = column.result;
    if (column.kind === "group" || type !== "decimal" || precision === Infinity) continue;
    const read = canonicalReader(column, dialect);
    const tooLarge = rows.some((row) => wholeDigits(read(row)) > precision - scale);
    if (tooLarge) throw outOfRange(`"${name}" has more than ${precision} digits in a group.`);
  }
}

function wholeDigits(value: unknown): number {
  const [, digits = "0"] = /^-?(\d+)(?:\.|$)/.exec(String(value)) ?? [];
  return digits === "0" ? 0 : digits.length;
}

export function outOfRange(message: string, cause?: unknown): ApiError {
  return singleMistake("invalid-select", "out-of-range", message, { path: "select" }, cause);
}
