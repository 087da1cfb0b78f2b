import type { EntityConfig, FieldConfig } from "./config.js";

/** The names of the fields that identify a record together, in order. */
export function keyNames({ primaryKey = "id" }: Pick<EntityConfig, "primaryKey">): readonly string[] {
  return typeof primaryKey === "string" ? [primaryKey] : primaryKey;
}

/** The name of the key that the server adds; undefined where configured fields are the key. */
export function ownKeyName(entity: EntityConfig): string | undefined {
  const [name = "", ...more] = keyNames(entity);
  if (more.length > 0 || entity.isReadOnly === true) return undefined;
  // A field that is called "id" is the key only where the configuration says so.
  const isConfigured =
    entity.primaryKey !== undefined &&
    Object.keys(entity.fields).some((field) => field.toLowerCase() === name.toLowerCase());
  return isConfigured ? undefined : name;
}

/** What each part of the key is, by its name; without the parts that there are not. */
export function keyParts(
  entity: EntityConfig,
): readonly (readonly [name: string, part: Partial<FieldConfig> & Pick<FieldConfig, "type">])[] {
  const own = ownKeyName(entity);
  if (own !== undefined) return [[own, { type: entity.systemFields?.id ?? "int" }]];
  return keyNames(entity).flatMap((name) => {
    const field = Object.hasOwn(entity.fields, name) ? entity.fields[name] : undefined;
    return field === undefined ? [] : [[name, field] as const];
  });
}

/** Whether the key is a field that a create ignores because the database counts it up, or the server makes a uuid of it. */
export function isMadeKey(
  entity: EntityConfig,
  name: string,
  { type, isIgnoredOnCreate }: FieldConfig,
): boolean {
  const [only, ...more] = keyNames(entity);
  const isMakeable = type === "int" || type === "bigint" || type === "uuid";
  return more.length === 0 && only === name && isMakeable && isIgnoredOnCreate === true;
}
