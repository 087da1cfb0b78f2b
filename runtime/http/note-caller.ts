import type { Identify } from "../access/caller.js";
import { exchangeOf } from "../observe/exchange.js";
import { whenThere } from "../time/when-there.js";

/** Wraps `identify`, so that the request's log line contains the user id. */
export function noteCaller(identify: Identify): Identify {
  return (req) => {
    const exchange = exchangeOf(req);
    if (exchange === undefined) return identify(req);
    return whenThere(identify(req), (caller) => {
      exchange.userId = caller.userId;
      exchange.apiKeyId = caller.apiKey?.id;
      return caller;
    });
  };
}
