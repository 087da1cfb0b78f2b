import type { OperationConfig, ParameterConfig, ResultFieldConfig } from "../../runtime/config/config.js";
import type { Dialect } from "../../runtime/database/dialect.js";
import { fieldOfColumn, type ColumnField } from "../../runtime/database/schema/stored/field-of-column.js";
import { findRoutine, type CalledParameter } from "../../runtime/database/routines/find-routine.js";
import type { StoredColumn } from "../../runtime/database/schema/stored/stored-schema.js";
import type { StoredParameter, StoredRoutine } from "../../runtime/database/routines/stored-routine.js";
import { returnMembers } from "../../runtime/model/own-operation.js";
import { oneLine } from "../one-line.js";
import { chooseNames } from "./choose-names.js";
import type { Code } from "./import-source.js";
import { printField, printNotes, type PrintedMember } from "./print-entities.js";

/** The member `operations` of a configuration. `undefined` if there are no routines. */
export function importRoutines(routines: readonly StoredRoutine[], dialect: Dialect): Code | undefined {
  if (routines.length === 0) return undefined;
  const names = chooseNames(
    routines.map(({ name }) => name),
    "operation",
  );
  const members = routines
    .map((routine, index) => importRoutine(names[index] ?? "", routine, routines, dialect))
    .map(printField);
  return `{\n${printNotes(["Procedures and functions. No role may call them until you name one."])}${members.join("")}}`;
}

/** A procedure or function, described as an operation that no role may call yet. */
function importRoutine(
  name: string,
  routine: StoredRoutine,
  routines: readonly StoredRoutine[],
  dialect: Dialect,
): PrintedMember<OperationConfig> {
  const { kind, schema, isVisible, parameters } = routine;
  const full = `${schema}.${routine.name}`;
  const leftOut = (reason: string) => ({
    name,
    notes: [`Left out: ${kind} ${full}: ${reason}.`],
    options: undefined,
  });
  const typed = [...parameters, ...outputsOf(routine)].map((parameter): ImportedParameter => {
    if (parameter.isCursor) return { ...parameter, field: { type: "string" }, direction: "cursor" };
    const field = fieldOfColumn(parameter.column, dialect, undefined);
    return { ...parameter, field, ...(isAnswered(parameter, routine) && { direction: "inout" }) };
  });
  const odd = typed.find(({ field }) => field.type === "other");
  if (odd !== undefined) return leftOut(`a parameter is of the type ${odd.column.type}`);
  const calledAs = { kind, schema: isVisible ? undefined : schema, name: routine.name };
  const called = { work: calledAs, parameters: typed.map(toCalled), returns: { kind: "nothing" as const } };
  if (findRoutine(called, routines, dialect) !== routine)
    return leftOut("another of this name has parameters of the same field types");
  const returns = returnsOf(routine, dialect);
  const answersRows = kind === "function" && !routine.returnsCursors && !routine.returnsNothing;
  if (answersRows && returns === undefined) return leftOut("the catalog does not tell what it returns");
  const stored = typed.map(({ column }, index) => (column.name === "" ? `p${index + 1}` : column.name));
  const own = chooseNames(
    stored,
    "parameter",
    Object.values(returnMembers).filter((each) => each !== undefined),
  );
  const hasDot = routine.name.includes(".");
  return {
    name,
    notes: [
      ...(hasUnknownRows(routine, dialect)
        ? [`"returns" describes the rows that ${routine.name} selects: the catalog does not tell them.`]
        : []),
      ...oddColumns(routine, dialect).map(
        (column) =>
          `"${oneLine(column.name)}" is left out: the type "${oneLine(column.type)}" is not supported.`,
      ),
    ],
    options: {
      [kind]: isVisible || hasDot ? routine.name : full,
      ...(hasDot && { schema }),
      ...(typed.length > 0 && {
        parameters: Object.fromEntries(
          typed.map(({ column, field, direction, hasDefault }, index): [string, ParameterConfig] => [
            own[index] ?? "",
            {
              ...field,
              ...(direction !== "in" && { direction }),
              ...(hasDefault && direction === "in" && canOmit(typed, index) && { isRequired: false }),
              ...(column.name !== "" && own[index] !== column.name && { name: column.name }),
            },
          ]),
        ),
      }),
      ...(returns !== undefined && { returns }),
      permissions: [],
    },
  };
}

interface ImportedParameter extends Omit<StoredParameter, "direction"> {
  readonly field: Pick<ColumnField, "type" | "of" | "zone" | "storedAs">;
  readonly direction: NonNullable<ParameterConfig["direction"]>;
}

function toCalled({ column, field, direction }: ImportedParameter): CalledParameter {
  const { type, of, zone, storedAs } = field;
  return { field: { column: column.name, type, of, zone, storedAs }, direction };
}

/** Whether a call may leave a parameter out and give the ones after it, which then need names. */
function canOmit(parameters: readonly ImportedParameter[], index: number): boolean {
  return parameters.slice(index + 1).every(({ column }) => column.name !== "");
}

/** The output of a function besides cursors. It is not passed to the function. */
function outputsOf({ rows = [], returnsCursors, parameters }: StoredRoutine): readonly StoredParameter[] {
  if (!returnsCursors) return [];
  return rows
    .filter(({ name }) => !parameters.some(({ column }) => column.name === name))
    .map((column) => ({ column, direction: "out", hasDefault: false, isCursor: false }));
}

/** Whether a function receives a parameter and returns it besides cursors. */
function isAnswered({ column }: StoredParameter, { rows = [], returnsCursors, parameters }: StoredRoutine) {
  const isPassed = parameters.some(({ column: { name } }) => name === column.name);
  return returnsCursors && isPassed && rows.some(({ name }) => name === column.name);
}

/** Whether it may have results, which catalogs do not describe. */
function hasUnknownRows(
  { kind, parameters, returnsCursors }: StoredRoutine,
  { routines }: Pick<Dialect, "routines">,
): boolean {
  if (routines?.cursors === undefined) return kind === "procedure";
  return returnsCursors || parameters.some(({ isCursor }) => isCursor);
}

type ReturnedParts = Pick<StoredRoutine, "rows" | "value" | "returnsCursors">;

/** The columns of a function's rows that an answer cannot contain. */
function oddColumns(
  { rows = [], value, returnsCursors }: ReturnedParts,
  dialect: Dialect,
): readonly StoredColumn[] {
  if (returnsCursors || value !== undefined) return [];
  return rows.filter((column) => fieldOfColumn(column, dialect, undefined).type === "other");
}

function returnsOf(
  { rows, value, returnsCursors }: ReturnedParts,
  dialect: Dialect,
): OperationConfig["returns"] {
  if (returnsCursors) return undefined;
  if (value !== undefined) {
    const field = fieldOfColumn(value, dialect, undefined);
    return field.type === "other" ? undefined : { value: resultOf(field) };
  }
  const odd = oddColumns({ rows, value, returnsCursors }, dialect);
  const typed = (rows ?? [])
    .filter((column) => !odd.includes(column))
    .map((column) => [column, fieldOfColumn(column, dialect, undefined)] as const);
  if (typed.length === 0) return undefined;
  const names = chooseNames(
    typed.map(([{ name }]) => name),
    "field",
  );
  const fields = typed.map(([column, field], index): [string, ResultFieldConfig] => [
    names[index] ?? "",
    { ...resultOf(field), ...(column.name !== names[index] && { column: column.name }) },
  ]);
  return { fields: Object.fromEntries(fields) };
}

/** Answers are not checked against limits. */
function resultOf({ type, of, zone, storedAs, values }: ColumnField): ResultFieldConfig {
  return {
    type,
    ...(of !== undefined && { of }),
    ...(zone !== undefined && { zone }),
    ...(storedAs !== undefined && { storedAs }),
    ...(values !== undefined && { values }),
  };
}
