import { problemCodes, type ProblemCode } from "./codes.js";
import type { InputIssue, Place } from "./input-issue.js";
import type { IssueCode } from "./issue-codes.js";

export type { InputIssue, IssueCode };

export interface ApiErrorOptions {
  readonly issues?: readonly InputIssue[];
  readonly headers?: Readonly<Record<string, string>>;
  readonly cause?: unknown;
  /** Continues a log-in that needs a second factor. */
  readonly challenge?: string;
}

/**
 * An error that is answered with a problem document (RFC 9457). The caller sees `detail` and `issues`;
 * `cause` stays on the server.
 */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly code: ProblemCode;
  readonly status: number;
  readonly issues: readonly InputIssue[];
  readonly headers: Readonly<Record<string, string>>;
  readonly challenge: string | undefined;

  constructor(code: ProblemCode, detail: string, options: ApiErrorOptions = {}) {
    super(detail, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.status = problemCodes[code].status;
    this.issues = options.issues ?? [];
    this.challenge = options.challenge;
    this.headers = { ...(this.status === 401 && { "WWW-Authenticate": "Bearer" }), ...options.headers };
  }

  /** The problem document. `requestId` identifies the occurrence (RFC 9457, section 3.1.5). */
  toProblem(requestId?: string): Problem {
    return {
      type: `urn:data-api:problem:${this.code}`,
      title: problemCodes[this.code].title,
      status: this.status,
      detail: this.message,
      ...(requestId !== undefined && { instance: `urn:data-api:request:${encodeURIComponent(requestId)}` }),
      code: this.code,
      ...(this.issues.length > 0 && { errors: this.issues }),
      ...(this.challenge !== undefined && { challenge: this.challenge }),
    };
  }
}

/** The error for one mistake at a place in a request. */
export function singleMistake(
  problem: ProblemCode,
  code: InputIssue["code"],
  message: string,
  { path, position }: Place,
  cause?: unknown,
): ApiError {
  const issue = { path, code, message, ...(position !== undefined && { position }) };
  return new ApiError(problem, message, { issues: [issue], cause });
}

/** Returns a function that creates the error for one mistake of this kind. */
export function mistakesOf(problem: ProblemCode) {
  return (code: IssueCode, message: string, place: Place): ApiError =>
    singleMistake(problem, code, message, place);
}

/** A problem document (RFC 9457) with the extensions `code`, `errors` and `challenge`. */
export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  /** Identifies the request by its `X-Request-Id`. */
  readonly instance?: string;
  readonly code: ProblemCode;
  readonly errors?: readonly InputIssue[];
  /** Of `second-factor-required`: continues the log-in. */
  readonly challenge?: string;
}
