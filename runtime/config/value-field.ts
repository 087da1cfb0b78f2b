import type { Settings } from "../model/settings/option.js";
import type { parameterShape, resultFieldShape } from "../model/settings/own-operations-shape.js";
import type { EntityConfig, FieldConfig } from "./config.js";

/** The values of an operation have no table, and none of them is part of a key. */
export const NO_ENTITY = {
  fields: {},
  permissions: {},
  primaryKey: [],
  isReadOnly: false,
} satisfies EntityConfig;

export function parameterField(parameter: Settings<typeof parameterShape>): FieldConfig {
  const { name, direction, isRequired, ...rest } = parameter;
  return {
    ...rest,
    isEditable: true,
    isRequired: isRequired && (direction === "in" || direction === "inout"),
    column: name,
  };
}

/** A value of an answer as a field. */
export function resultField(result: Settings<typeof resultFieldShape>): FieldConfig {
  return { ...result, isEditable: true };
}
