/** A parsed condition. Its names have not been checked yet. */
export type Condition = Comparison | Group | Negation | QuantifiedCondition;

export interface Group {
  readonly kind: "and" | "or";
  /** A text has two or more. An object may have fewer: an empty "and" always holds, an empty "or" never. */
  readonly conditions: readonly Condition[];
}

/** Holds where the condition is false, but not where it is unknown. */
export interface Negation {
  readonly kind: "not";
  readonly condition: Condition;
}

/** A condition on the records of a relation: some record meets it, or every record does. */
export interface QuantifiedCondition {
  readonly kind: "some" | "every";
  /** The relation, or a path of relations. */
  readonly path: readonly string[];
  readonly condition: Condition;
  readonly place: string;
  /** In UTF-16 code units. `undefined` in an object. */
  readonly position: number | undefined;
}

export interface Comparison {
  readonly kind: "comparison";
  /** The path from the entity: relations, a field, keys inside JSON. For a call, its argument. */
  readonly path: readonly string[];
  /** The word before the parentheses: `count` of `count(comments)>3`. */
  readonly call: string | undefined;
  readonly operator: Operator;
  /** Whether texts are compared without regard to case. */
  readonly ignoresCase: boolean;
  readonly value: ConditionValue | readonly ConditionValue[];
  /** The source of the condition: the name of a parameter, or the path in an object. */
  readonly place: string;
  /** The positions of the path and the value, in UTF-16 code units. `undefined` in an object. */
  readonly fieldPosition: number | undefined;
  readonly valuePosition: number | undefined;
}

export type ConditionValue = TextValue | ClaimValue;

/** The text of a value. Unquoted `null` is a null test. */
export interface TextValue {
  readonly text: string;
  readonly isQuoted: boolean;
  /** The value itself, if an object has it: a field accepts what it accepts in the body of a create. */
  readonly given?: unknown;
}

/** A value of the caller: `@user.id`. */
export interface ClaimValue {
  readonly claim: string;
}

/** Longer operators come before their prefixes. A word is followed by a blank or a quote. */
export const operators = ["<>", "<=", ">=", "!~", "^=", "$=", "=", "<", ">", "~", "has"] as const;
export type Operator = (typeof operators)[number];

export type PathOperator = Exclude<Operator, "!~" | "^=" | "$=">;

/** The operators in a path of the endpoints. */
export const pathOperators: readonly PathOperator[] = ["<>", "<=", ">=", "=", "<", ">", "~", "has"];

/** The operators that a `*` may follow: the comparison ignores case. */
export const caseOperators: readonly Operator[] = ["=", "<>", "~", "!~", "^=", "$="];

export function isList(value: Comparison["value"]): value is readonly ConditionValue[] {
  return Array.isArray(value);
}

export function isNull(value: ConditionValue): boolean {
  return "text" in value && !value.isQuoted && value.text.trim() === "null";
}

/** All comparisons of a condition, in the order of the text. */
export function comparisonsOf(condition: Condition): readonly Comparison[] {
  switch (condition.kind) {
    case "comparison":
      return [condition];
    case "and":
    case "or":
      return condition.conditions.flatMap(comparisonsOf);
    default:
      return comparisonsOf(condition.condition);
  }
}

/** The claims of a caller that a condition refers to. */
export function claimsOf(condition: Condition): readonly string[] {
  return comparisonsOf(condition)
    .flatMap(({ value }) => value)
    .flatMap((value) => ("claim" in value ? [value.claim] : []));
}
