import { fieldTypes, type FieldValue } from "../../model/field-type.js";
import { itemOf } from "../../model/fields.js";
import type { Entity, Field } from "../../model/model.js";
import { parsedValue } from "../../model/values/parsed-value.js";
import { ValueError } from "../../model/values/value-error.js";

/**
 * A value of a field that a write would accept, in canonical form: always the same one, never `null`.
 * @param users The rules for passwords, if the field is one of the users entity's.
 */
export function exampleOf(field: Field, { users }: Pick<Entity, "users"> = { users: undefined }): FieldValue {
  if (field.values !== undefined) return field.values.find((value) => value !== null) ?? "";
  const candidates = [
    ...(users === undefined ? [] : userValues(field, users)),
    ...typeValues(field),
    ...[field.minimum, field.maximum].filter((bound) => bound !== undefined),
  ];
  for (const candidate of candidates) {
    const parsed = parsedValue(field.type, candidate, field);
    if (!(parsed instanceof ValueError)) return parsed;
  }
  return candidates[0] ?? "";
}

/** Values of the field's type, the best first. The first that the field's limits allow is taken. */
function typeValues(field: Field): readonly FieldValue[] {
  const values = fieldTypes[field.type].examples(field, 0);
  return field.type === "list" ? [[exampleOf(itemOf(field))], ...values] : values;
}

function userValues({ name }: Field, { minLength }: NonNullable<Entity["users"]>): readonly FieldValue[] {
  switch (name) {
    case "username":
      return ["anna"];
    case "password":
      return ["Secret-value-1".padEnd(minLength, "0")];
    case "email":
      return ["anna@example.com"];
    case "roles":
      return [["editor"]];
    default:
      return [];
  }
}
