import { ApiError } from "../../errors/api-error.js";
import type { Entity } from "../../model/model.js";

/** The maximum number of records with secrets in a request, because hashing takes long. */
export const MAX_SECRETS = 10;

/**
 * The maximum number of records that a request may write with these inputs.
 * @param max The maximum for records without secrets.
 */
export function mostRecords({ fields }: Entity, inputs: readonly object[], max: number): number {
  const secrets = fields.filter(({ type }) => type === "secret");
  if (secrets.length === 0) return max;
  const given = new Set(inputs.flatMap(Object.keys).map((name) => name.toLowerCase()));
  return secrets.some(({ name }) => given.has(name.toLowerCase())) ? Math.min(MAX_SECRETS, max) : max;
}

export function tooManyRecords(max: number): ApiError {
  return new ApiError("too-many-records", `A request may write at most ${max} records here.`);
}
