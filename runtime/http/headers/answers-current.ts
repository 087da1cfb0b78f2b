import type { IncomingHttpHeaders } from "node:http";
import type { Response } from "express";
import { matches, otherVersion } from "../../write/input/precondition.js";
import { sendHead, type HeaderList } from "./header-list.js";
import { parseTags } from "./parse-tags.js";

/** Answers 304 if the caller already has this version. @returns Whether it has answered. */
export function answersCurrent(res: Response, tag: string | undefined): boolean {
  if (!isCurrent(res.req.headers, tag)) return false;
  sendHead(res, 304, tagged(tag));
  res.end();
  return true;
}

/**
 * Whether the caller already has this version (RFC 9110, 13.2.2).
 * @throws {ApiError} 412 if "If-Match" does not hold.
 */
function isCurrent(headers: IncomingHttpHeaders, tag: string | undefined): boolean {
  const current = tag === undefined ? undefined : [tag];
  const match = parseTags("If-Match", headers["if-match"]);
  if (match !== undefined && !matches(match, current, "strong")) throw otherVersion();
  const noneMatch = parseTags("If-None-Match", headers["if-none-match"]);
  return noneMatch !== undefined && matches(noneMatch, current, "weak");
}

export function tagged(tag: string | undefined): HeaderList {
  return tag === undefined ? [] : ["ETag", tag];
}
