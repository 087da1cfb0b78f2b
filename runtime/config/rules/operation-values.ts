import { parseOptions } from "../../model/settings/option.js";
import { parameterShape, resultFieldShape } from "../../model/settings/own-operations-shape.js";
import { safeKey } from "../check-shape.js";
import type { FieldConfig, OperationConfig, ResultConfig, ReturnsConfig } from "../config.js";
import { NO_ENTITY, parameterField, resultField } from "../value-field.js";
import type { Mistake, WrittenField } from "./rule.js";

/**
 * The parameters and answers of operations as fields, so that the rules, types, limits and SQL of fields apply to them.
 */
export function writtenValues(
  operations: Readonly<Record<string, OperationConfig>>,
): readonly WrittenField[] {
  return Object.entries(operations).flatMap(([name, { parameters = {}, returns }]) => {
    const path = `operations.${safeKey(name)}`;
    return [
      ...written(parameters, `${path}.parameters`, (parameter) =>
        parameterField(parseOptions(parameterShape, parameter)),
      ),
      ...answered(returns).flatMap(([place, fields]) =>
        written(fields, `${path}.${place}`, (field) => resultField(parseOptions(resultFieldShape, field))),
      ),
    ];
  });
}

function written<V>(
  values: Readonly<Record<string, V>>,
  path: string,
  toField: (value: V) => FieldConfig,
): readonly WrittenField[] {
  return Object.entries(values).map(([name, value]) => ({
    entityName: "",
    entity: NO_ENTITY,
    name,
    field: toField(value),
    path: `${path}.${safeKey(name)}`,
  }));
}

/** The fields of an answer, with their place. */
function answered(returns: ReturnsConfig | undefined) {
  if (typeof returns === "object" && "value" in returns)
    return [["returns", { value: returns.value }] as const];
  return resultsOf(returns).flatMap(([place, result]) =>
    typeof result === "string" ? [] : [[`${place}.fields`, result.fields] as const],
  );
}

/** The results that have rows, each with its place. */
export function resultsOf(returns: ReturnsConfig | undefined): readonly (readonly [string, ResultConfig])[] {
  if (returns === undefined || returns === "nothing") return [];
  if (typeof returns === "string" || "fields" in returns) return [["returns", returns]];
  return "value" in returns
    ? []
    : returns.results.map((result, index) => [`returns.results.${index}`, result] as const);
}

export function* valueMistakes({ type }: FieldConfig): Iterable<Mistake> {
  if (type === "secret" || type === "other")
    yield ["type", `a value of an operation cannot be of type "${type}".`];
}
