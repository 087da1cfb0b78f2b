import { ApiError } from "../../errors/api-error.js";
import { conflictTargets } from "../../model/conflict-targets.js";
import type { Entity, Field } from "../../model/model.js";

/**
 * The fields by which an upsert finds an existing record.
 * @param names Default: the key's.
 * @param usable The fields that the caller may read in every record: other fields would reveal values.
 * @throws {ApiError} `invalid-query` unless they are the key, or a unique field, and a create sets them.
 */
export function conflictTarget(
  entity: Entity,
  names: readonly string[] | undefined,
  usable: readonly Field[],
): readonly Field[] {
  const isUsable = (field: Field) => usable.includes(field);
  const targets = entity.keys.every(isUsable)
    ? conflictTargets(entity).filter((fields) => fields.every(isUsable))
    : [];
  const wanted = new Set(names ?? entity.keys.map(({ name }) => name));
  const found = targets.find(
    (fields) => fields.length === wanted.size && fields.every(({ name }) => wanted.has(name)),
  );
  if (found !== undefined) return found;
  const choices = targets.map((fields) => `"onConflict=${fields.map(({ name }) => name).join()}"`);
  const message =
    choices.length === 0
      ? `No field that you may read and set tells whether a "${entity.name}" is there.`
      : `Name the fields that identify a record: ${choices.join(" or ")}.`;
  throw new ApiError("invalid-query", message);
}
