import { ApiError } from "../errors/api-error.js";
import type { Entity } from "../model/model.js";

/** The most records that a request writes with secrets: each is hashed, which takes long. */
export const MAX_SECRETS = 10;

/**
 * The most records that a request may write with these members.
 * @param max The most of other records.
 */
export function mostRecords({ fields }: Entity, members: readonly string[], max: number): number {
  const given = new Set(members.map((name) => name.toLowerCase()));
  const hasSecret = fields.some(({ type, name }) => type === "secret" && given.has(name.toLowerCase()));
  return hasSecret ? Math.min(MAX_SECRETS, max) : max;
}

/** The error for a request that would write more records than it may. */
export function tooManyRecords(max: number): ApiError {
  return new ApiError("too-many-records", `A request may write at most ${max} records here.`);
}
