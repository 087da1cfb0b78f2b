import type BetterSqlite3 from "better-sqlite3";
import type { Runs } from "../../sql/statement.js";
import type { EachRun, Row } from "../../wire/connection.js";

/**
 * Reads the rows of a statement. An integer that a double cannot hold is returned as text. The driver returns
 * either doubles, which is fast, or BigInts. A read is repeated with BigInts if a double may have been
 * rounded, which is rare. A write cannot be repeated, so it uses BigInts from the start.
 */
export function allRows(statement: BetterSqlite3.Statement, parameters: readonly unknown[]): readonly Row[] {
  if (!statement.reader) {
    statement.run(...parameters);
    return [];
  }
  if (!statement.readonly) return exactRows(statement, parameters);
  const rows = statement.all(...parameters) as readonly Row[];
  for (const row of rows) if (row.some(mayBeRounded)) return exactRows(statement, parameters);
  return rows;
}

function mayBeRounded(value: unknown): boolean {
  return typeof value === "number" && (value > Number.MAX_SAFE_INTEGER || value < Number.MIN_SAFE_INTEGER);
}

function exactRows(statement: BetterSqlite3.Statement, parameters: readonly unknown[]): readonly Row[] {
  statement.safeIntegers(true);
  try {
    const rows = statement.all(...parameters) as unknown[][];
    // In place, to avoid creating the rows of a thousand records twice.
    for (const row of rows)
      for (let index = 0; index < row.length; index++) row[index] = withoutBigint(row[index]);
    return rows;
  } finally {
    statement.safeIntegers(false);
  }
}

/** Runs a statement several times: a write that returns no rows, or a select. */
export function runEach(statement: BetterSqlite3.Statement, runs: Runs): EachRun {
  if (statement.reader) return { changes: 0, keys: nothing, found: findEach(statement, runs) };
  const keys: unknown[] = [];
  let changes = 0;
  // A BigInt for each run takes longer than a small update.
  statement.safeIntegers(runs.countsKeys === true);
  try {
    for (let index = 0; index < runs.count; index++) {
      const run = statement.run(...runs.parametersAt(index));
      changes += run.changes;
      if (runs.countsKeys === true) keys.push(withoutBigint(run.lastInsertRowid));
    }
  } finally {
    statement.safeIntegers(false);
  }
  return { changes, keys, found: nothing };
}

const nothing: readonly unknown[] = [];

function findEach(statement: BetterSqlite3.Statement, runs: Runs): readonly unknown[] {
  const { count, parametersAt } = runs;
  if (runs.findsOne === true) return findOneOfEach(statement, runs);
  const found: unknown[] = [];
  for (let index = 0; index < count; index++) {
    const row = statement.get(...parametersAt(index)) as Row | undefined;
    const exact = row?.some(mayBeRounded) === true ? exactRows(statement, parametersAt(index))[0] : row;
    found.push(exact?.length === 1 ? exact[0] : exact);
  }
  return found;
}

/** A list for each value would cost as much as the select. */
function findOneOfEach(
  statement: BetterSqlite3.Statement,
  { count, parametersAt }: Runs,
): readonly unknown[] {
  const found: unknown[] = [];
  statement.pluck(true);
  try {
    for (let index = 0; index < count; index++) {
      const value: unknown = statement.get(...parametersAt(index));
      found.push(mayBeRounded(value) ? exactValue(statement, parametersAt(index)) : value);
    }
  } finally {
    statement.raw(true);
  }
  return found;
}

function exactValue(statement: BetterSqlite3.Statement, parameters: readonly unknown[]): unknown {
  statement.safeIntegers(true);
  try {
    return withoutBigint(statement.get(...parameters));
  } finally {
    statement.safeIntegers(false);
  }
}

function withoutBigint(value: unknown): unknown {
  if (typeof value !== "bigint") return value;
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : String(value);
}
