import { fieldTypes, type FieldValue } from "../../model/field-type.js";
import { itemOf } from "../../model/fields.js";
import type { Field } from "../../model/model.js";
import { ValueError } from "../../model/values/value-error.js";

/** A value for the field, different for each number from 1. `undefined` if only a person knows a valid one. */
export function sampleValue(field: Field, number: number): FieldValue | undefined {
  const { examples, parse } = fieldTypes[field.type];
  const candidates = field.type === "list" ? [[sampleValue(itemOf(field), number)]] : examples(field, number);
  for (const value of candidates) {
    try {
      return parse(value, field);
    } catch (error) {
      if (!(error instanceof ValueError)) throw error;
    }
  }
  return undefined;
}
