import { createFieldOf } from "../../model/create-field.js";
import { fieldTypes, type FieldValue } from "../../model/field-type.js";
import { itemType } from "../../model/values/list.js";
import type { Field } from "../../model/model.js";
import type { EntitySettings } from "../../model/settings/entity-shape.js";
import type { FieldSettings } from "../../model/settings/field-shape.js";
import type { FieldConfig } from "../config.js";
import { fieldLimits } from "../field-limits.js";
import { keyNames } from "../keys.js";

/** A field of the configuration, with all defaults. */
export function resolveField(
  name: string,
  field: FieldSettings,
  entity: Pick<EntitySettings, "isReadOnly" | "primaryKey">,
): Field {
  const { type } = field;
  const limits = fieldLimits(field);
  const canonical = (value: FieldValue) => (value === null ? null : fieldTypes[type].parse(value, limits));
  return createFieldOf(field, {
    name,
    column: field.column ?? name,
    formerColumn: field.column === undefined ? field.renamedFrom : undefined,
    isNullable: !field.isRequired,
    isRequired: mustBeSupplied(field),
    isCreatable: !field.isIgnoredOnCreate && !entity.isReadOnly,
    isEditable: field.isEditable && !entity.isReadOnly,
    isReadable: fieldTypes[type].isReadable,
    minLength: limits.minLength ?? (isEmptyable(type) && keyNames(entity).includes(name) ? 1 : undefined),
    maxLength: limits.maxLength,
    minimum: limits.minimum,
    maximum: limits.maximum,
    precision: limits.precision,
    scale: limits.scale,
    zone: limits.zone,
    of: type === "list" ? itemType(field) : undefined,
    values: field.values?.map(canonical),
    default: field.default === undefined ? undefined : canonical(field.default),
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
