import type { Place } from "../errors/input-issue.js";

/** ` at position 7` for a message, or ` in "select.author"` for JSON. */
export function placed({ path, position }: Place): string {
  return position === undefined ? ` in "${path}"` : ` at position ${position}`;
}
