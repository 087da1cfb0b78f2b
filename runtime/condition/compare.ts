import type { FieldValue } from "../model/field-type.js";
import type { Field } from "../model/model.js";
import type { CheckedComparison, CheckedOperator } from "./checked.js";

/** @param value In canonical form. */
export function compare(field: Field, operator: CheckedOperator, value: FieldValue): CheckedComparison {
  return { kind: "comparison", field, operator, value };
}
