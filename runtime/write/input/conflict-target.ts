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
  const isKeyUsable = entity.keys.every(isUsable);
  const targets = isKeyUsable ? conflictTargets(entity).filter((fields) => fields.every(isUsable)) : [];
  const wanted = new Set(names ?? entity.keys.map(({ name }) => name));
  const found = targets.find(
    (fields) => fields.length === wanted.size && fields.every(({ name }) => wanted.has(name)),
  );
  if (found !== undefined) return found;
  const choices = targets.map((fields) => `"onConflict=${fields.map(({ name }) => name).join()}"`);
  if (choices.length > 0)
    throw new ApiError("invalid-query", `Name the fields that identify a record: ${choices.join(" or ")}.`);
  const why = isKeyUsable
    ? `"${entity.name}" has no key or unique field that you may read and a create may set`
    : `You may not read the key of every "${entity.name}"`;
  throw new ApiError("invalid-query", `${why}, so existing records cannot be found.`);
}
