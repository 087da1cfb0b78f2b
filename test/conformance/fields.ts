import type { EntityConfig, FieldConfig } from "data-api";

/** A field that can be left out and changed, but for what `options` say. */
export function field(type: FieldConfig["type"], options: Partial<FieldConfig> = {}): FieldConfig {
  return { type, isEditable: true, isRequired: false, ...options };
}

/** Everything is allowed to everybody. */
export const everybody = { read: ["guest"], create: ["guest"], update: ["guest"], delete: ["guest"] };

/** An entity that everybody may do everything with. */
export function openEntity(
  fields: EntityConfig["fields"],
  options: Partial<Omit<EntityConfig, "fields">> = {},
): EntityConfig {
  return { fields, permissions: everybody, ...options };
}

/** The entity of the contract's example. */
export const blogpost = openEntity({
  title: { type: "string", isEditable: true, isRequired: true, foreignKey: null },
  content: { type: "richtext", isEditable: true, isRequired: true, foreignKey: null },
});
