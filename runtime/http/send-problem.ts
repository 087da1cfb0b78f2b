import type { ServerResponse } from "node:http";
import { ApiError } from "../errors/api-error.js";
import { exchangeOf } from "../observe/exchange.js";
import { toBodyError } from "./body-error.js";
import { requestIdOf } from "./request-id.js";

/** Answers with a problem document (RFC 9457). Whatever is not the caller's fault is reported on the server. */
export function sendProblem(res: ServerResponse, error: unknown): void {
  const problem = toApiError(error);
  if (problem.status >= 500)
    exchangeOf(res.req)?.report(
      problem.code === "internal-error" ? (problem.cause ?? error) : problem,
      problem.status,
    );
  if (res.headersSent) {
    res.destroy();
    return;
  }
  const text = JSON.stringify(problem.toProblem(requestIdOf(res.req)));
  res.writeHead(problem.status, {
    "Content-Type": "application/problem+json",
    "Content-Length": Buffer.byteLength(text),
    ...problem.headers,
  });
  res.end(text);
}

/** What a failed request is answered with. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  // Express says so when a part of the path cannot be percent-decoded.
  if (error instanceof URIError)
    return new ApiError("malformed-path", "The path is not valid percent-encoding.");
  return (
    toBodyError(error) ??
    new ApiError("internal-error", "Something went wrong on the server. It has been reported there.", {
      cause: error,
    })
  );
}
