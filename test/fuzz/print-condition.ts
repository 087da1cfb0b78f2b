import type { BareCondition } from "../unit/condition/arbitrary-condition.js";

/** The text of a condition. All values are quoted, except claims and tests for null. */
export function printCondition(condition: BareCondition): string {
  if (condition.kind === "comparison") {
    const { field, operator, value } = condition;
    const text = value.isQuoted ? `"${value.text.replace(/["\\]/g, "\\$&")}"` : value.text;
    return `${field}${operator}${text}`;
  }
  return condition.conditions
    .map((part) => (part.kind === "comparison" ? printCondition(part) : `(${printCondition(part)})`))
    .join(condition.kind === "and" ? "&" : " | ");
}
