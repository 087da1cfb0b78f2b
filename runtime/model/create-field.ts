import type { Field } from "./field.js";

/** The properties of a field: its name and type, and those that differ from the defaults. */
export type GivenField = Pick<Field, "name" | "type"> & {
  readonly [M in keyof Field]?: Field[M] | undefined;
};

/**
 * Creates a field. By default, its column has the same name and everything else is at its default. All fields are
 * created here, so that V8 gives them one hidden class: most code that a request runs reads fields.
 */
export function createField(given: GivenField): Field {
  return {
    name: given.name,
    column: given.column ?? given.name,
    formerColumn: given.formerColumn,
    type: given.type,
    isNullable: given.isNullable ?? false,
    isRequired: given.isRequired ?? false,
    filledBy: given.filledBy,
    isCreatable: given.isCreatable ?? false,
    isEditable: given.isEditable ?? false,
    isReadable: given.isReadable ?? true,
    settableBy: given.settableBy,
    isUnique: given.isUnique ?? false,
    isIndexed: given.isIndexed ?? false,
    minLength: given.minLength,
    maxLength: given.maxLength,
    minimum: given.minimum,
    maximum: given.maximum,
    precision: given.precision,
    scale: given.scale,
    zone: given.zone,
    of: given.of,
    maxItems: given.maxItems,
    storedAs: given.storedAs,
    values: given.values,
    default: given.default,
    description: given.description,
    renamedFrom: given.renamedFrom,
    system: given.system,
  };
}
