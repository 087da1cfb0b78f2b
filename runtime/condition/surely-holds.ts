import type { FieldValue } from "../model/field-type.js";
import type { Field } from "../model/model.js";
import type { CheckedCondition } from "./checked.js";

/** Whether the values alone prove that the condition holds. `false` means that the database must check. */
export function surelyHolds(condition: CheckedCondition, values: ReadonlyMap<Field, FieldValue>): boolean {
  switch (condition.kind) {
    case "and":
      return condition.conditions.every((part) => surelyHolds(part, values));
    case "or":
      return condition.conditions.some((part) => surelyHolds(part, values));
    case "comparison": {
      const { field, operator, value, isNegated = false } = condition;
      // A value equals itself in every database, under any collation.
      return operator === "=" && !isNegated && value !== null && values.get(field) === value;
    }
    case "in":
    case "json":
    case "some":
    case "count":
    case "unless":
      return false;
  }
}

/** Whether changing one of these fields can change the condition's result. */
export function dependsOn(condition: CheckedCondition, fields: readonly Field[]): boolean {
  switch (condition.kind) {
    case "and":
    case "or":
      return condition.conditions.some((part) => dependsOn(part, fields));
    case "comparison":
    case "in":
    case "json":
      return fields.includes(condition.field);
    case "unless":
      return dependsOn(condition.condition, fields);
    case "some":
    case "count":
      // The write may change records of other entities, such as those in a list.
      return true;
  }
}
