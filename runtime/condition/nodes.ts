/** What a condition string says, before anyone has looked whether its fields exist. */
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
  /** Where the field's name and the value begin, in UTF-16 code units from the start of the string. */
  readonly fieldPosition: number;
  readonly valuePosition: number;
}

/** The text that stands for a value; bare text is a null test if it says `null`. */
export interface ConditionValue {
  readonly text: string;
  readonly isQuoted: boolean;
}

/** Longer ones before their beginnings. */
export const operators = ["<>", "<=", ">=", "=", "<", ">", "~"] as const;
export type Operator = (typeof operators)[number];

/** Every comparison in a condition, in the order of the text. */
export function comparisonsOf(condition: Condition): readonly Comparison[] {
  return condition.kind === "comparison" ? [condition] : condition.conditions.flatMap(comparisonsOf);
}
