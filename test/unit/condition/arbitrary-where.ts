import fc from "fast-check";
import {
  isList,
  caseOperators,
  operators,
  type Condition,
  type ConditionValue,
} from "../../../runtime/condition/nodes.js";

/** The positions and places that a condition gets when its text is parsed. */
const nowhere = { place: "where", fieldPosition: undefined, valuePosition: undefined };

const hostile = fc.oneof(
  fc.constantFrom("&id>0|a=", '"', '\\"', "\\", ")", "](", "null", "@user.id", "*x", "[a]", ";", "", " "),
  fc.string({ unit: "binary", maxLength: 12 }),
);
/** Names of fields, and keys inside JSON, which may be any text. */
const name = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom("title", "author", "count", "has", "名", "a-b") },
  { weight: 1, arbitrary: hostile },
);
const path = fc.array(name, { minLength: 1, maxLength: 3 });
const quoted = hostile.map((text): ConditionValue => ({ text, isQuoted: true }));
const bare = fc
  .constantFrom("null", "5", "-1.5e3", "true", "a b", "2024-01-01T00:00:00.000Z")
  .map((text): ConditionValue => ({ text, isQuoted: false }));
const claim = fc
  .constantFrom("id", "team.id", "https://example.com/roles")
  .map((each): ConditionValue => ({ claim: each }));
const value = fc.oneof(quoted, bare, claim);

const comparison = fc
  .record({
    path,
    call: fc.constant(undefined),
    operator: fc.constantFrom(...operators),
    star: fc.boolean(),
    values: fc.array(value, { maxLength: 4 }),
    isList: fc.boolean(),
    one: value,
  })
  .map(({ star, values, isList, one, operator, ...rest }): Condition => {
    const ignoresCase = star && caseOperators.includes(operator);
    const takesList = isList && (operator === "=" || operator === "<>");
    return {
      kind: "comparison",
      ...rest,
      operator,
      ignoresCase,
      value: takesList ? values : one,
      ...nowhere,
    };
  });
const call = fc
  .record({
    call: fc.constantFrom("count", "sum", "avg"),
    path: fc.constantFrom([], ["comments"], ["distinct customer", "id"], ["author", "posts"]),
    operator: fc.constantFrom("=", "<>", "<", "<=", ">", ">="),
    value: bare,
  })
  .map((parts): Condition => ({ kind: "comparison", ...parts, ignoresCase: false, ...nowhere }));

/** Any condition that a text can express, without the positions of its parts. */
export const arbitraryWhere: fc.Arbitrary<Condition> = fc.letrec<{ node: Condition }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    comparison,
    call,
    fc.record({ kind: fc.constant("not" as const), condition: tie("node") }),
    fc.record({
      kind: fc.constant("some" as const),
      path,
      condition: tie("node"),
      place: fc.constant("where"),
      position: fc.constant(undefined),
    }),
    fc.record({
      kind: fc.constantFrom("and" as const, "or" as const),
      conditions: fc.array(tie("node"), { minLength: 2, maxLength: 3 }),
    }),
  ),
})).node;

/** The condition without the positions of its parts. */
export function withoutPlaces(condition: Condition): Condition {
  switch (condition.kind) {
    case "comparison":
      return {
        ...condition,
        ...nowhere,
        value: isList(condition.value) ? condition.value.map(asText) : asText(condition.value),
      };
    case "not":
      return { ...condition, condition: withoutPlaces(condition.condition) };
    case "some":
    case "every":
      return {
        ...condition,
        condition: withoutPlaces(condition.condition),
        place: "where",
        position: undefined,
      };
    default:
      return { ...condition, conditions: condition.conditions.map(withoutPlaces) };
  }
}

/** A value of an object as a text has it. */
function asText(value: ConditionValue): ConditionValue {
  return "text" in value ? { text: value.text, isQuoted: value.isQuoted } : value;
}
