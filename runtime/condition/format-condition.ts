import type { Comparison, Condition, ConditionValue } from "./nodes.js";

/**
 * Prints a condition. `parseWhere` parses the text back to the same condition.
 * "every", and groups of fewer than two conditions, exist in objects only: they have no text.
 * @throws {TypeError} for them.
 */
export function formatCondition(condition: Condition): string {
  switch (condition.kind) {
    case "comparison":
      return formatComparison(condition);
    case "not":
      return `!(${formatCondition(condition.condition)})`;
    case "some":
      return `${formatPath(condition.path)}(${formatCondition(condition.condition)})`;
    case "every":
      throw new TypeError('A condition with "every" has no text: it can only be written as an object.');
    default: {
      if (condition.conditions.length < 2)
        throw new TypeError(`A group of ${condition.conditions.length} conditions has no text.`);
      const separator = condition.kind === "and" ? "&" : "|";
      return condition.conditions.map((part) => formatPart(part, condition.kind)).join(separator);
    }
  }
}

function formatPart(part: Condition, parent: "and" | "or"): string {
  const text = formatCondition(part);
  const isLooser = part.kind === "or" || (part.kind === "and" && parent === "and");
  return isLooser ? `(${text})` : text;
}

function formatComparison({ path, call, operator, ignoresCase, value }: Comparison): string {
  const name = call === undefined ? formatPath(path) : `${call}(${path.join(".")})`;
  const sign = operator === "has" ? " has " : operator;
  const text = "length" in value ? `[${value.map(formatValue).join(",")}]` : formatValue(value);
  return `${name}${sign}${ignoresCase ? "*" : ""}${text}`;
}

function formatPath(path: readonly string[]): string {
  return path.map((name) => (isBareName(name) ? name : quoteValue(name))).join(".");
}

/** Whether the name needs no quotes. */
function isBareName(name: string): boolean {
  return /^[^=<>~&|()"\s.,;!^$*@[\]]+$/.test(name);
}

function formatValue(value: ConditionValue): string {
  if ("claim" in value) return `@user.${value.claim}`;
  return value.isQuoted ? quoteValue(value.text) : value.text;
}

/** Quotes a value, with `"` and `\` escaped. */
export function quoteValue(text: string): string {
  return `"${text.replace(/["\\]/g, "\\$&")}"`;
}
