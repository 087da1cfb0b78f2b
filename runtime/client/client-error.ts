import type { InputIssue } from "../errors/api-error.js";
import type { ProblemCode } from "../errors/codes.js";

/**
 * The codes of errors that the client itself finds:
 *
 * - `invalid-url`: `createClient` was called with an invalid address.
 * - `no-answer`: the server cannot be reached, or the connection was lost before it answered. In a browser also:
 *   the server does not allow this page (CORS).
 * - `cut-answer`: the connection was lost while the answer arrived.
 * - `invalid-json`: the answer is declared as JSON, but cannot be parsed.
 * - `unexpected-answer`: the answer is not from a data-api, such as a page in HTML or a redirect.
 */
export type ClientCode = "invalid-url" | "no-answer" | "cut-answer" | "invalid-json" | "unexpected-answer";

/** Further details of an error. */
interface ErrorFacts {
  readonly status?: number;
  readonly errors?: readonly InputIssue[] | undefined;
  readonly requestId?: string | undefined;
  readonly retryAfter?: number | undefined;
  readonly challenge?: string | undefined;
  readonly cause?: unknown;
}

/** A request that failed: the server's problem document (RFC 9457), or a mistake that the client found. */
export class ClientError extends Error {
  /** Stable and machine-readable. Codes of a newer server may be none of these. */
  readonly code: ProblemCode | ClientCode;
  /** The status of the answer. 0 without an answer. */
  readonly status: number;
  /** The description of the error. The same as `message`. */
  readonly detail: string;
  /** The mistakes in single fields, all of them. Empty for other errors. */
  readonly errors: readonly InputIssue[];
  /** Finds the request in the server's log. */
  readonly requestId: string | undefined;
  /** The seconds after which the server accepts a retry. */
  readonly retryAfter: number | undefined;
  /** Of `second-factor-required`: for `auth.secondFactor.logIn`. */
  readonly challenge: string | undefined;

  constructor(code: ProblemCode | ClientCode, detail: string, facts: ErrorFacts = {}) {
    super(detail);
    this.name = "ClientError";
    this.code = code;
    this.status = facts.status ?? 0;
    this.detail = detail;
    this.errors = facts.errors ?? [];
    this.requestId = facts.requestId;
    this.retryAfter = facts.retryAfter;
    this.challenge = facts.challenge;
    if (facts.cause !== undefined) this.cause = facts.cause;
  }
}
