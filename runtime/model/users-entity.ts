import type { Entity, Model } from "./model.js";

/** The users entity. `undefined` if there is none. */
export function usersEntity({ entities }: Pick<Model, "entities">): Entity | undefined {
  return entities.find(({ users }) => users !== undefined);
}
