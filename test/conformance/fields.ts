import type { EntityConfig, FieldConfig } from "data-api";

/** An optional, editable field, except where `options` differ. */
export function field(type: FieldConfig["type"], options: Partial<FieldConfig> = {}): FieldConfig {
  return { type, isEditable: true, isRequired: false, ...options };
}

/** Permissions that allow everything to guests. */
export const everybody = { read: ["guest"], create: ["guest"], update: ["guest"], delete: ["guest"] };

/** An entity with all operations open to guests. */
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

/** A field that is a foreign key to another entity. */
export function to(
  targetEntityName: string,
  resolvedEntityName: string,
  type: FieldConfig["type"] = "int",
  options: Partial<FieldConfig> = {},
): FieldConfig {
  return field(type, { foreignKey: { targetEntityName, resolvedEntityName }, ...options });
}

/** An open entity whose records have only a key and these fields. */
export function plain(
  fields: EntityConfig["fields"],
  options: Partial<Omit<EntityConfig, "fields">> = {},
): EntityConfig {
  return openEntity(fields, { systemFields: { createdat: false, updatedat: false }, ...options });
}
