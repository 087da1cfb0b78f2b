import { parseOptions } from "../../model/settings/option.js";
import { parameterShape, resultFieldShape } from "../../model/settings/own-operations-shape.js";
import { safeKey } from "../check-shape.js";
import type { FieldConfig, OperationConfig, ReturnsConfig } from "../config.js";
import { NO_ENTITY, parameterField, resultField } from "../value-field.js";
import type { Mistake, WrittenField } from "./rule.js";

/**
 * The parameters and answers of operations as fields, so that the rules, types, limits and SQL of fields apply to
 * them.
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
        written(fields, place === "" ? `${path}.returns` : `${path}.returns.${place}`, (field) =>
          resultField(parseOptions(resultFieldShape, field)),
        ),
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

/** The fields of an answer, with their place in `returns`. */
function answered(returns: ReturnsConfig | undefined) {
  if (typeof returns !== "object") return [];
  if ("fields" in returns) return [["fields", returns.fields] as const];
  if ("value" in returns) return [["", { value: returns.value }] as const];
  return returns.results.flatMap((result, index) =>
    typeof result === "string" ? [] : [[`results.${index}.fields`, result.fields] as const],
  );
}

export function* valueMistakes({ type }: FieldConfig): Iterable<Mistake> {
  if (type === "secret" || type === "other")
    yield ["type", `a value of an operation cannot be of type "${type}".`];
}
