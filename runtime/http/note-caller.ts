import type { Caller, Identify } from "../access/caller.js";
import { exchangeOf } from "../observe/exchange.js";

/** Wraps `identify`, so that the request's log line contains the user id. */
export function noteCaller(identify: Identify): Identify {
  return (req) => {
    const exchange = exchangeOf(req);
    if (exchange === undefined) return identify(req);
    const note = (caller: Caller): Caller => {
      exchange.userId = caller.userId;
      return caller;
    };
    const caller = identify(req);
    return caller instanceof Promise ? caller.then(note) : note(caller);
  };
}
