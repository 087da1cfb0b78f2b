import type { ProblemCode } from "./codes.js";
import type { IssueCode, OwnCode } from "./issue-codes.js";

/** What the message of a mistake says about the limits of the field, so that an application can word it. */
export interface IssueParams {
  /** The least value, or the least number of characters, items or bytes. Text if a double cannot hold it. */
  readonly minimum?: number | string;
  readonly maximum?: number | string;
  /** What a text or list has too many or too few of. */
  readonly unit?: "characters" | "items" | "bytes";
  /** The type of the field, for `wrong-type`. */
  readonly type?: string;
  /** The allowed values, for `not-listed`. */
  readonly values?: readonly unknown[];
}

/** A place in a request: the parameter, or the path in a JSON body, and the position in its text. */
export interface Place {
  readonly path: string;
  /** In UTF-16 code units. `undefined` in JSON. */
  readonly position?: number | undefined;
}

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
  /** What people call the field, if the configuration says it. */
  readonly label?: string;
  /** For a condition: the zero-based position, in UTF-16 code units. */
  readonly position?: number;
  /** The limits that the message names. Only for the value of a field. */
  readonly params?: IssueParams;
}
