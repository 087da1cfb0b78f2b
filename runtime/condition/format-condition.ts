import type { Condition } from "./nodes.js";

/** Prints a condition. `parseCondition` parses the text back to the same condition. */
export function formatCondition(condition: Condition): string {
  if (condition.kind === "comparison") {
    const { field, operator, value } = condition;
    const sign = operator === "has" ? " has " : operator;
    return `${field}${sign}${value.isQuoted ? quoteValue(value.text) : value.text}`;
  }
  const separator = condition.kind === "and" ? "&" : "|";
  return condition.conditions.map((part) => formatPart(part, condition.kind)).join(separator);
}

function formatPart(part: Condition, parent: "and" | "or"): string {
  const text = formatCondition(part);
  const bindsTighter = part.kind === "comparison" || (part.kind === "and" && parent === "or");
  return bindsTighter ? text : `(${text})`;
}

/** Quotes a value, with `"` and `\` escaped. */
export function quoteValue(text: string): string {
  return `"${text.replace(/["\\]/g, "\\$&")}"`;
}
