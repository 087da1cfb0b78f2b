import { quoteName } from "../../model/names.js";
import { fieldTypes, type FieldTypeName, type Zone } from "../../model/field-type.js";
import type { Field } from "../../model/field.js";
import type { OwnOperation, ParameterDirection, RoutineCall } from "../../model/own-operation.js";
import { isPassed } from "../sql/routine-syntax.js";
import type { SqlDialect } from "../sql/sql-dialect.js";
import { fieldOfColumn } from "../schema/stored/field-of-column.js";
import { sameName } from "../schema/stored/find-stored.js";
import type { StoredParameter, StoredRoutine, RoutineDialect } from "./stored-routine.js";
import type { AnyKysely } from "../sql/sql.js";
import { DatabaseError } from "../wire/database-error.js";

type ValueType = Pick<Field, "type"> & Partial<Pick<Field, "of" | "zone" | "storedAs">>;

/** A parameter of a configuration, as far as it identifies an overloaded routine. */
export interface CalledParameter {
  readonly field: ValueType & Pick<Field, "column">;
  readonly direction: ParameterDirection;
}

/** The call of an operation, as far as it identifies a routine. */
export interface CallSignature {
  readonly work: RoutineCall;
  readonly parameters: readonly CalledParameter[];
  readonly returns: Pick<OwnOperation["returns"], "kind">;
}

/** The parts of a dialect that identify a routine. */
export interface CallingDialect extends Pick<SqlDialect, "columns"> {
  readonly routines?: { readonly namesArguments: boolean };
}

/**
 * The routine that a call means. Types are compared only if several of one name have these parameters.
 * @returns A routine, or the reason why there is none.
 */
export function findRoutine(
  called: CallSignature,
  stored: readonly StoredRoutine[],
  dialect: CallingDialect,
): StoredRoutine | string {
  const { work, parameters, returns } = called;
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
  const isNamed = kind === "procedure" && dialect.routines?.namesArguments === true;
  const found = [only, ...others];
  const mistakes = found.map((each) => mistakeIn(parameters, each, isNamed));
  const fitting = found.filter((_, index) => mistakes[index] === undefined);
  if (fitting.length === 0) return `the ${kind} ${full} has other parameters: ${mistakes[0] ?? ""}`;
  const needsCursors = kind === "function" && returns.kind === "results";
  if (needsCursors && !fitting.some(returnsResults))
    return `the function ${full} has no results: it returns no cursors.`;
  const [best, ...more] = ofTypes(parameters, fitting, dialect);
  if (best !== undefined && more.length === 0) return best;
  const lists = fitting.map(({ parameters: own }) => `(${own.map(describe).join(", ")})`).join(", ");
  return `there are several ${kind}s ${full}, and ${best === undefined ? "none" : "more than one"} of them has these types: ${lists}.`;
}

/**
 * The routines whose parameters have the types of a call: the usual types before others that such a field can have,
 * and the fewest parameters before more with defaults.
 */
function ofTypes(
  parameters: readonly CalledParameter[],
  fitting: readonly StoredRoutine[],
  { columns }: CallingDialect,
): readonly StoredRoutine[] {
  if (fitting.length === 1) return fitting;
  const ranked = fitting.flatMap((routine) => {
    const passed = parameters.filter((each) => isPassed(each, routine.kind));
    const ranks = passed.map(({ field, direction }, index) => {
      const own = routine.parameters[index];
      if (own === undefined) return -1;
      if (direction === "cursor") return 0;
      const isSame = sameValues(fieldOfColumn(own.column, { columns }, undefined), field);
      return isSame ? Math.max(0, columns[field.type].stored.indexOf(own.column.type)) : -1;
    });
    const rank = [routine.parameters.length, ...ranks];
    return ranks.includes(-1) ? [] : [{ routine, rank }];
  });
  const least = ranked.toSorted((a, b) => compareRanks(a.rank, b.rank))[0]?.rank ?? [];
  return ranked.filter(({ rank }) => compareRanks(rank, least) === 0).map(({ routine }) => routine);
}

function sameValues(a: ValueType, b: ValueType): boolean {
  return (
    textLike(a.type) === textLike(b.type) &&
    a.of === b.of &&
    a.storedAs === b.storedAs &&
    zoneOf(a) === zoneOf(b)
  );
}

/** The import chooses a field type for a text by its length. */
function textLike(type: FieldTypeName): FieldTypeName {
  return type === "string" || type === "richtext" ? "text" : type;
}

function zoneOf({ type, zone }: ValueType): Zone | undefined {
  return zone ?? fieldTypes[type].limits.zone;
}

function compareRanks(a: readonly number[], b: readonly number[]): number {
  const place = a.findIndex((each, index) => each !== b[index]);
  return place === -1 ? 0 : (a[place] ?? 0) - (b[place] ?? 0);
}

/** Whether the results of a function are cursors, returned or passed to it. */
function returnsResults({ returnsCursors, parameters }: StoredRoutine): boolean {
  return returnsCursors || parameters.some(({ isCursor }) => isCursor);
}

function mistakeIn(
  parameters: readonly CalledParameter[],
  { kind, parameters: stored, rows = [] }: StoredRoutine,
  isNamed: boolean,
): string | undefined {
  const list = stored.map(describe).join(", ");
  const there = stored.length === 0 ? "It has none." : `It has ${list}.`;
  const passed = parameters.filter((each) => isPassed(each, kind));
  const isColumn = ({ direction }: CalledParameter) =>
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

type RoutineOperation = OwnOperation & { readonly work: RoutineCall };

/**
 * Compares the operations of a configuration with the procedures and functions of the database.
 * @throws {DatabaseError} that lists missing routines and those with other parameters.
 */
export async function checkRoutines(
  db: AnyKysely,
  operations: readonly OwnOperation[],
  dialect: CallingDialect & { readonly routines?: RoutineDialect },
): Promise<void> {
  const called = operations.filter((each): each is RoutineOperation => each.work.kind !== "handler");
  if (called.length === 0 || dialect.routines === undefined) return;
  const names = called.map(({ work }) => work.name);
  const stored = await dialect.routines.read(db, names);
  const mistakes = called.flatMap((operation) => {
    const found = findRoutine(operation, stored, dialect);
    return typeof found === "string" ? [`  - operations.${operation.name}: ${found}`] : [];
  });
  if (mistakes.length > 0)
    throw new DatabaseError(
      "unknown",
      ["The database differs from the configuration:", ...mistakes].join("\n"),
    );
}
