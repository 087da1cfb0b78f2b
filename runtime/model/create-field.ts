import type { Field } from "./field.js";
import { fieldOptionNames, fieldShape, type FieldSettings } from "./settings/field-shape.js";
import { parseOptions, pickOptions } from "./settings/option.js";

const required = { type: "other", isEditable: false, isRequired: false } as const;
const defaults: FieldSettings = parseOptions(fieldShape, required);

/** Every member of a field, at its default. */
const plainField = {
  name: "",
  formerColumn: undefined,
  isNullable: false,
  isCreatable: false,
  isReadable: true,
  settableBy: undefined,
  system: undefined,
  ...pickOptions(defaults, fieldOptionNames),
};

/**
 * Creates a field. By default, its column has the same name and everything else is at its default. All fields are
 * copies of one object, so that V8 gives them one hidden class: most code that a request runs reads fields.
 */
export function createField(given: Pick<Field, "name" | "type"> & Partial<Field>): Field {
  return Object.assign({ ...plainField, column: given.name }, given);
}

/** Creates a field with these options, but for the members that are given. */
export function createFieldOf(
  options: FieldSettings,
  given: Omit<Partial<Field>, "type"> & Pick<Field, "name">,
): Field {
  const field: Record<string, unknown> = { ...plainField, column: given.name };
  for (const name of fieldOptionNames) field[name] = options[name];
  return Object.assign(field as unknown as Field, given);
}
