import type { IncomingMessage } from "node:http";
import { ApiError } from "../errors/api-error.js";

/** RFC 6750: `Bearer`, case-insensitive, and a token68. */
const BEARER = /^bearer +([\w.~+/-]+=*)$/i;

/**
 * The bearer token of a request. `undefined` if it has no credentials.
 * @throws {ApiError} `invalid-token` for other kinds of credentials, or more than one.
 */
export function bearerToken({ headers, rawHeaders }: IncomingMessage): string | undefined {
  const { authorization } = headers;
  if (authorization === undefined) return undefined;
  const [, token] = BEARER.exec(authorization) ?? [];
  if (token === undefined) throw invalidToken('The header "Authorization" must be "Bearer" and a token.');
  // Node returns the first of several `Authorization` headers. A proxy may have checked another one.
  if (countOf("authorization", rawHeaders) > 1) throw invalidToken();
  return token;
}

/** The 401 for invalid credentials, whatever was requested. */
export function invalidToken(
  detail = "The token is not valid.",
  cause?: unknown,
  headers: Readonly<Record<string, string>> = {},
): ApiError {
  return new ApiError("invalid-token", detail, {
    headers: { "WWW-Authenticate": 'Bearer error="invalid_token"', ...headers },
    cause,
  });
}

/** How often a header was sent. `rawHeaders` alternates names and values. */
function countOf(name: string, rawHeaders: readonly string[]): number {
  return rawHeaders.filter((text, index) => index % 2 === 0 && text.toLowerCase() === name).length;
}
