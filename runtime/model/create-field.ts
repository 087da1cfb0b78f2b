import type { Field } from "./field.js";
import { fieldShape, unlikeField } from "./settings/field-shape.js";
import { defaultsOf, withoutOptions } from "./settings/option.js";

const required = { type: "other", isEditable: false, isRequired: false } as const;

/** Every member of a field, at its default. */
const plainField = {
  name: "",
  formerColumn: undefined,
  isNullable: false,
  isCreatable: false,
  isReadable: true,
  settableBy: undefined,
  system: undefined,
  ...withoutOptions(defaultsOf(fieldShape, required), unlikeField),
};

/**
 * Creates a field. By default, its column has the same name and everything else is at its default. All fields are
 * copies of one object, so that V8 gives them one hidden class: most code that a request runs reads fields.
 */
export function createField(given: Pick<Field, "name" | "type"> & Partial<Field>): Field {
  return Object.assign({ ...plainField }, { column: given.name }, given);
}
