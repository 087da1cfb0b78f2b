import type { IncomingMessage } from "node:http";
import { ApiError } from "../errors/api-error.js";

/** RFC 6750: `Bearer` in any case, and a token68. */
const BEARER = /^bearer +([\w.~+/-]+=*)$/i;

/**
 * The token that a request carries; undefined if it carries no credentials.
 * @throws {ApiError} `invalid-token` for credentials of any other kind, or more than one.
 */
export function bearerToken({ headers, rawHeaders }: IncomingMessage): string | undefined {
  const { authorization } = headers;
  if (authorization === undefined) return undefined;
  const [, token] = BEARER.exec(authorization) ?? [];
  // Node gives the first of several, and a proxy may have looked at another one.
  if (token === undefined || countOf("authorization", rawHeaders) > 1) throw invalidToken();
  return token;
}

/** The answer to credentials that are no good, whatever is asked for. */
export function invalidToken(detail = "The token is not valid.", cause?: unknown): ApiError {
  return new ApiError("invalid-token", detail, {
    headers: { "WWW-Authenticate": 'Bearer error="invalid_token"' },
    cause,
  });
}

/** How often a header was sent: names and values take turns. */
function countOf(name: string, rawHeaders: readonly string[]): number {
  return rawHeaders.filter((text, index) => index % 2 === 0 && text.toLowerCase() === name).length;
}
