import type { Caller, Identify } from "../access/caller.js";
import { exchangeOf } from "../observe/exchange.js";

/** The same, and the request's line in the log says who it was. */
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
