import { z } from "zod";
import { OWNER_ROLE } from "../../access/caller.js";
import type { ConfigProblem } from "../../errors/config-error.js";
import { nearest } from "../../errors/nearest.js";
import { dialectFacts } from "../../model/settings/dialect-facts.js";
import type { DialectName } from "../../model/model.js";
import { parseOptions } from "../../model/settings/option.js";
import { parameterShape } from "../../model/settings/own-operations-shape.js";
import { quoteName, storedNameMistake } from "../../model/names.js";
import { returnMembers } from "../../model/own-operation.js";
import { safeKey } from "../check-shape.js";
import type { OperationConfig, ParameterConfig, ReturnsConfig } from "../config.js";
import { parseRoutineName } from "../routine-name.js";
import { NO_ENTITY } from "../value-field.js";
import { resultsOf, valueMistakes } from "./operation-values.js";
import { mistakesAt, type Mistake, type RuleInput } from "./rule.js";

/** An operation must be exactly one thing that its database supports, and its parameters and answer must fit it. */
export function* ownOperations(input: RuleInput): Iterable<ConfigProblem> {
  const dialect = input.database?.dialect;
  for (const [name, operation] of Object.entries(input.operations)) {
    const path = `operations.${safeKey(name)}`;
    yield* mistakesAt(path, checkOperation(operation, dialect));
    yield* mistakesAt(path, checkReturns(operation, Object.keys(input.entities), dialect));
  }
  for (const { entity, path, field } of input.fields)
    if (entity === NO_ENTITY) yield* mistakesAt(path, valueMistakes(field));
}

const kinds = ["procedure", "function", "handler"] as const;

function* checkOperation(operation: OperationConfig, dialect: DialectName | undefined): Iterable<Mistake> {
  const given = kinds.filter((kind) => operation[kind] !== undefined);
  if (given.length !== 1) yield ["", 'must have one of "procedure", "function" and "handler".'];
  const { handler, parameters = {}, input, output, returns } = operation;
  for (const [index, role] of operation.permissions.entries())
    if (role === OWNER_ROLE)
      yield [`permissions.${index}`, 'an operation has no record, and so no "owner": name another role.'];
  if (handler === undefined) yield* checkRoutine(operation, dialect);
  for (const option of ["input", "output"] as const)
    if (operation[option] !== undefined && handler === undefined)
      yield [option, 'is for a "handler" only: use "parameters" and "returns".'];
  if (handler !== undefined && operation.schema !== undefined)
    yield ["schema", "a handler has no schema of the database: remove it."];
  if (input !== undefined && operation.parameters !== undefined)
    yield ["input", 'replaces "parameters": remove one of the two.'];
  if (output !== undefined && returns !== undefined)
    yield ["output", 'replaces "returns": remove one of the two.'];
  if (input !== undefined && !isObjectSchema(input))
    yield ["input", "must be a zod object: z.object({ … })."];
  for (const [name, parameter] of Object.entries(parameters))
    for (const [option, ...rest] of checkParameter(parameter, name, operation, dialect))
      yield [`parameters.${name}.${option}`, ...rest];
}

/** Whether the members of the input are known. The schema may end with `.transform()` or `.refine()`. */
function isObjectSchema(schema: unknown): boolean {
  if (schema instanceof z.ZodPipe) return isObjectSchema(schema.in);
  return schema instanceof z.ZodObject;
}

function* checkRoutine(operation: OperationConfig, dialect: DialectName | undefined): Iterable<Mistake> {
  const kind = operation.procedure === undefined ? "function" : "procedure";
  const written = operation[kind];
  if (written === undefined) return;
  if (dialect !== undefined && !dialectFacts[dialect].hasRoutines)
    yield [kind, `the dialect "${dialect}" has no stored procedures or functions: write a "handler".`];
  const { schema, name } = parseRoutineName(written, operation.schema);
  for (const part of schema === undefined ? [name] : [schema, name]) {
    const mistake = storedNameMistake(part);
    if (mistake !== undefined) yield [kind, `the name ${quoteName(part)} ${mistake}.`];
  }
}

function* checkParameter(
  parameter: ParameterConfig,
  name: string,
  { procedure, function: fn, handler, returns, isRead }: OperationConfig,
  dialect: DialectName | undefined,
): Iterable<Mistake> {
  const { type, name: stored, isRequired, default: value } = parameter;
  const { direction } = parseOptions(parameterShape, parameter);
  if (direction === "cursor") yield* checkCursor(type, fn ?? procedure, dialect);
  else if (direction !== "in" && procedure === undefined && !hasOutputs(fn, returns, dialect))
    yield ["direction", `found "${direction}"; only procedures have output parameters.`];
  const isGiven = direction === "in" || direction === "inout";
  if (!isGiven && value !== undefined) yield ["default", "is for input parameters only."];
  if (!isGiven && isRequired === true) yield ["isRequired", "is for input parameters only: remove it."];
  if (
    (direction === "out" || direction === "inout") &&
    Object.values(returnMembers).some((member) => member === name)
  )
    yield ["direction", `the answer has "${name}" already: choose another name, and set "name".`];
  if (stored !== undefined && handler !== undefined)
    yield ["name", "a handler has no parameters in the database: remove it."];
  const mistake = stored === undefined ? undefined : storedNameMistake(stored);
  const ofDialect =
    stored === undefined || dialect === undefined
      ? undefined
      : dialectFacts[dialect].parameterNameMistake?.(stored);
  if (mistake !== undefined) yield ["name", `the name ${quoteName(stored ?? "")} ${mistake}.`];
  else if (ofDialect !== undefined) yield ["name", `found ${quoteName(stored ?? "")}; ${ofDialect}.`];
  if (isRead === true && direction === "inout")
    yield ["direction", 'an operation with "isRead" has only "in" and "out" parameters.'];
}

function* checkCursor(
  type: ParameterConfig["type"],
  routine: string | undefined,
  dialect: DialectName | undefined,
): Iterable<Mistake> {
  if (routine === undefined || (dialect !== undefined && !dialectFacts[dialect].hasCursors))
    yield ["direction", 'found "cursor"; only procedures and functions of PostgreSQL have cursors.'];
  if (type !== "string") yield ["type", `found "${type}"; a cursor has the type "string".`];
}

/** Whether this is a function with output parameters. If a function returns rows or a value, they are part of these. */
function hasOutputs(
  fn: string | undefined,
  returns: ReturnsConfig | undefined,
  dialect: DialectName | undefined,
): boolean {
  const kind = kindOf(returns);
  if (fn === undefined || (dialect !== undefined && !dialectFacts[dialect].hasCursors)) return false;
  return kind === "nothing" || kind === "results";
}

function* checkReturns(
  { returns, procedure, function: fn, handler, parameters = {} }: OperationConfig,
  entities: readonly string[],
  dialect: DialectName | undefined,
): Iterable<Mistake> {
  const kind = kindOf(returns);
  const facts = dialect === undefined ? undefined : dialectFacts[dialect];
  const hasCursors = facts?.hasCursors ?? true;
  if (fn !== undefined && (kind === "nothing" || kind === "results") && !hasCursors)
    yield ["returns", "a function returns the name of an entity, { fields } or { value }."];
  if (fn !== undefined && kind === "rows" && facts?.returnsRows.includes("function") === false)
    yield ["returns", `functions of ${facts.title} return { value }.`];
  if (procedure !== undefined && kind === "value")
    yield ["returns", 'a procedure has no value: use a parameter with the direction "out".'];
  const cursors = Object.values(parameters).filter(({ direction }) => direction === "cursor").length;
  const results = resultsOf(returns).length;
  if (procedure !== undefined && facts?.returnsRows.includes("procedure") === false && results > cursors)
    yield [
      "returns",
      cursors === 0
        ? `procedures of ${facts.title} return no rows: use parameters with the direction "cursor", output parameters, or a function for rows.`
        : `has ${results} results, but ${cursors} with the direction "cursor" among the parameters.`,
    ];
  if (handler !== undefined && kind === "results")
    yield ["returns", 'a handler with several results describes them by "output".'];
  for (const [place, result] of resultsOf(returns)) {
    if (typeof result !== "string") {
      if (Object.keys(result.fields).length === 0) yield [`${place}.fields`, "must name a field or more."];
      continue;
    }
    const isKnown = entities.some((name) => name.toLowerCase() === result.toLowerCase());
    if (!isKnown) yield [place, `there is no entity ${quoteName(result)}.`, nearest(result, entities)];
  }
}

function kindOf(returns: ReturnsConfig | undefined): keyof typeof returnMembers {
  if (returns === undefined || returns === "nothing") return "nothing";
  if (typeof returns === "string" || "fields" in returns) return "rows";
  return "value" in returns ? "value" : "results";
}
