import type { Field } from "../model/model.js";
import { checkStorable } from "../model/values/scalars.js";
import { attempt, isForTexts, type ValueMistake } from "./check-value.js";
import type { CheckedJson } from "./checked.js";
import { isNull, type Comparison, type Operator, type TextValue } from "./nodes.js";

/** A number of JSON (RFC 8259, 6). */
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Comparisons of one value inside of JSON, joined. */
export interface CheckedJsonGroup {
  readonly kind: "and" | "or";
  readonly conditions: readonly CheckedJson[];
}

/**
 * Checks a comparison inside of a `json` field.
 * @param values Of a list one or more; `undefined` for a value of the caller that is missing.
 */
export function checkJson(
  node: Comparison,
  field: Field,
  path: readonly string[],
  values: readonly (TextValue | undefined)[],
  isNegated: boolean,
): CheckedJsonGroup | ValueMistake {
  const isEqual = node.operator === "=";
  const conditions: CheckedJson[] = [];
  for (const value of values) {
    const checked = checkOne(node, field, path, value, isNegated);
    if ("code" in checked) return checked;
    conditions.push(checked);
  }
  return { kind: isEqual === isNegated ? "and" : "or", conditions };
}

function checkOne(
  { operator, ignoresCase }: Comparison,
  field: Field,
  path: readonly string[],
  given: TextValue | undefined,
  isNegated: boolean,
): CheckedJson | ValueMistake {
  const name = [field.name, ...path].join(".");
  const value = typedValue(given);
  const mistake = operatorMistake(operator, ignoresCase, value.type, name);
  if (mistake !== undefined) return mistake;
  if (value.type === "number" && !isInRange(value.text))
    return { code: "out-of-range", message: `The value for "${name}" is beyond what a double can hold.` };
  const texts = value.type === "text" ? [...path, value.text] : path;
  const storable = attempt(name, () => texts.forEach(checkStorable));
  if ("code" in storable) return storable;
  return {
    kind: "json",
    field,
    path,
    value,
    ...negated(operator, isNegated),
    ...(ignoresCase && { ignoresCase: true }),
  };
}

/** Unquoted numbers, `true`, `false` and `null` are what they are in JSON. Everything else is text. */
function typedValue(given: TextValue | undefined): CheckedJson["value"] {
  if (given === undefined || isNull(given)) return { type: "null" };
  const text = given.text.trim();
  if (given.isQuoted) return { type: "text", text: given.text };
  if (text === "true" || text === "false") return { type: "boolean", isTrue: text === "true" };
  return NUMBER.test(text) ? { type: "number", text } : { type: "text", text: given.text };
}

/** Databases refuse numbers with huge exponents. */
function isInRange(text: string): boolean {
  const number = Number(text);
  return Number.isFinite(number) && (number !== 0 || !/^[^e]*[1-9]/i.test(text));
}

function operatorMistake(
  operator: Operator,
  ignoresCase: boolean,
  type: CheckedJson["value"]["type"],
  name: string,
): ValueMistake | undefined {
  const sign = `${operator}${ignoresCase ? "*" : ""}`;
  const isEquality = operator === "=" || operator === "<>";
  const isOnlyForTexts = ignoresCase || isForTexts(operator);
  const isRight =
    operator !== "has" && (type === "text" || (!isOnlyForTexts && (isEquality || type === "number")));
  if (isRight) return undefined;
  return {
    code: "operator",
    message: `"${sign}" cannot compare "${name}" with a ${type === "null" ? "null" : type}.`,
  };
}

/** An order between different types is false, not unknown, so `<` is not the negation of `>=`. */
function negated(operator: Operator, isNegated: boolean): Pick<CheckedJson, "operator" | "isNegated"> {
  if (operator === "!~") return negated("~", !isNegated);
  if (!isNegated) return { operator };
  if (operator === "=") return { operator: "<>" };
  return operator === "<>" ? { operator: "=" } : { operator, isNegated: true };
}
