import type { IncomingMessage } from "node:http";
import { exchangeOf } from "../../observe/exchange.js";

/** The `X-Request-Id` of a request. `undefined` before the first stage has assigned it. */
export function requestIdOf(req: IncomingMessage): string | undefined {
  return exchangeOf(req)?.id;
}
