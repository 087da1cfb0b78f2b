import type { Field } from "../../model/model.js";
import { onceForEach } from "../../model/once-for-each.js";
import { answerSchema, inputSchema, schemaKey } from "./field-schemas.js";

/** The schemas of a field as JSON. */
interface FieldJson {
  readonly answer: string;
  /** The schema of a field that cannot be set. */
  readonly readOnlyAnswer: string;
  readonly input: string;
}

/** Returns a function that generates schemas once for fields that are alike, as most fields of a large model are. */
export function fieldJsons(): (field: Field) => FieldJson {
  const byShape = new Map<string, FieldJson>();
  return onceForEach((field) => {
    const shape = schemaKey(field);
    const known = byShape.get(shape) ?? make(field);
    byShape.set(shape, known);
    return known;
  });
}

function make(field: Field): FieldJson {
  const answer = answerSchema(field);
  return {
    answer: JSON.stringify(answer),
    readOnlyAnswer: JSON.stringify({ ...answer, readOnly: true }),
    input: JSON.stringify(inputSchema(field)),
  };
}
