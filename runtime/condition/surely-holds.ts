import type { FieldValue } from "../model/field-type.js";
import type { Field } from "../model/model.js";
import type { CheckedCondition } from "./check-condition.js";

/** Whether the values alone prove that the condition holds. `false` means that the database must check. */
export function surelyHolds(condition: CheckedCondition, values: ReadonlyMap<Field, FieldValue>): boolean {
  switch (condition.kind) {
    case "and":
      return condition.conditions.every((part) => surelyHolds(part, values));
    case "or":
      return condition.conditions.some((part) => surelyHolds(part, values));
    case "comparison": {
      const { field, operator, value, isNegated } = condition;
      // A value equals itself in every database, under any collation.
      return operator === "=" && isNegated !== true && value !== null && values.get(field) === value;
    }
    default:
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
    case "some":
    case "count":
      return condition.relation.sourceFields.some((field) => fields.includes(field));
    case "unless":
      return dependsOn(condition.condition, fields);
  }
}
