import { fieldTypes } from "../../model/field-type.js";
import { parsedValue } from "../../model/values/parsed-value.js";
import { ValueError } from "../../model/values/value-error.js";
import type { FieldConfig } from "../config.js";
import { fieldLimits } from "../field-limits.js";
import { fieldRule } from "./rule.js";

/** The default and the listed values must be valid values of the field. */
export const fieldValues = fieldRule(function* (field) {
  if (field.foreignKey?.isManyToMany === true) return;
  const { type } = field;
  const values = type === "enum" ? [] : (field.values ?? []);
  if (field.values !== undefined && ["json", "secret", "list"].includes(type)) {
    yield ["values", `a field of type "${type}" cannot have a closed list of values.`];
    return;
  }
  if (field.default !== undefined && type === "secret") {
    yield ["default", "a secret cannot have a default."];
    return;
  }
  for (const [index, value] of values.entries()) {
    const mistake = valueMistake(field, value);
    if (mistake !== undefined) yield [`values.${index}`, mistake];
  }
  if (field.default === undefined) return;
  if (field.default === null) {
    if (field.isRequired) yield ["default", "found null; a required field is never null."];
    return;
  }
  const mistake = valueMistake(field, field.default);
  if (mistake !== undefined) yield ["default", mistake];
  else if (values.length > 0 && !canonicalList(field).includes(canonical(field, field.default)))
    yield ["default", `found ${JSON.stringify(field.default)}, which is not one of its "values".`];
});

function valueMistake(field: FieldConfig, value: unknown): string | undefined {
  const parsed = parsedValue(field.type, value, fieldLimits(field));
  return parsed instanceof ValueError ? `found ${JSON.stringify(value)}; it ${parsed.message}.` : undefined;
}

function canonicalList(field: FieldConfig): readonly unknown[] {
  return (field.values ?? [])
    .filter((value) => valueMistake(field, value) === undefined)
    .map((value) => canonical(field, value));
}

function canonical(field: FieldConfig, value: unknown): unknown {
  return fieldTypes[field.type].parse(value, fieldLimits(field));
}
