import { quoteName } from "../../model/names.js";
import type { OwnOperation, RoutineCall } from "../../model/own-operation.js";
import type { RoutineSyntax } from "../sql/routine-syntax.js";
import type { AnyKysely } from "../sql/sql.js";
import { DatabaseError } from "../wire/database-error.js";
import type { ReadRoutines, StoredParameter, StoredRoutine } from "./stored-routine.js";

/** What a dialect knows of routines. */
interface RoutineDialect {
  readonly readRoutines?: ReadRoutines;
  readonly routines?: Pick<RoutineSyntax, "namesArguments">;
}

type RoutineOperation = OwnOperation & { readonly work: RoutineCall };

/**
 * Compares the operations of a configuration with the procedures and functions of the database.
 * @throws {DatabaseError} that lists what does not exist or has other parameters.
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

/** What is wrong with the only routine of this name, or with each that is overloaded. */
function mistakeOf(
  { work, parameters }: RoutineOperation,
  stored: readonly StoredRoutine[],
  isNamed: boolean,
): string | undefined {
  const { kind, schema, name } = work;
  const here = stored.filter(
    (each) =>
      isSame(each.name, name) && (schema === undefined ? each.isVisible : isSame(each.schema, schema)),
  );
  const full = quoteName(schema === undefined ? name : `${schema}.${name}`);
  const [only, ...others] = here.filter((each) => each.kind === kind);
  if (only === undefined)
    return here.length > 0
      ? `${full} is a ${kind === "procedure" ? "function" : "procedure"}, not a ${kind}.`
      : `there is no ${kind} ${full}, or the user of the database may not see it.`;
  const mistakes = [only, ...others].map((each) => mistakeIn(parameters, each, isNamed));
  return mistakes.includes(undefined)
    ? undefined
    : `the ${kind} ${full} has other parameters: ${mistakes[0] ?? ""}`;
}

function mistakeIn(
  parameters: OwnOperation["parameters"],
  { kind, parameters: stored }: StoredRoutine,
  isNamed: boolean,
): string | undefined {
  const list = stored.map(describe).join(", ");
  const there = stored.length === 0 ? "It has none." : `It has ${list}.`;
  for (const [index, { field, direction }] of parameters.entries()) {
    const hasName = ({ column: { name } }: StoredParameter) => name === "" || isSame(name, field.column);
    const found = isNamed ? stored.find(hasName) : stored[index];
    const place = isNamed ? "one of its parameters" : `its parameter ${index + 1}`;
    if (found === undefined || !hasName(found)) return `${quoteName(field.column)} is not ${place}. ${there}`;
    // SQL Server knows no parameters that are only answered.
    const isDirected = direction === found.direction || (direction === "out" && found.direction === "inout");
    if (kind === "procedure" && !isDirected)
      return `${quoteName(field.column)} has the direction "${found.direction}". ${there}`;
  }
  const missing = (isNamed ? [] : stored.slice(parameters.length)).find(({ hasDefault }) => !hasDefault);
  return missing === undefined ? undefined : `${quoteName(missing.column.name)} is missing. ${there}`;
}

function describe({ column: { name, type }, direction }: StoredParameter): string {
  return [...(direction === "in" ? [] : [direction]), name, type].filter((word) => word !== "").join(" ");
}

function isSame(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}
