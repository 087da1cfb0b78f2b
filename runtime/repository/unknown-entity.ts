import { ApiError } from "../errors/api-error.js";
import { suggestion } from "../errors/nearest.js";
import type { Model } from "../model/model.js";
import { quoteName } from "../model/names.js";

/** The error for an entity that the configuration does not have. */
export function unknownEntity(name: string, { entities }: Pick<Model, "entities">): ApiError {
  const names = entities.map((entity) => entity.name);
  return new ApiError("unknown-entity", `Unknown entity ${quoteName(name)}.${suggestion(name, names)}`);
}
