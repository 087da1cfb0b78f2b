import { DEFAULT_KEY_TYPE } from "../model/settings/entity-shape.js";
import type { EntityConfig, FieldConfig } from "./config.js";
import { findName } from "./find-name.js";

/** The names of the primary key's fields, in order. None if nothing identifies a record. */
export function keyNames({ primaryKey = "id" }: Pick<EntityConfig, "primaryKey">): readonly string[] {
  return typeof primaryKey === "string" ? [primaryKey] : primaryKey;
}

/** The name of the key that the server adds. `undefined` if configured fields are the key. */
export function ownKeyName(entity: EntityConfig): string | undefined {
  const [name, ...more] = keyNames(entity);
  if (name === undefined || more.length > 0 || entity.isReadOnly === true) return undefined;
  // A configured field named "id" is the key only if `primaryKey` says so.
  const isConfigured = entity.primaryKey !== undefined && findName(name, entity.fields) !== undefined;
  return isConfigured ? undefined : name;
}

/** The key that the server adds. */
export function ownKey({ systemFields }: Pick<EntityConfig, "systemFields">) {
  return { type: systemFields?.id ?? DEFAULT_KEY_TYPE };
}

/** The name and options of each key field. Names without a field are left out. */
export function keyParts(
  entity: EntityConfig,
): readonly (readonly [name: string, part: Partial<FieldConfig> & Pick<FieldConfig, "type">])[] {
  const own = ownKeyName(entity);
  if (own !== undefined) return [[own, ownKey(entity)]];
  return keyNames(entity).flatMap((name) => {
    const field = Object.hasOwn(entity.fields, name) ? entity.fields[name] : undefined;
    return field === undefined ? [] : [[name, field] as const];
  });
}

/** Whether the key is generated: an auto-increment integer or a server-made UUID, which creates ignore. */
export function isMadeKey(
  entity: EntityConfig,
  name: string,
  { type, isIgnoredOnCreate }: FieldConfig,
): boolean {
  const [only, ...more] = keyNames(entity);
  const isMakeable = type === "int" || type === "bigint" || type === "uuid";
  return more.length === 0 && only === name && isMakeable && isIgnoredOnCreate === true;
}
