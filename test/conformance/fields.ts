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

/** A field that points to another entity. */
export function to(
  targetEntityName: string,
  resolvedEntityName: string,
  type: FieldConfig["type"] = "int",
  options: Partial<FieldConfig> = {},
): FieldConfig {
  return field(type, { foreignKey: { targetEntityName, resolvedEntityName }, ...options });
}

/** An open entity whose records have nothing but their key and these fields. */
export function plain(
  fields: EntityConfig["fields"],
  options: Partial<Omit<EntityConfig, "fields">> = {},
): EntityConfig {
  return openEntity(fields, { systemFields: { createdat: false, updatedat: false }, ...options });
}
