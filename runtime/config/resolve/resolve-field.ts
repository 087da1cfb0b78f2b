import { createField } from "../../model/create-field.js";
import { fieldTypes, type FieldValue } from "../../model/field-type.js";
import { itemType } from "../../model/values/list.js";
import type { Field } from "../../model/model.js";
import type { EntityConfig, FieldConfig } from "../config.js";
import { fieldLimits } from "../field-limits.js";
import { keyNames } from "../keys.js";

export function resolveField(name: string, field: FieldConfig, entity: EntityConfig): Field {
  const { type } = field;
  const limits = fieldLimits(field);
  // Copy the value: the Model is frozen, and the configuration belongs to the caller.
  const canonical = (value: FieldValue) =>
    value === null ? null : fieldTypes[type].parse(structuredClone(value), limits);
  return createField({
    name,
    column: field.column,
    formerColumn: field.column === undefined ? field.renamedFrom : undefined,
    type,
    isNullable: !field.isRequired,
    isRequired: mustBeSupplied(field),
    filledBy: field.filledBy,
    isCreatable: field.isIgnoredOnCreate !== true && entity.isReadOnly !== true,
    isEditable: field.isEditable && entity.isReadOnly !== true,
    isReadable: fieldTypes[type].isReadable,
    isUnique: field.isUnique,
    isIndexed: field.isIndexed,
    minLength: limits.minLength ?? (isEmptyable(type) && keyNames(entity).includes(name) ? 1 : undefined),
    maxLength: limits.maxLength,
    minimum: limits.minimum,
    maximum: limits.maximum,
    precision: limits.precision,
    scale: limits.scale,
    zone: limits.zone,
    of: type === "list" ? itemType(field) : undefined,
    maxItems: field.maxItems,
    storedAs: field.storedAs,
    values: field.values?.map(canonical),
    default: field.default === undefined ? undefined : canonical(field.default),
    description: field.description,
    renamedFrom: field.renamedFrom,
  });
}

/** Whether a create must supply the field. */
export function mustBeSupplied(field: FieldConfig): boolean {
  return (
    field.isRequired &&
    field.default === undefined &&
    field.isIgnoredOnCreate !== true &&
    field.filledBy === undefined
  );
}

function isEmptyable(type: FieldConfig["type"]): boolean {
  return type === "string" || type === "bytes";
}

export function byName(fields: readonly Field[]): ReadonlyMap<string, Field> {
  return new Map(fields.map((field) => [field.name.toLowerCase(), field]));
}
