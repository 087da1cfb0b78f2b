/** A parsed condition. Its fields have not been checked yet. */
export type Condition = Comparison | Group;

export interface Group {
  readonly kind: "and" | "or";
  /** Two or more. */
  readonly conditions: readonly Condition[];
}

export interface Comparison {
  readonly kind: "comparison";
  readonly field: string;
  readonly operator: Operator;
  readonly value: ConditionValue;
  /** The positions of the field's name and the value, in UTF-16 code units. */
  readonly fieldPosition: number;
  readonly valuePosition: number;
}

/** The text of a value. Unquoted `null` is a null test. */
export interface ConditionValue {
  readonly text: string;
  readonly isQuoted: boolean;
}

/** Longer operators come before their prefixes. A word is followed by a blank or a quote. */
export const operators = ["<>", "<=", ">=", "=", "<", ">", "~", "has"] as const;
export type Operator = (typeof operators)[number] | "!~" | "^=" | "$=";

/** All comparisons of a condition, in the order of the text. */
export function comparisonsOf(condition: Condition): readonly Comparison[] {
  return condition.kind === "comparison" ? [condition] : condition.conditions.flatMap(comparisonsOf);
}
