import type { Entity, Field } from "../model/model.js";
import type { CheckedComparison, CheckedCondition } from "./checked.js";

/** The entity's own fields that a condition compares. */
export function fieldsOf(condition: CheckedCondition): readonly Field[] {
  switch (condition.kind) {
    case "and":
    case "or":
      return condition.conditions.flatMap(fieldsOf);
    case "comparison":
    case "in":
    case "json":
      return [condition.field];
    case "some":
    case "count":
      return [];
    case "unless":
      return fieldsOf(condition.condition);
  }
}

/** The comparisons with fields of the entity itself. */
export function comparisonsOf(condition: CheckedCondition): readonly CheckedComparison[] {
  switch (condition.kind) {
    case "and":
    case "or":
      return condition.conditions.flatMap(comparisonsOf);
    case "comparison":
      return [condition];
    case "unless":
      return comparisonsOf(condition.condition);
    default:
      return [];
  }
}

/** The entities on whose records a condition depends, other than the record itself. */
export function relatedEntities(condition: CheckedCondition | undefined): readonly Entity[] {
  switch (condition?.kind) {
    case "and":
    case "or":
      return condition.conditions.flatMap(relatedEntities);
    case "some":
    case "count": {
      const { target, through } = condition.relation;
      const link = through === undefined ? [] : [through.table];
      return [target, ...link, ...relatedEntities(condition.condition)];
    }
    case "unless":
      return relatedEntities(condition.condition);
    default:
      return [];
  }
}
