import type { Problem } from "../errors/api-error.js";
import type { ProblemCode } from "../errors/codes.js";
import { ClientError } from "./client-error.js";

/** A successful answer. */
export interface Answer {
  readonly body: unknown;
  /** The version of the record in the answer. */
  readonly tag: string | null;
  /** Whether a write was answered with its record, as requested. */
  readonly isRecord: boolean;
}

/**
 * Reads an answer.
 * @param request For messages: `GET http://…`.
 * @throws {ClientError} The problem, or `invalid-json` or `unexpected-answer`.
 */
export function parseAnswer(response: Response, text: string, request: string): Answer {
  const { status, headers } = response;
  const header = (name: string) => headers.get(name);
  const facts = {
    status,
    requestId: header("X-Request-Id") ?? undefined,
    retryAfter: secondsOf(header("Retry-After")),
  };
  const type = header("Content-Type") ?? "no content type";
  let body: unknown;
  if (/^application\/(?:[^;]*\+)?json/i.test(type)) {
    try {
      body = JSON.parse(text);
    } catch (cause) {
      const message = `The answer to ${request} (${status}) is not valid JSON.`;
      throw new ClientError("invalid-json", message, { ...facts, cause });
    }
  } else if (status !== 204) throw unexpected(request, `${status} with ${type} instead of JSON`, facts);
  if (response.ok)
    return {
      body,
      tag: header("ETag"),
      isRecord: /return=representation/.test(header("Preference-Applied") ?? ""),
    };
  const { code, type: kind, detail, errors, challenge } = (body ?? {}) as Partial<Problem>;
  // Other servers and proxies use "code" too.
  if (code === undefined || kind !== `urn:data-api:problem:${code}`)
    throw unexpected(request, `${status} without a problem document of data-api`, facts);
  throw new ClientError(code satisfies ProblemCode, detail ?? code, {
    ...facts,
    errors: Array.isArray(errors) ? errors : [],
    challenge,
  });
}

/** The error for an answer that does not come from a data-api. */
export function unexpected(
  request: string,
  found: string,
  facts?: ConstructorParameters<typeof ClientError>[2],
): ClientError {
  const message = `${request} answered ${found}. Is this the address of a data-api?`;
  return new ClientError("unexpected-answer", message, facts);
}

/** `Retry-After` is a number of seconds, or a date (RFC 9110 section 10.2.3). */
function secondsOf(header: string | null): number | undefined {
  if (header === null) return undefined;
  if (/^\d+$/.test(header)) return Number(header);
  // `Date.parse` finds a year in almost any text.
  if (!/\d:\d\d:\d\d/.test(header)) return undefined;
  const seconds = (Date.parse(header) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}
