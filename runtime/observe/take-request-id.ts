import { randomUUID } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";

const VALID = /^[\w.:+/=-]{1,128}$/;

/** The `X-Request-Id` of the request, or a new id if it is missing or invalid. */
export function takeRequestId(headers: IncomingHttpHeaders): string {
  const given = headers["x-request-id"];
  return typeof given === "string" && VALID.test(given) ? given : randomUUID();
}
