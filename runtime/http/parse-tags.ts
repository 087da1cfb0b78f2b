import { ApiError } from "../errors/api-error.js";
import type { EntityTag, Tags } from "../repository/precondition.js";

/** An entity tag (RFC 9110, 8.8.3), or nothing, up to the next comma: a list may have empty members (5.6.1.2). */
const MEMBER = /[ \t]*(?:(W\/)?("[\x21\x23-\x7e\x80-\xff]*"))?[ \t]*(?:,|$)/y;

/**
 * Reads `If-Match` or `If-None-Match`: `*`, or a list of entity tags. One that cannot be read is never taken for none,
 * because then the request would do what it says it must not.
 * @throws {ApiError} `invalid-header`
 */
export function parseTags(name: "If-Match" | "If-None-Match", header: string | undefined): Tags | undefined {
  if (header === undefined) return undefined;
  if (header.trim() === "*") return "*";
  const tags: EntityTag[] = [];
  let position = 0;
  do {
    MEMBER.lastIndex = position;
    const found = MEMBER.exec(header);
    if (found === null) throw invalid(name);
    const [, weak, tag] = found;
    if (tag !== undefined) tags.push({ isWeak: weak !== undefined, tag });
    position = MEMBER.lastIndex;
  } while (position < header.length);
  if (tags.length === 0) throw invalid(name);
  return tags;
}

function invalid(name: string): ApiError {
  return new ApiError("invalid-header", `"${name}" must be "*" or a list of entity tags, as in "ETag".`);
}
