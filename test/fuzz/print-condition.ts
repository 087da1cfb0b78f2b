import type { BareCondition } from "../unit/condition/arbitrary-condition.js";

/** The text of a condition, with every value quoted that is not a claim or a test for null. */
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
