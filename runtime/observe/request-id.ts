import { randomUUID } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";

const VALID = /^[\w.:+/=-]{1,128}$/;

/** What the caller calls the request (`X-Request-Id`), or a new id where it calls it nothing, or something odd. */
export function takeRequestId(headers: IncomingHttpHeaders): string {
  const given = headers["x-request-id"];
  return typeof given === "string" && VALID.test(given) ? given : randomUUID();
}
