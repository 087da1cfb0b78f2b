import { ApiError } from "../errors/api-error.js";
import { conflictTargets } from "../model/conflict-targets.js";
import type { Entity, Field } from "../model/model.js";

/**
 * The fields by which an upsert finds the record that is there.
 * @param names Default: the key's.
 * @throws {ApiError} `invalid-query` unless they are the key, or a unique field, and a create sets them.
 */
export function conflictTarget(entity: Entity, names: readonly string[] | undefined): readonly Field[] {
  const targets = conflictTargets(entity);
  const wanted = new Set(names ?? entity.keys.map(({ name }) => name));
  const found = targets.find(
    (fields) => fields.length === wanted.size && fields.every(({ name }) => wanted.has(name)),
  );
  if (found !== undefined) return found;
  const choices = targets.map((fields) => `"onConflict=${fields.map(({ name }) => name).join()}"`);
  const message =
    choices.length === 0
      ? `A new "${entity.name}" sets neither its key nor a unique field: nothing tells whether it is there.`
      : `Say by which fields a record is the same: ${choices.join(" or ")}.`;
  throw new ApiError("invalid-query", message);
}
