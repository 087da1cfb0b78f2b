import { problemCodes, type ProblemCode } from "./codes.js";

/** One mistake in the input: where it is, what kind it is, and what would be right. */
export interface InputIssue {
  /** The field's name, or the part of the request: `orderBy`, `condition`, `take`… */
  readonly path: string;
  /** Stable and machine-readable: `required`, `wrong-type`, `too-long`, `out-of-range`… */
  readonly code: string;
  readonly message: string;
  /** For a condition: the zero-based place in it, in UTF-16 code units. */
  readonly position?: number;
}

export interface ApiErrorOptions {
  readonly issues?: readonly InputIssue[];
  readonly headers?: Readonly<Record<string, string>>;
  readonly cause?: unknown;
}

/**
 * A request that is answered with a problem document (RFC 9457). Whatever `detail` and `issues` say reaches
 * the caller; `cause` stays on the server.
 */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly code: ProblemCode;
  readonly status: number;
  readonly issues: readonly InputIssue[];
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: ProblemCode, detail: string, options: ApiErrorOptions = {}) {
    super(detail, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.status = problemCodes[code].status;
    this.issues = options.issues ?? [];
    this.headers = { ...(this.status === 401 && { "WWW-Authenticate": "Bearer" }), ...options.headers };
  }

  /** What the caller sees. `requestId` says which occurrence of the problem it is (RFC 9457, section 3.1.5). */
  toProblem(requestId?: string): Problem {
    return {
      type: `urn:data-api:problem:${this.code}`,
      title: problemCodes[this.code].title,
      status: this.status,
      detail: this.message,
      ...(requestId !== undefined && { instance: `urn:data-api:request:${encodeURIComponent(requestId)}` }),
      code: this.code,
      ...(this.issues.length > 0 && { errors: this.issues }),
    };
  }
}

/** A problem document as RFC 9457 has it, with the extensions `code` and `errors`. */
export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  /** Which request it was: its `X-Request-Id`. */
  readonly instance?: string;
  readonly code: ProblemCode;
  readonly errors?: readonly InputIssue[];
}
