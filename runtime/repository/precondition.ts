import { ApiError } from "../errors/api-error.js";

/** Which versions a request is meant for (RFC 9110, 13.1): those of the one list, and none of the other. */
export interface Precondition {
  readonly match?: Tags | undefined;
  readonly noneMatch?: Tags | undefined;
}

/** Entity tags, or any version. */
export type Tags = "*" | readonly EntityTag[];

export interface EntityTag {
  readonly isWeak: boolean;
  /** With its quotes. */
  readonly tag: string;
}

/** The version that there is. Without a tag, it is one that the caller may not see. */
export interface CurrentVersion {
  readonly tag: string | undefined;
}

/** Whether the record is a version that the request is meant for; a weak tag names none (RFC 9110, 13.1.1). */
export function matches(tags: Tags, current: CurrentVersion | undefined): boolean {
  if (current === undefined || tags === "*") return current !== undefined;
  return tags.some(({ isWeak, tag }) => !isWeak && tag === current.tag);
}

/** The same for a version that the caller has already: for that a weak tag is as good (RFC 9110, 13.1.2). */
export function matchesWeakly(tags: Tags, current: CurrentVersion | undefined): boolean {
  if (current === undefined || tags === "*") return current !== undefined;
  return tags.some(({ tag }) => tag === current.tag);
}

/** @throws {ApiError} `precondition-failed` if a write is not meant for this version. */
export function checkPrecondition({ match, noneMatch }: Precondition, current: CurrentVersion): void {
  if (match !== undefined && !matches(match, current)) throw otherVersion();
  if (noneMatch !== undefined && matchesWeakly(noneMatch, current))
    throw new ApiError("precondition-failed", 'The record is a version that "If-None-Match" rules out.');
}

/** The answer where "If-Match" does not hold. */
export function otherVersion(): ApiError {
  return new ApiError(
    "precondition-failed",
    'The record is not a version that "If-Match" names. Read it again, and decide anew.',
  );
}
