import type { ConfigWarning } from "../errors/config-error.js";
import type { Entity, ForeignKey } from "../model/model.js";

/** Warns about records that need each other: neither can be created first. */
export function requiredKeyWarnings(
  entities: readonly Entity[],
  entitiesByName: ReadonlyMap<string, Entity>,
): readonly ConfigWarning[] {
  const told = new Set<Entity>();
  return entities.flatMap((entity) => {
    const circle = told.has(entity) ? undefined : circleFrom(entity, entitiesByName);
    if (circle === undefined) return [];
    for (const { source } of circle) told.add(source);
    const needs = circle.map(
      ({ source, key: { targetEntityName, fields } }) =>
        `"${source.name}" needs "${targetEntityName}" (${fields.map(({ name }) => name).join(", ")})`,
    );
    return [
      {
        path: `entities.${entity.name}`,
        message: `No first record can be created: ${needs.join(", ")}. Make one of these fields optional.`,
      },
    ];
  });
}

interface Need {
  readonly source: Entity;
  readonly key: ForeignKey;
}

/** The required foreign keys that lead from the entity back to it. `undefined` if none do. */
function circleFrom(start: Entity, entitiesByName: ReadonlyMap<string, Entity>): readonly Need[] | undefined {
  const seen = new Set<Entity>();
  const follow = (source: Entity): readonly Need[] | undefined => {
    seen.add(source);
    for (const key of source.foreignKeys.filter(isNeeded)) {
      const target = entitiesByName.get(key.targetEntityName.toLowerCase());
      if (target === start && (source !== start || !namesItself(start))) return [{ source, key }];
      const rest = target === undefined || seen.has(target) ? undefined : follow(target);
      if (rest !== undefined) return [{ source, key }, ...rest];
    }
    return undefined;
  };
  return start.isReadOnly ? undefined : follow(start);
}

/** Whether every new record needs another one. */
function isNeeded({ fields }: ForeignKey): boolean {
  return fields.every(({ isRequired, isNullable, isCreatable, default: usual }) => {
    return isRequired && !isNullable && isCreatable && (usual ?? null) === null;
  });
}

/** Whether a new record may refer to itself, because its key is not generated. */
function namesItself({ keys }: Entity): boolean {
  return keys.every(({ isCreatable }) => isCreatable);
}
