import type { CheckedComparison, CheckedIn, CheckedJson } from "../../runtime/condition/checked.js";
import type { FieldValue } from "../../runtime/model/field-type.js";

/** Whether a condition holds: `undefined` if it is unknown. */
export type Answer = boolean | undefined;

/** The result of a comparison with a stored value. It shares no code with the product. */
export function compared(
  { field, operator, value, ...options }: CheckedComparison,
  stored: FieldValue,
): Answer {
  const { ignoresCase = false, isNegated = false } = options;
  return negated(plain(), isNegated);

  function plain(): Answer {
    if (value === null) return (stored === null) === (operator === "=");
    if (stored === null) return undefined;
    if (typeof stored === "string" && typeof value === "string" && texts.includes(field.type))
      return comparedTexts(operator, stored, value, ignoresCase);
    if (field.type === "bytes") {
      const [bytes, others] = [stored, value].map((each) => Buffer.from(each as string, "base64")) as [
        Buffer,
        Buffer,
      ];
      return comparedOrder(operator, Buffer.compare(bytes, others));
    }
    return comparedOrder(operator, orderOf(stored, value));
  }
}

export function oneOf(condition: CheckedIn, stored: FieldValue): Answer {
  const { field, values, hasNull, ignoresCase = false, isNegated = false } = condition;
  const answers = [
    ...values.map((value) =>
      compared({ kind: "comparison", field, operator: "=", value, ignoresCase }, stored),
    ),
    ...(hasNull ? [stored === null] : []),
  ];
  return negated(answers.includes(true) ? true : answers.includes(undefined) ? undefined : false, isNegated);
}

export function comparedInJson(
  { path, operator, value, ignoresCase = false, isNegated = false }: CheckedJson,
  stored: unknown,
): Answer {
  let found = stored;
  for (const key of path) {
    const isObject = typeof found === "object" && found !== null && !Array.isArray(found);
    const member = isObject ? Object.getOwnPropertyDescriptor(found, key) : undefined;
    found = member === undefined ? null : (member.value as unknown);
  }
  return negated(plain(), isNegated);

  function plain(): Answer {
    if (value.type === "null") return (found === null) === (operator === "=");
    if (found === null) return undefined;
    const type = value.type === "text" ? "string" : value.type;
    if (typeof found !== type) return operator === "<>";
    if (value.type === "text") return comparedTexts(operator, found as string, value.text, ignoresCase);
    const given = value.type === "number" ? Number(value.text) : Number(value.isTrue);
    return comparedOrder(operator, Math.sign(Number(found) - given));
  }
}

const texts: readonly string[] = ["string", "text", "richtext"];

function negated(answer: Answer, isNegated: boolean): Answer {
  return answer === undefined ? undefined : answer !== isNegated;
}

function comparedTexts(operator: string, stored: string, value: string, ignoresCase: boolean): Answer {
  // Regular expressions with these flags fold case as Unicode's simple case folding does.
  const flags = ignoresCase ? "iu" : "u";
  const pattern = value.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
  const matches = (text: string) => new RegExp(text, flags).test(stored);
  switch (operator) {
    case "=":
      return matches(`^${pattern}$`);
    case "<>":
      return !matches(`^${pattern}$`);
    case "~":
      return matches(pattern);
    case "^=":
      return matches(`^${pattern}`);
    case "$=":
      return matches(`${pattern}$`);
    default:
      return comparedOrder(operator, Buffer.compare(Buffer.from(stored), Buffer.from(value)));
  }
}

function comparedOrder(operator: string, order: number): Answer {
  return {
    "=": order === 0,
    "<>": order !== 0,
    "<": order < 0,
    "<=": order <= 0,
    ">": order > 0,
    ">=": order >= 0,
  }[operator];
}

const NUMBER = /^-?\d+(\.\d+)?$/;

function orderOf(stored: unknown, value: unknown): number {
  const [a, b] = [String(stored), String(value)];
  if (typeof stored === "boolean") return Number(stored) - Number(value);
  if (NUMBER.test(a) && NUMBER.test(b))
    return Number(scaled(a) - scaled(b) > 0n) - Number(scaled(a) - scaled(b) < 0n);
  if (typeof stored === "number") return Math.sign(stored - Number(value));
  return a === b ? 0 : a < b ? -1 : 1;
}

function scaled(text: string): bigint {
  const [whole = "", decimals = ""] = text.split(".");
  return BigInt(whole + decimals.padEnd(20, "0"));
}
