import type { Field } from "../../model/model.js";
import { answerSchema, inputSchema, schemaKey } from "./field-schemas.js";

/** The schemas of a field as JSON. */
interface FieldJson {
  readonly answer: string;
  /** The schema of a field that cannot be set. */
  readonly readOnlyAnswer: string;
  readonly input: string;
}

/** The schemas of fields, generated once for fields that are alike, as most fields of a large model are. */
export class FieldJsons {
  readonly #byField = new Map<Field, FieldJson>();
  readonly #byShape = new Map<string, FieldJson>();

  of(field: Field): FieldJson {
    let known = this.#byField.get(field);
    if (known !== undefined) return known;
    const shape = schemaKey(field);
    known = this.#byShape.get(shape);
    if (known === undefined) this.#byShape.set(shape, (known = make(field)));
    this.#byField.set(field, known);
    return known;
  }
}

function make(field: Field): FieldJson {
  const answer = answerSchema(field);
  return {
    answer: JSON.stringify(answer),
    readOnlyAnswer: JSON.stringify({ ...answer, readOnly: true }),
    input: JSON.stringify(inputSchema(field)),
  };
}
