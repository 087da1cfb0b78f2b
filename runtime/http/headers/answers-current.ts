import type { Response } from "express";
import { matches, otherVersion } from "../../model/precondition.js";
import { sendHead, type HeaderList } from "./header-list.js";
import { parseTags } from "./parse-tags.js";

/**
 * Answers 304 if the caller already has this version (RFC 9110, 13.2.2).
 * @returns Whether it has answered.
 * @throws {ApiError} 412 if "If-Match" does not hold.
 */
export function answersCurrent(res: Response, tag: string | undefined): boolean {
  const { headers } = res.req;
  const current = tag === undefined ? undefined : [tag];
  const match = parseTags("If-Match", headers["if-match"]);
  if (match !== undefined && !matches(match, current, "strong")) throw otherVersion();
  const noneMatch = parseTags("If-None-Match", headers["if-none-match"]);
  if (noneMatch === undefined || !matches(noneMatch, current, "weak")) return false;
  sendHead(res, 304, tagged(tag));
  res.end();
  return true;
}

export function tagged(tag: string | undefined): HeaderList {
  return tag === undefined ? [] : ["ETag", tag];
}
