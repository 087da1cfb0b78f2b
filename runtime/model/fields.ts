import { fieldTypes } from "./field-type.js";
import type { Entity, Field } from "./model.js";

/** The fields that records carry. */
export function readableFields(entity: Entity): readonly Field[] {
  return entity.fields.filter((field) => fieldTypes[field.type].isReadable);
}

/** The fields that a create may set. */
export function creatableFields(entity: Entity): readonly Field[] {
  return entity.fields.filter((field) => field.isCreatable);
}

/** The fields that an update may change. */
export function editableFields(entity: Entity): readonly Field[] {
  return entity.fields.filter((field) => field.isEditable);
}
