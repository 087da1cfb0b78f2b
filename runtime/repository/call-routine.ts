import { columnOf } from "../database/sql/column-of.js";
import { routineStatements } from "../database/sql/routine-syntax.js";
import type { ResultSet } from "../database/wire/connection.js";
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
import { readCalled } from "./read-called.js";

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
    const value = given[field.name] ?? null;
    return value === null ? null : columnOf(field, dialect).toParameter(value);
  });
  const results: ResultSet[] = [];
  for (const bound of routineStatements(operation, values, { ...dialect, routines }, kysely))
    results.push(...(await session.results(bound, operation.maxRows + 1)));
  const read = (fields: readonly Field[], result: ResultSet | undefined, place: string) =>
    rowsOf(fields, result, { operation, place, dialect });
  const outs = outputFields(operation);
  // The row of the output parameters comes last.
  const [out] = outs.length === 0 ? [] : read(outs, results.pop(), "the output parameters");
  const { returns } = operation;
  switch (returns.kind) {
    case "nothing":
      return out;
    case "value":
      return read([returns.field], results[0], "the value")[0];
    case "rows":
      return { [returnMembers.rows]: read(returns.fields, results[0], "the result"), ...out };
    case "results": {
      const all = returns.results.map((fields, index) =>
        read(fields, results[index], `the result ${index + 1}`),
      );
      return { [returnMembers.results]: all, ...out };
    }
  }
}

interface Place {
  readonly operation: Routine;
  readonly place: string;
  readonly dialect: OpenTransaction["dialect"];
}

function rowsOf(
  fields: readonly Field[],
  result: ResultSet | undefined,
  { operation, place, dialect }: Place,
): readonly Readonly<Record<string, FieldValue>>[] {
  const { work, maxRows } = operation;
  const wrong = (words: string) =>
    new Error(`The ${work.kind} "${work.name}" of the operation "${operation.name}" ${words}.`);
  if (result === undefined) throw wrong(`has not answered ${place}`);
  if (result.rows.length > maxRows)
    throw new ApiError("answer-too-large", `The operation would answer with more than ${maxRows} rows.`);
  const columns = fields.map((field) => {
    const index = indexOf(field.column, result.columns);
    if (index === -1) throw wrong(`has no column "${field.column}" in ${place}`);
    return { field, index };
  });
  return result.rows.map((row) =>
    Object.fromEntries(
      columns.map(({ field, index }) => [field.name, readCalled(row[index], field, dialect)]),
    ),
  );
}

/** Exactly the name, or else the only one that differs by case. */
function indexOf(name: string, columns: readonly string[]): number {
  const exact = columns.indexOf(name);
  if (exact !== -1) return exact;
  return columns.findIndex((column) => column.toLowerCase() === name.toLowerCase());
}
