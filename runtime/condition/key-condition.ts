import type { FieldValue } from "../model/field-type.js";
import type { Entity } from "../model/model.js";
import type { CheckedCondition } from "./checked.js";
import { compare } from "./compare.js";

/** Holds for the records with these keys. */
export function isOneOf(
  entity: Pick<Entity, "keys">,
  keys: readonly (readonly FieldValue[])[],
): CheckedCondition {
  const [field, ...more] = entity.keys;
  if (field === undefined || more.length > 0)
    return { kind: "or", conditions: keys.map((key) => isKey(entity, key)) };
  return {
    kind: "in",
    field,
    // By its index: a pattern would take the list's iterator for each record of many.
    values: keys.map((key) => key[0] ?? null).filter((value) => value !== null),
    hasNull: false,
  };
}

/** Holds for the record whose key fields have these values, in order. */
export function isKey({ keys }: Pick<Entity, "keys">, values: readonly FieldValue[]): CheckedCondition {
  const conditions = keys.map((field, index) => compare(field, "=", values[index] ?? null));
  const [only, ...more] = conditions;
  return only !== undefined && more.length === 0 ? only : { kind: "and", conditions };
}
