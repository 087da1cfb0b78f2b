import type { CheckedCondition } from "./checked.js";

/** Joins two conditions with AND. `undefined` is a condition that always holds. */
export function and(first: CheckedCondition, second: CheckedCondition | undefined): CheckedCondition;
export function and(
  first: CheckedCondition | undefined,
  second: CheckedCondition | undefined,
): CheckedCondition | undefined;
export function and(
  first: CheckedCondition | undefined,
  second: CheckedCondition | undefined,
): CheckedCondition | undefined {
  if (first === undefined) return second;
  return second === undefined ? first : { kind: "and", conditions: [first, second] };
}

/** Joins conditions with OR. `undefined` is a condition that always holds. */
export function either(conditions: readonly (CheckedCondition | undefined)[]): CheckedCondition | undefined {
  const given = conditions.filter((condition) => condition !== undefined);
  if (given.length < conditions.length) return undefined;
  const [only, ...more] = given;
  return more.length === 0 ? only : { kind: "or", conditions: given };
}
