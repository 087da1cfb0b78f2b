import { ApiError } from "../../errors/api-error.js";
import type { Entity } from "../../model/model.js";

/** The maximum number of records with secrets in a request, because hashing takes long. */
export const MAX_SECRETS = 10;

/**
 * The maximum number of records that a request may write with these members.
 * @param max The maximum for other records.
 */
export function mostRecords({ fields }: Entity, members: readonly string[], max: number): number {
  const given = new Set(members.map((name) => name.toLowerCase()));
  const hasSecret = fields.some(({ type, name }) => type === "secret" && given.has(name.toLowerCase()));
  return hasSecret ? Math.min(MAX_SECRETS, max) : max;
}

/** The error for a request that would write too many records. */
export function tooManyRecords(max: number): ApiError {
  return new ApiError("too-many-records", `A request may write at most ${max} records here.`);
}
