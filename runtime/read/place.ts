import type { InputIssue, IssueCode } from "../errors/api-error.js";
import type { Place } from "./read-request.js";

/** ` at position 7` for a message, or ` in "select.author"` for JSON. */
export function placed({ path, position }: Place): string {
  return position === undefined ? ` in "${path}"` : ` at position ${position}`;
}

export function issueAt({ path, position }: Place, code: IssueCode, message: string): InputIssue {
  return { path, code, message, ...(position !== undefined && { position }) };
}
