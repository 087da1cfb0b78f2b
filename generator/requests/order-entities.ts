import type { Entity, Model } from "../../runtime/model/model.js";

/**
 * Sorts the entities after those that their records refer to. In a circle, the order of the configuration applies.
 */
export function orderEntities({ entities, entitiesByName }: Model): readonly Entity[] {
  const ordered = new Set<Entity>();
  const entered = new Set<Entity>();

  function add(entity: Entity): void {
    if (entered.has(entity)) return;
    entered.add(entity);
    for (const { targetEntityName } of entity.foreignKeys) {
      const target = entitiesByName.get(targetEntityName.toLowerCase());
      if (target !== undefined) add(target);
    }
    ordered.add(entity);
  }

  // Users own the records of other entities.
  entities.filter(({ users }) => users !== undefined).forEach(add);
  entities.forEach(add);
  return [...ordered];
}
