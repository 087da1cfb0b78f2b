import type { EntityConfig, FieldConfig, ParameterConfig, ResultFieldConfig } from "./config.js";

/** The values of an operation have no table, and none of them is part of a key. */
export const NO_ENTITY: EntityConfig = { fields: {}, permissions: {}, primaryKey: [] };

/** A parameter as a field. */
export function parameterField(parameter: ParameterConfig): FieldConfig {
  const { name, direction = "in", isRequired = true, default: value, ...rest } = parameter;
  return {
    ...rest,
    isEditable: true,
    isRequired: isRequired && (direction === "in" || direction === "inout"),
    column: name,
    default: value,
  };
}

/** A value of an answer as a field. */
export function resultField({ isRequired = false, ...rest }: ResultFieldConfig): FieldConfig {
  return { ...rest, isEditable: true, isRequired };
}
