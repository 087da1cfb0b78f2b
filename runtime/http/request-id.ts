import type { IncomingMessage } from "node:http";

/** Where a request carries its id. A property of the request itself costs less than a map of requests. */
const REQUEST_ID = Symbol("request id");

/** What names a request in the log and in the audit; undefined for one that has been given no id. */
export function requestIdOf(req: IncomingMessage): string | undefined {
  return (req as { readonly [REQUEST_ID]?: string })[REQUEST_ID];
}
