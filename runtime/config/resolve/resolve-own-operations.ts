import type { z } from "zod";
import { readableFields } from "../../model/fields.js";
import type { Entity, Field } from "../../model/model.js";
import { parseOptions } from "../../model/settings/option.js";
import type { OperationParameter, OperationReturns, OwnOperation } from "../../model/own-operation.js";
import { ownOperationsShape } from "../../model/settings/own-operations-shape.js";
import type { ServerSettings } from "../../model/settings/server-settings.js";
import type { Config, OperationConfig, ResultConfig, ReturnsConfig } from "../config.js";
import { resolveField } from "./resolve-field.js";
import { resolveLimits } from "./resolve-server.js";
import { parseRoutineName } from "../routine-name.js";
import { NO_ENTITY, parameterField, resultField } from "../value-field.js";

/** The operations of a checked configuration. */
export function resolveOwnOperations(
  { operations = {} }: Pick<Config, "operations">,
  entities: readonly Entity[],
  server: ServerSettings,
): readonly OwnOperation[] {
  const limits = resolveLimits({}, server);
  return Object.entries(operations).map(([name, operation]) => {
    const { timeout, isRead, maxRows = server.maxTake } = settingsOf(name, operation);
    return {
      name,
      description: operation.description,
      work: workOf(operation),
      parameters: Object.entries(operation.parameters ?? {}).map(([key, parameter]): OperationParameter => ({
        field: resolveField(key, parameterField(parameter), NO_ENTITY),
        direction: parameter.direction ?? "in",
      })),
      returns: returnsOf(operation.returns, entities),
      isRead,
      roles: [...operation.permissions],
      limits,
      timeout,
      maxRows,
    };
  });
}

function settingsOf(name: string, { timeout, isRead, maxRows }: OperationConfig) {
  const own = { permissions: [], timeout, isRead, maxRows };
  const { [name]: settings } = parseOptions(ownOperationsShape, { [name]: own });
  if (settings === undefined) throw new Error(`The operation "${name}" has no settings.`);
  return settings;
}

function workOf(operation: OperationConfig): OwnOperation["work"] {
  const { procedure, function: fn, handler, schema } = operation;
  if (handler !== undefined) {
    const { input, output } = operation as { readonly input?: z.ZodType; readonly output?: z.ZodType };
    return { kind: "handler", run: handler, input, output };
  }
  const kind = procedure === undefined ? "function" : "procedure";
  return { kind, ...parseRoutineName(procedure ?? fn ?? "", schema) };
}

function returnsOf(returns: ReturnsConfig | undefined, entities: readonly Entity[]): OperationReturns {
  if (returns === undefined || returns === "nothing") return { kind: "nothing" };
  if (typeof returns === "string" || "fields" in returns)
    return { kind: "rows", fields: fieldsOf(returns, entities) };
  if ("value" in returns)
    return { kind: "value", field: resolveField("value", resultField(returns.value), NO_ENTITY) };
  return { kind: "results", results: returns.results.map((result) => fieldsOf(result, entities)) };
}

/** The fields that every reader of an entity sees: all but secrets. */
function fieldsOf(result: ResultConfig, entities: readonly Entity[]): readonly Field[] {
  if (typeof result !== "string")
    return Object.entries(result.fields).map(([name, field]) =>
      resolveField(name, resultField(field), NO_ENTITY),
    );
  const entity = entities.find(({ name }) => name.toLowerCase() === result.toLowerCase());
  return entity === undefined ? [] : readableFields(entity);
}
