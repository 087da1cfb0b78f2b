import type { Sql } from "../database/sql/sql.js";
import { columnOf } from "../database/sql/column-of.js";
import {
  bindCall,
  givenCursor,
  routineStatements,
  type CursorSyntax,
} from "../database/sql/routine-syntax.js";
import { findRoutine } from "../database/routines/find-routine.js";
import type { StoredRoutine } from "../database/routines/stored-routine.js";
import type { BoundStatement } from "../database/sql/statement.js";
import { DatabaseError } from "../database/wire/database-error.js";
import type { ResultSet, Row } from "../database/wire/connection.js";
import type { OpenTransaction } from "../database/database-session.js";
import { ApiError } from "../errors/api-error.js";
import type { FieldValue } from "../model/field-type.js";
import type { Field } from "../model/model.js";
import {
  inputFields,
  outputFields,
  returnMembers,
  type OwnOperation,
  type RoutineCall,
} from "../model/own-operation.js";
import type { SqlDialect } from "../database/sql/sql-dialect.js";
import { ANY_DIGITS } from "../model/values/decimal.js";
import { parsedValue } from "../model/values/parsed-value.js";
import { ValueError } from "../model/values/value-error.js";

type Routine = OwnOperation & { readonly work: RoutineCall };

/**
 * Calls a procedure or function and reads its results as the configuration describes them.
 * @throws {DatabaseError} of the call, {ApiError} for too many rows, {Error} if results or columns are missing.
 */
export async function callRoutine(
  operation: Routine,
  input: object,
  session: OpenTransaction,
): Promise<object | undefined> {
  const { dialect, kysely } = session;
  const { routines } = dialect;
  if (routines === undefined) throw new Error("This database has no procedures.");
  const given = input as Readonly<Record<string, FieldValue>>;
  const values = inputFields(operation).map((field) => {
    const value = given[field.name];
    return value === undefined || value === null ? value : columnOf(field, dialect).toParameter(value);
  });
  const stored = routines.isOverloaded === true ? await storedRoutine(operation, session) : undefined;
  const called: ResultSet[] = [];
  for (const bound of routineStatements(operation, values, { ...dialect, routines }, kysely, stored))
    called.push(...(await run(bound, operation, session)));
  const read = (
    fields: readonly Field[],
    result: ResultSet | undefined,
    place: string,
    maxRows = operation.maxRows,
  ) => rowsOf(fields, result, { operation, place, dialect, maxRows });
  const outs = outputFields(operation);
  // The row of the output parameters comes last. Further rows may contain cursors, and are not part of the answer.
  const last = called.at(-1);
  const [out] = outs.length === 0 ? [] : read(outs, last, "the output parameters", Infinity);
  const results =
    routines.cursors !== undefined && readsCursors(operation)
      ? await fetchCursors(operation, last, routines.cursors, session)
      : called.slice(0, outs.length === 0 ? undefined : -1);
  const { returns } = operation;
  switch (returns.kind) {
    case "nothing":
      return out;
    case "value":
      return read([returns.field], resultsOf([[returns.field]], results)[0], "the value")[0];
    case "rows": {
      const [rows] = resultsOf([returns.fields], results);
      return { [returnMembers.rows]: read(returns.fields, rows, "the result"), ...out };
    }
    case "results": {
      const own = resultsOf(returns.results, results);
      const all = returns.results.map((fields, index) => read(fields, own[index], `the result ${index + 1}`));
      return { [returnMembers.results]: all, ...out };
    }
  }
}

/** The routines of operations that have been called, until one of them is missing. */
const known = new WeakMap<RoutineCall, StoredRoutine>();

/** The routine in the catalog. `undefined` if it is not found: then the call says why. */
async function storedRoutine(
  operation: Routine,
  { dialect, kysely }: OpenTransaction,
): Promise<StoredRoutine | undefined> {
  const { work } = operation;
  const former = known.get(work);
  if (former !== undefined) return former;
  const found = findRoutine(operation, (await dialect.routines?.read(kysely, [work.name])) ?? [], dialect);
  if (typeof found === "string") return undefined;
  known.set(work, found);
  return found;
}

async function run(
  bound: BoundStatement,
  { work, maxRows }: Routine,
  session: OpenTransaction,
): Promise<readonly ResultSet[]> {
  try {
    return await session.results(bound, maxRows + 1);
  } catch (error) {
    if (error instanceof DatabaseError && error.kind === "missing") known.delete(work);
    throw error;
  }
}

/**
 * The results of the call itself: the next ones that have the described columns. A trigger of a table that the procedure
 * writes may select too. If no further result has the columns, the next one is returned, to name what it lacks.
 */
function resultsOf(
  described: readonly (readonly Field[])[],
  results: readonly (ResultSet | undefined)[],
): readonly (ResultSet | undefined)[] {
  let next = 0;
  return described.map((fields) => {
    const found = results.findIndex(
      (result, index) =>
        index >= next && fields.every(({ column }) => indexOf(column, result?.columns ?? []) !== -1),
    );
    const place = found === -1 ? next : found;
    next = place + 1;
    return results[place];
  });
}

/** Whether the results are cursors, on a database that has them. A function may return rows instead. */
function readsCursors({ work, returns }: Routine): boolean {
  return returns.kind === "results" || (returns.kind === "rows" && work.kind === "procedure");
}

/** The rows of the cursors of a call. They are fetched before the transaction ends, which closes the cursors. */
async function fetchCursors(
  operation: Routine,
  called: ResultSet | undefined,
  { fetch, closeAll }: CursorSyntax,
  session: OpenTransaction,
): Promise<readonly (ResultSet | undefined)[]> {
  const { returns, maxRows } = operation;
  const runOn = (statement: Sql) =>
    session.results(bindCall(statement, operation, [], session.kysely), maxRows + 1);
  const names = cursorsOf(operation, called).slice(
    0,
    returns.kind === "results" ? returns.results.length : 1,
  );
  const fetched: (ResultSet | undefined)[] = [];
  for (const [index, name] of names.entries()) {
    // A cursor that was not opened is null.
    const isOpened = typeof name === "string" && name !== "";
    const former = names.indexOf(name);
    if (isOpened && former < index)
      throw wrongShape(
        operation,
        `has answered the result ${index + 1} with the cursor of the result ${former + 1}`,
      );
    const [rows] = isOpened ? await runOn(fetch(name, maxRows + 1)) : [];
    fetched.push(rows);
  }
  await runOn(closeAll);
  return fetched;
}

/**
 * The names of the cursors of a call: for each cursor parameter the returned name, or the given one if none is
 * returned, and then the other returned cursors. A function whose value is a cursor returns the names of all its
 * cursors.
 */
function cursorsOf({ work, parameters }: Routine, called: ResultSet | undefined): readonly unknown[] {
  const { columns = [], rows = [], cursors = [] } = called ?? {};
  const [first, ...further] = rows;
  const inRow = (row: Row | undefined, places: readonly number[]) => places.map((place) => row?.[place]);
  // The column of a function's value has the name of the function.
  const isValue = work.kind === "function" && columns.length === 1 && columns[0] === work.name;
  const names: unknown[] = [];
  const others = first === undefined ? [] : [...cursors];
  if (!isValue || others.length === 0)
    for (const [index, { field, direction }] of parameters.entries()) {
      if (direction !== "cursor") continue;
      const found = others.indexOf(indexOf(field.column, columns));
      names.push(...(found === -1 ? [givenCursor(index)] : inRow(first, others.splice(0, found + 1))));
    }
  return [...names, ...inRow(first, others), ...further.flatMap((row) => inRow(row, cursors))];
}

interface Place {
  readonly operation: Routine;
  readonly place: string;
  readonly dialect: OpenTransaction["dialect"];
  readonly maxRows: number;
}

function rowsOf(
  fields: readonly Field[],
  result: ResultSet | undefined,
  { operation, place, dialect, maxRows }: Place,
): readonly Readonly<Record<string, FieldValue>>[] {
  if (result === undefined) throw wrongShape(operation, `has not answered ${place}`);
  if (result.rows.length > maxRows)
    throw new ApiError("answer-too-large", `The operation would answer with more than ${maxRows} rows.`);
  const columns = fields.map((field) => {
    const index = indexOf(field.column, result.columns);
    if (index === -1) throw wrongShape(operation, `has no column "${field.column}" in ${place}`);
    return { field, index };
  });
  return result.rows.map((row) =>
    Object.fromEntries(
      columns.map(({ field, index }) => [field.name, readCalled(row[index], field, dialect)]),
    ),
  );
}

/** The error if the answer of a call does not match the configuration. */
function wrongShape({ name, work }: Routine, words: string): Error {
  return new Error(`The ${work.kind} "${work.name}" of the operation "${name}" ${words}.`);
}

/** The column with exactly this name, or else the only one that differs by case. */
function indexOf(name: string, columns: readonly string[]): number {
  const exact = columns.indexOf(name);
  if (exact !== -1) return exact;
  return columns.findIndex((column) => column.toLowerCase() === name.toLowerCase());
}

/**
 * A value of a result in canonical form. A value that its type does not allow stays as it is: one invalid row must
 * not break an answer.
 */
function readCalled(value: unknown, field: Field, dialect: SqlDialect): FieldValue {
  if (value === null || value === undefined) return null;
  const given = value instanceof Date ? textOf(value, field) : value;
  const read = columnOf(field, dialect).fromColumn(given);
  const parsed = parsedValue(field.type, read, { ...field, ...(field.type === "decimal" && ANY_DIGITS) });
  return parsed instanceof ValueError ? read : parsed;
}

/** The rows of a procedure contain the driver's dates, because no expression selects their columns. */
function textOf(date: Date, { type }: Field): unknown {
  return type === "time" ? date.toISOString().slice(11, -1) : date;
}
