import type { Entity, Model } from "./model.js";

/** The entity whose records are the users; undefined where there are none. */
export function usersEntity({ entities }: Pick<Model, "entities">): Entity | undefined {
  return entities.find(({ users }) => users !== undefined);
}
