import { ApiError } from "../errors/api-error.js";

/** The preconditions of a request (RFC 9110, 13.1): the current version must be in `match` and not in `noneMatch`. */
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

/**
 * Whether the current version has one of the tags. `If-Match` compares strongly: a weak tag never matches.
 * `If-None-Match` compares weakly, because the caller has a version already (RFC 9110, 13.1.1 and 13.1.2).
 * @param current The tags of its representations. `undefined` if the caller may not see the record.
 */
export function matches(
  tags: Tags,
  current: readonly string[] | undefined,
  comparison: "strong" | "weak",
): boolean {
  if (current === undefined || tags === "*") return current !== undefined;
  return tags.some(({ isWeak, tag }) => (!isWeak || comparison === "weak") && current.includes(tag));
}

/** @throws {ApiError} `precondition-failed` if the current version does not meet the precondition. */
export function checkPrecondition({ match, noneMatch }: Precondition, current: readonly string[]): void {
  if (match !== undefined && !matches(match, current, "strong")) throw otherVersion();
  if (noneMatch !== undefined && matches(noneMatch, current, "weak"))
    throw new ApiError("precondition-failed", 'The record has a version that "If-None-Match" excludes.');
}

/** The error if `If-Match` does not hold. */
export function otherVersion(): ApiError {
  return new ApiError(
    "precondition-failed",
    'The record has another version than "If-Match" names. Read it again, and then decide.',
  );
}
