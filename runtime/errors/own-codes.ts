import { ApiError as StrictError, type ApiErrorOptions } from "./api-error.js";
import type { InputIssue as StrictIssue } from "./input-issue.js";

// The types for users, whose issues may have codes of their own. The product's own code may only use those of the table.

export type InputIssue = StrictIssue<string>;

export type ApiError = StrictError;

/**
 * An error that is answered with a problem document (RFC 9457). The caller sees `detail` and `issues`;
 * `cause` stays on the server.
 */
export const ApiError = StrictError as new (
  code: StrictError["code"],
  detail: string,
  options?: Omit<ApiErrorOptions, "issues"> & { readonly issues?: readonly InputIssue[] },
) => StrictError;
