import type { Model } from "../model/model.js";
import type { AnyRepository } from "./repository.js";

/** The repositories of a server by the lower-case names of their entities, so that those of one can get at the others. */
const repositories = new WeakMap<Model, ReadonlyMap<string, AnyRepository>>();

export function registerRepositories(model: Model, all: ReadonlyMap<string, AnyRepository>): void {
  repositories.set(model, all);
}

/** @throws {Error} for a name that the configuration does not have. */
export function repositoryNamed(model: Model, entityName: string): AnyRepository {
  const found = repositories.get(model)?.get(entityName.toLowerCase());
  if (found === undefined) throw new Error(`There is no entity "${entityName}".`);
  return found;
}
