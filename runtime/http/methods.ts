import type { ServerResponse } from "node:http";
import { ApiError } from "../errors/api-error.js";

/** 204 with the methods that a path takes. */
export function answerOptions(res: ServerResponse, methods: readonly string[]): void {
  res.writeHead(204, { Allow: methods.join(", ") });
  res.end();
}

/** The answer to a method that a path does not take. */
export function wrongMethod(method: string, methods: readonly string[]): ApiError {
  const allow = methods.join(", ");
  const detail = `The method ${method} is not allowed here; allowed: ${allow}.`;
  return new ApiError("method-not-allowed", detail, { headers: { Allow: allow } });
}
