import type { ProblemCode } from "./codes.js";
import type { IssueCode, OwnCode } from "./issue-codes.js";

/**
 * One mistake in the input: its place, its kind, and what would be right. A record that is rejected as a whole has the
 * code of the problem.
 */
export interface InputIssue<Code extends string = IssueCode | ProblemCode | OwnCode> {
  /** The field's name or the part of the request: `orderBy`, `condition`, `take`… */
  readonly path: string;
  /** Stable and machine-readable: `required`, `wrong-type`, `too-long`, `out-of-range`… */
  readonly code: Code;
  readonly message: string;
  /** For a condition: the zero-based position, in UTF-16 code units. */
  readonly position?: number;
}
