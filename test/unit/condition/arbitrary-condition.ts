import fc from "fast-check";
import {
  operators,
  type Comparison,
  type Condition,
  type ConditionValue,
} from "../../../runtime/condition/nodes.js";

/** A condition without positions, which its text alone gives it. */
export type BareCondition = BareComparison | BareGroup;

export interface BareGroup {
  readonly kind: "and" | "or";
  readonly conditions: readonly BareCondition[];
}

export type BareComparison = Pick<Comparison, "kind" | "field" | "operator" | "value">;

interface Parts {
  readonly field: fc.Arbitrary<string>;
  readonly value: fc.Arbitrary<ConditionValue>;
}

/** Trees of any shape, not too large; two groups of one kind may stand within each other. */
export function arbitraryCondition({ field, value }: Parts): fc.Arbitrary<BareCondition> {
  const comparison = fc.record({
    kind: fc.constant("comparison" as const),
    field,
    operator: fc.constantFrom(...operators),
    value,
  });
  return fc.letrec<{ condition: BareCondition; group: BareCondition }>((tie) => ({
    condition: fc.oneof({ maxDepth: 5, withCrossShrink: true }, comparison, tie("group")),
    group: fc.record({
      kind: fc.constantFrom("and" as const, "or" as const),
      conditions: fc.array(tie("condition"), { minLength: 2, maxLength: 4 }),
    }),
  })).condition;
}

/** The same condition, with positions that say nothing. */
export function withPositions(condition: BareCondition): Condition {
  if (condition.kind === "comparison") return { ...condition, fieldPosition: 0, valuePosition: 0 };
  return { kind: condition.kind, conditions: condition.conditions.map(withPositions) };
}

/** The condition but for where its parts stood. */
export function withoutPositions(condition: Condition): BareCondition {
  if (condition.kind !== "comparison")
    return { kind: condition.kind, conditions: condition.conditions.map(withoutPositions) };
  const { kind, field, operator, value } = condition;
  return { kind, field, operator, value };
}
