import type { CheckedCondition } from "../../condition/checked.js";

/** The shape of a condition: everything but its values. Conditions of one shape share a statement. */
export function conditionShape(condition: CheckedCondition | undefined): string {
  if (condition === undefined) return "";
  if (condition.kind === "comparison") {
    return `${condition.field.name}${condition.operator}${condition.value === null ? "null" : "?"}`;
  }
  if (!("conditions" in condition)) throw new TypeError(`There is no SQL for "${condition.kind}" yet.`);
  return `(${condition.conditions.map(conditionShape).join(condition.kind === "and" ? "&" : "|")})`;
}
