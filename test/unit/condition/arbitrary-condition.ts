import fc from "fast-check";
import {
  pathOperators,
  type Comparison,
  type Condition,
  type PathOperator,
  type TextValue,
} from "../../../runtime/condition/nodes.js";

/** A condition without positions: only parsing a text gives it positions. */
export type BareCondition = BareComparison | BareGroup;

export interface BareGroup {
  readonly kind: "and" | "or";
  readonly conditions: readonly BareCondition[];
}

export interface BareComparison {
  readonly kind: "comparison";
  readonly field: string;
  readonly operator: PathOperator;
  readonly value: TextValue;
}

interface Parts {
  readonly field: fc.Arbitrary<string>;
  readonly value: fc.Arbitrary<TextValue>;
}

/** Trees of any shape, not too large. A group may be inside another group of the same kind. */
export function arbitraryCondition({ field, value }: Parts): fc.Arbitrary<BareCondition> {
  const comparison = fc.record({
    kind: fc.constant("comparison" as const),
    field,
    operator: fc.constantFrom(...pathOperators),
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

/** The text of a condition in a path. */
export function printPath(condition: BareCondition): string {
  if (condition.kind === "comparison") {
    const { field, operator, value } = condition;
    const sign = operator === "has" ? " has " : operator;
    return `${field}${sign}${value.isQuoted ? `"${value.text.replace(/["\\]/g, "\\$&")}"` : value.text}`;
  }
  const { kind, conditions } = condition;
  return conditions
    .map((part) => {
      const isTighter = part.kind === "comparison" || (part.kind === "and" && kind === "or");
      return isTighter ? printPath(part) : `(${printPath(part)})`;
    })
    .join(kind === "and" ? "&" : "|");
}

/** The same condition, with positions that have no meaning. */
export function withPositions(condition: BareCondition): Condition {
  if (condition.kind !== "comparison")
    return { kind: condition.kind, conditions: condition.conditions.map(withPositions) };
  const { field, ...rest } = condition;
  const more = {
    call: undefined,
    ignoresCase: false,
    place: "condition",
    fieldPosition: 0,
    valuePosition: 0,
  };
  return { ...rest, path: [field], ...more };
}

/** The condition of a path without the positions of its parts. */
export function withoutPositions(condition: Condition): BareCondition {
  if (condition.kind === "comparison") return bareComparison(condition);
  if (!("conditions" in condition)) throw new TypeError(`A path has no "${condition.kind}".`);
  return { kind: condition.kind, conditions: condition.conditions.map(withoutPositions) };
}

function bareComparison({ kind, path, operator, value }: Comparison): BareComparison {
  const known = pathOperators.find((each) => each === operator);
  if (known === undefined || path.length !== 1 || !("text" in value))
    throw new TypeError("A path has no such comparison.");
  return { kind, field: path[0] ?? "", operator: known, value };
}
