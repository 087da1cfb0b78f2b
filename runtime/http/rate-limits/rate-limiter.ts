import type { RateLimitInfo, Options, Store } from "express-rate-limit";
import type { Request, RequestHandler } from "express";
import type { Identify } from "../../access/caller.js";
import type { Rate, RateLimits } from "../../model/settings/server-settings.js";
import { sendProblem } from "../send-problem.js";
import { later } from "../later.js";
import type { LimitLogin } from "./login-limit.js";
import { tooManyRequests } from "./too-many-requests.js";

/** The rate limits of a server. */
export interface RateLimiter {
  /** Limits all requests, by their address. Empty if that limit is off. */
  readonly addresses: readonly RequestHandler[];
  /** Adds the limit per caller. Anonymous callers are only counted by address. */
  readonly ofCallers: (identify: Identify) => Identify;
  readonly ofLogins: LimitLogin;
  /** Limits log-ins with refresh tokens. Counted apart from passwords, because tokens cannot be guessed. */
  readonly ofRefreshes: LimitLogin;
  /** Limits all requests that send a message, by their address and by the user that they name. */
  readonly ofMessages: (req: Request, username: string) => Promise<void>;
  /** Limits requests with unknown API keys. */
  readonly ofKeys: LimitLogin;
  /** @throws {Error} If a package is missing. */
  readonly open: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/**
 * Loads the code of the limits that are on, and that of log-ins with the first log-in.
 * @param apiName Servers with the same name count together in one Redis.
 */
export function createRateLimiter(
  { addresses, callers, logins, redis }: RateLimits,
  apiName: string,
  warn: (message: string) => void,
): RateLimiter {
  const shared =
    redis === undefined
      ? undefined
      : import("./redis-counts.js").then(
          ({ RedisCounts }) => new RedisCounts(redis, `data-api:${apiName}:`, warn),
        );
  const counts = async (name: string, { window }: Rate): Promise<Store> => {
    const store = (await shared)?.store(name) ?? new (await import("./memory-counts.js")).MemoryCounts();
    void store.init?.({ windowMs: window } as Options);
    return store;
  };
  const countLogins = (name: string, refusal?: string): LimitLogin =>
    logins === false
      ? (_req, _username, logIn) => logIn()
      : whenUsed(async () => {
          const { limitLogins } = await import("./login-limit.js");
          return limitLogins(logins, await counts(name, logins), refusal);
        });
  const countMessages = countLogins("messages", "Too many messages were asked for. Try again later.");
  return {
    addresses:
      addresses === false
        ? []
        : [later(async () => limitAddresses(addresses, await counts("addresses", addresses)))],
    ofCallers: (identify) =>
      callers === false ? identify : limitCallers(identify, callers, counts("callers", callers)),
    ofLogins: countLogins("logins"),
    ofRefreshes: countLogins("refreshes"),
    // Each counts as a failure, so that the limit does not tell who exists.
    ofMessages: async (req, username) => countMessages(req, username, () => Promise.resolve(undefined)),
    ofKeys: countLogins("keys"),
    open: async () => (await shared)?.open(),
    close: async () => (await shared)?.close(),
  };
}

/** Creates a limit when it is first used. */
function whenUsed(make: () => Promise<LimitLogin>): LimitLogin {
  let made: Promise<LimitLogin> | undefined;
  return async (...asked) => (await (made ??= make()))(...asked);
}

async function limitAddresses({ limit, window }: Rate, store: Store): Promise<RequestHandler> {
  const { rateLimit } = await import("express-rate-limit");
  const { addressOf } = await import("./address-of.js");
  return rateLimit({
    windowMs: window,
    limit,
    store,
    keyGenerator: (req) => addressOf(req),
    handler: (req, res) => {
      const { resetTime } = (req as Request & { readonly rateLimit: RateLimitInfo }).rateLimit;
      sendProblem(
        res,
        tooManyRequests(`Too many requests from this address; ${most(limit, window)}.`, resetTime),
      );
    },
    legacyHeaders: false,
    // The headers would cost more than the limit itself.
    standardHeaders: false,
    passOnStoreError: true,
    // The configuration is already checked, and the store reports its own errors.
    validate: false,
    logger: { warn: () => undefined, error: () => undefined },
  });
}

function limitCallers(identify: Identify, { limit, window }: Rate, counts: Promise<Store>): Identify {
  return async (req) => {
    const store = await counts;
    const caller = await identify(req);
    if (caller.userId === null) return caller;
    // Each program is counted on its own, and not with its owner.
    const counted = caller.apiKey === undefined ? String(caller.userId) : `key:${caller.apiKey.id}`;
    const count = await Promise.resolve(store.increment(counted)).catch(() => undefined);
    if (count !== undefined && count.totalHits > limit)
      throw tooManyRequests(`Too many requests of this caller; ${most(limit, window)}.`, count.resetTime);
    return caller;
  };
}

function most(limit: number, window: number): string {
  return `at most ${limit} in ${window} ms`;
}
