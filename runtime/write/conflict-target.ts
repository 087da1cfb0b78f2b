import { ApiError } from "../errors/api-error.js";
import type { Entity, Field } from "../model/model.js";

/**
 * The fields by which an upsert finds the record that is there.
 * @param names Default: the key's.
 * @throws {ApiError} `invalid-query` unless they are the key, or a unique field, and a create may set them.
 */
export function conflictTarget(
  { keys, fields, name: entityName }: Entity,
  names: readonly string[] | undefined,
): readonly Field[] {
  const wanted = names === undefined ? keys : fields.filter(({ name }) => names.includes(name));
  const isKey = wanted.length === keys.length && wanted.every((field) => keys.includes(field));
  const isUnique = wanted.length === 1 && wanted[0]?.isUnique === true;
  const isKnown = wanted.length > 0 && wanted.length === (names ?? keys.map(({ name }) => name)).length;
  if (isKnown && (isKey || isUnique) && wanted.every(({ isCreatable }) => isCreatable)) return wanted;
  const others = fields.filter((field) => field.isUnique && field.isCreatable && field.isReadable);
  const settable = keys.length > 0 && keys.every(({ isCreatable }) => isCreatable) ? [keys] : [];
  const choices = [...settable, ...others.map((field) => [field])].map(
    (each) => `"onConflict=${each.map(({ name }) => name).join()}"`,
  );
  const message =
    choices.length === 0
      ? `A new "${entityName}" sets neither its key nor a unique field: nothing tells whether it is there.`
      : `Say by which fields a record is the same: ${choices.join(" or ")}.`;
  throw new ApiError("invalid-query", message);
}
