import type { FieldTypeName, FieldValue } from "../model/field-type.js";
import { foldCase } from "../model/values/fold-case.js";
import type { CheckedComparison, CheckedCondition, CheckedIn } from "./checked.js";

/** Values of a record by field name. Those of some fields may be missing. */
export type KnownValues = Readonly<Record<string, FieldValue>>;

/**
 * Whether the values meet the condition. `undefined` if only the database could tell: values are missing, a collation
 * might make two texts equal, or the condition depends on other records. A condition that is unknown in SQL does not
 * hold.
 */
export function truthOf(condition: CheckedCondition, values: KnownValues): boolean | undefined {
  switch (condition.kind) {
    case "and":
      return all(condition.conditions.map((part) => truthOf(part, values)));
    case "or":
      return not(all(condition.conditions.map((part) => not(truthOf(part, values)))));
    case "unless":
      return not(truthOf(condition.condition, values));
    case "comparison":
      return truthOfComparison(condition, values);
    case "in":
      return truthOfList(condition, values);
    case "json":
    case "some":
    case "count":
      return undefined;
  }
}

function all(parts: readonly (boolean | undefined)[]): boolean | undefined {
  if (parts.includes(false)) return false;
  return parts.includes(undefined) ? undefined : true;
}

function not(truth: boolean | undefined): boolean | undefined {
  return truth === undefined ? undefined : !truth;
}

/** The value of a field: `undefined` if it is not known. */
function valueOf({ name }: { readonly name: string }, values: KnownValues): FieldValue | undefined {
  return Object.hasOwn(values, name) ? values[name] : undefined;
}

function truthOfComparison(
  { field, operator, value, ignoresCase = false, isNegated = false }: CheckedComparison,
  values: KnownValues,
): boolean | undefined {
  const known = valueOf(field, values);
  if (known === undefined) return undefined;
  if (operator !== "=" && operator !== "<>") {
    // Null is neither less nor greater, and contains nothing.
    if (known === null) return false;
    const order = orderOf(field.type, known, value);
    if (order === undefined) return undefined;
    const truths = { "<": order < 0, "<=": order <= 0, ">": order > 0, ">=": order >= 0 };
    if (!Object.hasOwn(truths, operator)) return undefined;
    return truths[operator as keyof typeof truths] !== isNegated;
  }
  // Beside null, `=` and `<>` are null tests; a null is neither equal nor different.
  if (value === null) return ((known === null) === (operator === "=")) !== isNegated;
  if (known === null) return false;
  const equal = areEqual(field.type, known, value, ignoresCase);
  return equal === undefined ? undefined : (equal === (operator === "=")) !== isNegated;
}

function truthOfList(
  { field, values: listed, hasNull, ignoresCase = false, isNegated = false }: CheckedIn,
  values: KnownValues,
): boolean | undefined {
  const known = valueOf(field, values);
  if (known === undefined) return undefined;
  if (known === null) return hasNull ? !isNegated : listed.length === 0 && isNegated;
  const found = not(all(listed.map((value) => not(areEqual(field.type, known, value, ignoresCase)))));
  return found === undefined ? undefined : found !== isNegated;
}

/** Types whose values are equal if and only if their canonical forms are. */
const exact: ReadonlySet<FieldTypeName> = new Set(["int", "bigint", "boolean", "date", "uuid", "year"]);

function areEqual(
  type: FieldTypeName,
  one: FieldValue,
  other: FieldValue,
  ignoresCase: boolean,
): boolean | undefined {
  if (one === other) return true;
  if (exact.has(type)) return false;
  if ((type === "string" || type === "enum") && typeof one === "string" && typeof other === "string") {
    if (ignoresCase && foldCase(one) === foldCase(other)) return true;
    return mayBeEqual(one, other) ? undefined : false;
  }
  const order = orderOf(type, one, other);
  return order === undefined ? undefined : order === 0;
}

/** Whether some collation takes the texts as equal: those that ignore case, accents, blanks or punctuation. */
function mayBeEqual(one: string, other: string): boolean {
  return (
    plain(one) === plain(other) ||
    SPECIAL.test(one.normalize("NFKD")) ||
    SPECIAL.test(other.normalize("NFKD"))
  );
}

/** Letters that some collations take as equal to others, without being them with an accent: `ß` and `ss`. */
const SPECIAL = /(?![a-z])\p{Script=Latin}|\p{Script=Hiragana}|\p{Script=Katakana}/iu;

function plain(text: string): string {
  return foldCase(text.normalize("NFKD")).replace(/[^\p{L}\p{N}]+/gu, "");
}

/** How the values are ordered: negative, 0 or positive. `undefined` if it is not certain. */
function orderOf(type: FieldTypeName, one: FieldValue, other: FieldValue): number | undefined {
  if (type === "date" && typeof one === "string" && typeof other === "string")
    return one === other ? 0 : one < other ? -1 : 1;
  const [first, second] = [numberOf(type, one), numberOf(type, other)];
  if (first === undefined || second === undefined) return undefined;
  // A double does not tell large numbers apart, nor a time fractions of a millisecond.
  if (first === second && one !== other && type !== "int") return undefined;
  return first - second;
}

function numberOf(type: FieldTypeName, value: FieldValue): number | undefined {
  if (type === "int" || type === "year" || type === "bigint" || type === "float" || type === "decimal") {
    const number = Number(value);
    return Number.isNaN(number) ? undefined : number;
  }
  // With a zone; without one, the text could be of any.
  if (type === "datetime" && typeof value === "string" && /(?:Z|[-+]\d\d:\d\d)$/.test(value)) {
    const time = Date.parse(value);
    return Number.isNaN(time) ? undefined : time;
  }
  return undefined;
}

/** The types of values that `truthOf` can compare. */
export const comparableTypes: ReadonlySet<FieldTypeName> = new Set([
  ...exact,
  ...(["string", "enum", "float", "decimal", "datetime"] as const),
]);
