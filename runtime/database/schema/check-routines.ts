import { quoteName } from "../../model/names.js";
import type { OperationParameter, OwnOperation, RoutineCall } from "../../model/own-operation.js";
import type { RoutineSyntax } from "../sql/routine-syntax.js";
import type { AnyKysely } from "../sql/sql.js";
import { DatabaseError } from "../wire/database-error.js";
import { sameName } from "./stored/find-stored.js";
import type { ReadRoutines, StoredParameter, StoredRoutine } from "./stored/stored-routine.js";

/** The parts of a dialect for routines. */
interface RoutineDialect {
  readonly readRoutines?: ReadRoutines;
  readonly routines?: Pick<RoutineSyntax, "namesArguments">;
}

type RoutineOperation = OwnOperation & { readonly work: RoutineCall };

/**
 * Compares the operations of a configuration with the procedures and functions of the database.
 * @throws {DatabaseError} that lists missing routines and those with other parameters.
 */
export async function checkRoutines(
  db: AnyKysely,
  operations: readonly OwnOperation[],
  { readRoutines, routines }: RoutineDialect,
): Promise<void> {
  const called = operations.filter((each): each is RoutineOperation => each.work.kind !== "handler");
  if (called.length === 0 || readRoutines === undefined) return;
  const stored = await readRoutines(
    db,
    called.map(({ work }) => work.name),
  );
  const mistakes = called.flatMap((operation) => {
    const isNamed = operation.work.kind === "procedure" && routines?.namesArguments === true;
    const mistake = mistakeOf(operation, stored, isNamed);
    return mistake === undefined ? [] : [`  - operations.${operation.name}: ${mistake}`];
  });
  if (mistakes.length > 0)
    throw new DatabaseError(
      "unknown",
      ["The database differs from the configuration:", ...mistakes].join("\n"),
    );
}

/** The differences of the only routine of this name, or of each overloaded one. */
function mistakeOf(
  { work, parameters, returns }: RoutineOperation,
  stored: readonly StoredRoutine[],
  isNamed: boolean,
): string | undefined {
  const { kind, schema, name } = work;
  const here = stored.filter(
    (each) =>
      sameName(each.name, name) && (schema === undefined ? each.isVisible : sameName(each.schema, schema)),
  );
  const full = quoteName(schema === undefined ? name : `${schema}.${name}`);
  const [only, ...others] = here.filter((each) => each.kind === kind);
  if (only === undefined)
    return here.length > 0
      ? `${full} is a ${kind === "procedure" ? "function" : "procedure"}, not a ${kind}.`
      : `there is no ${kind} ${full}, or the user of the database may not see it.`;
  const found = [only, ...others];
  const mistakes = found.map((each) => mistakeIn(parameters, each, isNamed));
  if (!mistakes.includes(undefined)) return `the ${kind} ${full} has other parameters: ${mistakes[0] ?? ""}`;
  const needsCursors = kind === "function" && returns.kind === "results";
  if (needsCursors && !found.some(returnsResults))
    return `the function ${full} has no results: it returns no cursors.`;
  return undefined;
}

/** Whether the results of a function are cursors, returned or passed to it. */
function returnsResults({ returnsCursors, parameters }: StoredRoutine): boolean {
  return returnsCursors || parameters.some(({ isCursor }) => isCursor);
}

function mistakeIn(
  parameters: OwnOperation["parameters"],
  { kind, parameters: stored, rows = [] }: StoredRoutine,
  isNamed: boolean,
): string | undefined {
  const list = stored.map(describe).join(", ");
  const there = stored.length === 0 ? "It has none." : `It has ${list}.`;
  // The output parameters of a function are columns of its rows, and are not passed to it.
  const isPassed = ({ direction }: OperationParameter) => kind === "procedure" || direction !== "out";
  const passed = parameters.filter(isPassed);
  const isColumn = ({ direction }: OperationParameter) =>
    kind === "function" && (direction === "out" || direction === "inout");
  // Their columns are selected by name, in which case matters.
  const lost = parameters.find(
    (each) => isColumn(each) && !rows.some(({ name }) => name === each.field.column),
  );
  if (lost !== undefined) return `${quoteName(lost.field.column)} is not one of its output parameters.`;
  for (const [index, { field, direction }] of passed.entries()) {
    const hasName = ({ column: { name } }: StoredParameter) => name === "" || sameName(name, field.column);
    const found = isNamed ? stored.find(hasName) : stored[index];
    const place = isNamed ? "one of its parameters" : `its parameter ${index + 1}`;
    if (found === undefined || !hasName(found)) return `${quoteName(field.column)} is not ${place}. ${there}`;
    if (direction === "cursor") {
      if (found.isCursor) continue;
      return `${quoteName(field.column)} is no cursor. ${there}`;
    }
    // SQL Server has no pure output parameters.
    const isDirected = direction === found.direction || (direction === "out" && found.direction === "inout");
    if (kind === "procedure" && !isDirected)
      return `${quoteName(field.column)} has the direction "${found.direction}". ${there}`;
  }
  const missing = (isNamed ? [] : stored.slice(passed.length)).find(({ hasDefault }) => !hasDefault);
  return missing === undefined ? undefined : `${quoteName(missing.column.name)} is missing. ${there}`;
}

function describe({ column: { name, type }, direction }: StoredParameter): string {
  return [...(direction === "in" ? [] : [direction]), name, type].filter((word) => word !== "").join(" ");
}
