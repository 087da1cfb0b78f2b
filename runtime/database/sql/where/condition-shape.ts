import type { CheckedComparison, CheckedCondition } from "../../../condition/checked.js";
import { paddedCount } from "../../../condition/padded.js";

/** The shape of a condition: everything but its values. Conditions of one shape share a statement. */
export function conditionShape(condition: CheckedCondition | undefined): string {
  if (condition === undefined) return "";
  switch (condition.kind) {
    case "and":
    case "or":
      return `${condition.kind === "and" ? "&" : "|"}(${condition.conditions.map(conditionShape).join()})`;
    case "comparison": {
      const { field, operator, value } = condition;
      return `${modeOf(condition)}${field.name}${operator}${value === null ? "null" : "?"}`;
    }
    case "in": {
      const { field, values, hasNull } = condition;
      return `${modeOf(condition)}${field.name}[${values.length === 0 ? 0 : paddedCount(values.length)}${hasNull ? ",null" : ""}]`;
    }
    case "json": {
      const { field, path, operator, value } = condition;
      return `${modeOf(condition)}${field.name}.${path.length}${operator}${value.type}`;
    }
    case "some":
      return `${modeOf(condition)}${condition.relation.name}{${conditionShape(condition.condition)}}`;
    case "count":
      return `${condition.relation.name}#${condition.operator}{${conditionShape(condition.condition)}}`;
    case "unless":
      return `-(${conditionShape(condition.condition)})`;
  }
}

function modeOf({
  isNegated,
  ignoresCase,
  isOfSubquery,
}: Pick<CheckedComparison, "isNegated" | "ignoresCase" | "isOfSubquery">): string {
  return `${isNegated === true ? "!" : ""}${ignoresCase === true ? "*" : ""}${isOfSubquery === true ? "^" : ""}`;
}
