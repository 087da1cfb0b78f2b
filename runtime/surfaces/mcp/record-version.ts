import type { Precondition } from "../../model/precondition.js";
import { wrongArgument } from "./check-arguments.js";

/** The member with the version of a record. No field has a name like this. */
export const VERSION = "@version";

/** The version for agents: the entity tag without its quotes, which models forget. */
export function versionOf(tag: string): string {
  return tag.slice(1, -1);
}

/** @throws {ApiError} `invalid-body` for a text that no version is. */
export function parseVersion(given: unknown): Precondition {
  const text = String(given);
  if (!/^[\w-]+$/.test(text)) {
    const message = `"expectedVersion" must be the "${VERSION}" of the record, as read_records answers without "select".`;
    throw wrongArgument("expectedVersion", "malformed", message);
  }
  return { match: [{ isWeak: false, tag: `"${text}"` }] };
}
