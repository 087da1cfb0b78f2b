import type { FieldValue } from "../model/field-type.js";
import type { Field } from "../model/model.js";
import type { CheckedCondition } from "./checked.js";

/** A field of the condition's own entity. */
export interface ComparedField {
  readonly field: Field;
  /**
   * The value that the database compares with the field. None for a value inside JSON, or for a field of a relation.
   */
  readonly values: readonly FieldValue[];
}

/** The fields that a condition compares, in its order. Fields of related entities are not included. */
export function comparedFields(condition: CheckedCondition): readonly ComparedField[] {
  switch (condition.kind) {
    case "and":
    case "or":
      return condition.conditions.flatMap(comparedFields);
    case "comparison":
      return [{ field: condition.field, values: [condition.value] }];
    case "in":
      return [{ field: condition.field, values: condition.values }];
    case "json":
      return [{ field: condition.field, values: [] }];
    case "some":
    case "count":
      return condition.relation.sourceFields.map((field) => ({ field, values: [] }));
    case "unless":
      return comparedFields(condition.condition);
  }
}
