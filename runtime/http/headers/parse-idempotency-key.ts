import { ApiError } from "../../errors/api-error.js";

const MAX_LENGTH = 255;

/** A structured string (RFC 8941, 3.3.3), or a bare word, as many clients send it. */
const QUOTED = /^"((?:[\x21\x23-\x5b\x5d-\x7e]|\\["\\])*)"$/;
const BARE = /^[\x21\x23-\x2b\x2d-\x7e]+$/;

/** Parses `Idempotency-Key` (draft-ietf-httpapi-idempotency-key-header). @throws {ApiError} `invalid-header` */
export function parseIdempotencyKey(header: string | readonly string[] | undefined): string | undefined {
  if (header === undefined) return undefined;
  const text = String(header).trim();
  const [, quoted] = QUOTED.exec(text) ?? [];
  const key = quoted?.replace(/\\(.)/g, "$1") ?? (BARE.test(text) ? text : "");
  if (key !== "" && key.length <= MAX_LENGTH) return key;
  throw new ApiError(
    "invalid-header",
    `"Idempotency-Key" must be 1 to ${MAX_LENGTH} visible ASCII characters, with or without quotes.`,
  );
}
