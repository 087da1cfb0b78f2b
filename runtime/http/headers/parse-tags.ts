import { ApiError } from "../../errors/api-error.js";
import type { EntityTag, Tags } from "../../model/precondition.js";

/** An entity tag (RFC 9110, 8.8.3). */
const TAG = /(W\/)?("[\x21\x23-\x7e\x80-\xff]*")/y;
/** The separator of a list, which may have empty members (RFC 9110, 5.6.1.2). */
const SEPARATOR = /[ \t,]*/y;

/**
 * Parses `If-Match` or `If-None-Match`: `*` or a list of entity tags. An invalid header is rejected, never
 * ignored: the write would run without its precondition.
 * @throws {ApiError} `invalid-header`
 */
export function parseTags(
  name: "If-Match" | "If-None-Match" | "@etag" | "ifMatch",
  header: string | undefined,
): Tags | undefined {
  if (header === undefined) return undefined;
  if (header.trim() === "*") return "*";
  const tags: EntityTag[] = [];
  let separator = take(SEPARATOR, header, 0);
  for (let position = separator.end; position < header.length; position = separator.end) {
    const { end, groups } = take(TAG, header, position);
    const [, weak, tag] = groups;
    if (tag === undefined) throw invalid(name);
    tags.push({ isWeak: weak !== undefined, tag });
    separator = take(SEPARATOR, header, end);
    if (separator.end < header.length && !separator.groups[0]?.includes(",")) throw invalid(name);
  }
  if (tags.length === 0) throw invalid(name);
  return tags;
}

function invalid(name: string): ApiError {
  return new ApiError("invalid-header", `"${name}" must be "*" or a list of entity tags, as in "ETag".`);
}

/** The match at this position, and where it ends. */
function take(
  pattern: RegExp,
  text: string,
  position: number,
): { readonly end: number; readonly groups: readonly (string | undefined)[] } {
  pattern.lastIndex = position;
  const groups = pattern.exec(text) ?? [];
  return { end: pattern.lastIndex, groups };
}
