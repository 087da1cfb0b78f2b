import type { Field } from "./field.js";
import { fieldOptionNames, fieldShape, type FieldSettings } from "./settings/field-shape.js";
import { parseOptions, pickOptions } from "./settings/option.js";

const required = { type: "other", isEditable: false, isRequired: false } as const;
const defaults: FieldSettings = parseOptions(fieldShape, required);

/**
 * Every member of a field, at its default. It is one literal, so that V8 gives all fields one hidden class, also when
 * they are frozen: most code that a request runs reads fields. Frozen copies of an object each have their own on
 * Node.js 20.
 */
const plainField = (): { -readonly [name in keyof Field]: Field[name] } => ({
  name: "",
  formerColumn: undefined,
  isNullable: false,
  isCreatable: false,
  isReadable: true,
  settableBy: undefined,
  system: undefined,
  type: defaults.type,
  isEditable: defaults.isEditable,
  isRequired: defaults.isRequired,
  filledBy: defaults.filledBy,
  maxLength: defaults.maxLength,
  minLength: defaults.minLength,
  minimum: undefined,
  maximum: undefined,
  precision: undefined,
  scale: defaults.scale,
  zone: defaults.zone,
  of: defaults.of,
  maxItems: defaults.maxItems,
  storedAs: defaults.storedAs,
  values: defaults.values,
  default: defaults.default,
  isUnique: defaults.isUnique,
  isIndexed: defaults.isIndexed,
  column: "",
  label: defaults.label,
  description: defaults.description,
  renamedFrom: defaults.renamedFrom,
});

/** Creates a field. By default, its column has the same name and everything else is at its default. */
export function createField(given: Pick<Field, "name" | "type"> & Partial<Field>): Field {
  const field = plainField();
  field.column = given.name;
  return Object.assign(field, given);
}

/** Creates a field with these options, but for the members that are given. */
export function createFieldOf(
  options: FieldSettings,
  given: Omit<Partial<Field>, "type"> & Pick<Field, "name" | "column">,
): Field {
  return Object.assign(pickOptions(options, fieldOptionNames, plainField()), given);
}
