import type { FieldValue } from "../model/field-type.js";
import type { Field } from "../model/model.js";
import type { CheckedCondition } from "./check-condition.js";

/** Whether it is plain without the database that the condition holds for a record with these values. */
export function surelyHolds(condition: CheckedCondition, values: ReadonlyMap<Field, FieldValue>): boolean {
  switch (condition.kind) {
    case "and":
      return condition.conditions.every((part) => surelyHolds(part, values));
    case "or":
      return condition.conditions.some((part) => surelyHolds(part, values));
    case "comparison": {
      const { field, operator, value } = condition;
      // A value equals itself in every database, whatever its rules for texts are.
      return operator === "=" && value !== null && values.get(field) === value;
    }
  }
}

/** Whether a change of one of these fields can make a difference to the condition. */
export function dependsOn(condition: CheckedCondition, fields: readonly Field[]): boolean {
  if (condition.kind === "comparison") return fields.includes(condition.field);
  return condition.conditions.some((part) => dependsOn(part, fields));
}
