import { ApiError } from "../../errors/api-error.js";

/**
 * The preconditions of a request (RFC 9110, 13.1): the current version must be in `match` and not in
 * `noneMatch`.
 */
export interface Precondition {
  readonly match?: Tags | undefined;
  readonly noneMatch?: Tags | undefined;
}

/** Entity tags, or any version. */
export type Tags = "*" | readonly EntityTag[];

export interface EntityTag {
  readonly isWeak: boolean;
  /** Including its quotes. */
  readonly tag: string;
}

/** The current version, by the tags of its representations. Without one, the caller may not see it. */
export interface CurrentVersion {
  readonly tags: readonly string[];
}

/** Compares tags strongly, as `If-Match` does: a weak tag never matches (RFC 9110, 13.1.1). */
export function matches(tags: Tags, current: CurrentVersion | undefined): boolean {
  if (current === undefined || tags === "*") return current !== undefined;
  return tags.some(({ isWeak, tag }) => !isWeak && current.tags.includes(tag));
}

/**
 * Compares tags weakly, as `If-None-Match` does: the caller has a version already, so a weak tag matches too
 * (RFC 9110, 13.1.2).
 */
export function matchesWeakly(tags: Tags, current: CurrentVersion | undefined): boolean {
  if (current === undefined || tags === "*") return current !== undefined;
  return tags.some(({ tag }) => current.tags.includes(tag));
}

/** @throws {ApiError} `precondition-failed` if the current version does not meet the precondition. */
export function checkPrecondition({ match, noneMatch }: Precondition, current: CurrentVersion): void {
  if (match !== undefined && !matches(match, current)) throw otherVersion();
  if (noneMatch !== undefined && matchesWeakly(noneMatch, current))
    throw new ApiError("precondition-failed", 'The record has a version that "If-None-Match" excludes.');
}

/** The error if `If-Match` does not hold. */
export function otherVersion(): ApiError {
  return new ApiError(
    "precondition-failed",
    'The record has another version than "If-Match" names. Read it again, and then decide.',
  );
}
