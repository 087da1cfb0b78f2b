import { readableFields } from "../../model/fields.js";
import type { Entity, Field } from "../../model/model.js";
import { parseOptions } from "../../model/settings/option.js";
import type { OperationParameter, OperationReturns, OwnOperation } from "../../model/own-operation.js";
import { fieldShape } from "../../model/settings/field-shape.js";
import type { ServerSettings } from "../../model/settings/server-settings.js";
import type { FieldConfig } from "../config.js";
import type { ConfigSettings } from "../config-shape.js";
import { resolveField } from "./resolve-field.js";
import { resolveLimits } from "./resolve-server.js";
import { parseRoutineName } from "../routine-name.js";
import { NO_ENTITY, parameterField, resultField } from "../value-field.js";

type OperationSettings = ConfigSettings["operations"][string];
type Returns = NonNullable<OperationSettings["returns"]>;
type Result = Extract<Returns, { readonly results: unknown }>["results"][number];

/** The operations of a checked configuration. */
export function resolveOwnOperations(
  operations: ConfigSettings["operations"],
  entities: readonly Entity[],
  server: ServerSettings,
): readonly OwnOperation[] {
  const limits = resolveLimits({}, server);
  return Object.entries(operations).map(([name, operation]) => {
    const { description, parameters = {}, returns, isRead, permissions, timeout, maxRows } = operation;
    return {
      name,
      description,
      work: workOf(operation),
      parameters: Object.entries(parameters).map(([key, parameter]): OperationParameter => ({
        field: resolveValue(key, parameterField(parameter)),
        direction: parameter.direction,
      })),
      returns: returnsOf(returns, entities),
      isRead,
      roles: permissions,
      limits,
      timeout,
      maxRows: maxRows ?? server.maxTake,
    };
  });
}

function resolveValue(name: string, field: FieldConfig): Field {
  return resolveField(name, parseOptions(fieldShape, field), NO_ENTITY);
}

function workOf({
  procedure,
  function: fn,
  handler,
  schema,
  input,
  output,
}: OperationSettings): OwnOperation["work"] {
  if (handler !== undefined) return { kind: "handler", run: handler, input, output };
  const kind = procedure === undefined ? "function" : "procedure";
  return { kind, ...parseRoutineName(procedure ?? fn ?? "", schema) };
}

function returnsOf(returns: Returns | undefined, entities: readonly Entity[]): OperationReturns {
  if (returns === undefined || returns === "nothing") return { kind: "nothing" };
  if (typeof returns === "string" || "fields" in returns)
    return { kind: "rows", fields: fieldsOf(returns, entities) };
  if ("value" in returns) return { kind: "value", field: resolveValue("value", resultField(returns.value)) };
  return { kind: "results", results: returns.results.map((result) => fieldsOf(result, entities)) };
}

/** The fields that every reader of an entity sees: all but secrets. */
function fieldsOf(result: Result, entities: readonly Entity[]): readonly Field[] {
  if (typeof result !== "string")
    return Object.entries(result.fields).map(([name, field]) => resolveValue(name, resultField(field)));
  const entity = entities.find(({ name }) => name.toLowerCase() === result.toLowerCase());
  return entity === undefined ? [] : readableFields(entity);
}
