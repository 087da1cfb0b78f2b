import type { IncomingMessage, ServerResponse } from "node:http";
import { ApiError } from "../errors/api-error.js";
import type { ProblemCode } from "../errors/codes.js";
import { exchangeOf } from "../observe/exchange.js";
import { toBodyError } from "./bodies/body-error.js";
import { requestIdOf } from "./headers/request-id.js";

/** Rejections under load or while stopping. They are not logged: a line for each would only add to the load. */
const turnedAway: ReadonlySet<ProblemCode> = new Set([
  "server-overloaded",
  "server-stopping",
  "too-many-passwords",
  "rate-limits-unavailable",
]);

/** The database knows the reason, which the answer does not contain. */
const refusals: ReadonlySet<ProblemCode> = new Set(["invalid-value", "refused-by-database"]);

/** Answers with a problem document (RFC 9457). Reports errors that are not the caller's fault on the server. */
export function sendProblem(res: ServerResponse, error: unknown): void {
  const problem = reportedProblem(res.req, error);
  if (res.headersSent) {
    res.destroy();
    return;
  }
  writeProblem(res, problem);
}

/** The problem that an error is answered with. Reports it on the server if it is not the caller's fault. */
export function reportedProblem(req: IncomingMessage, error: unknown): ApiError {
  const problem = toApiError(error);
  if (problem.status >= 500 && !turnedAway.has(problem.code))
    exchangeOf(req)?.report(
      problem.code === "internal-error" ? (problem.cause ?? error) : problem,
      problem.status,
    );
  else if (refusals.has(problem.code)) exchangeOf(req)?.noteRefusal(problem, problem.status);
  return problem;
}

/** Answers with a problem document without reporting it on the server. */
export function writeProblem(res: ServerResponse, problem: ApiError): void {
  const text = JSON.stringify(problem.toProblem(requestIdOf(res.req)));
  res.writeHead(problem.status, {
    "Content-Type": "application/problem+json",
    "Content-Length": Buffer.byteLength(text),
    ...problem.headers,
  });
  res.end(text);
}

/** The problem that an error is answered with. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  // Express throws a `URIError` if a path segment cannot be percent-decoded.
  if (error instanceof URIError)
    return new ApiError("malformed-path", "The path is not valid percent-encoding.");
  return (
    toBodyError(error) ??
    new ApiError("internal-error", "The server failed. The error is in its log.", { cause: error })
  );
}
