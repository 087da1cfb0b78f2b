import type { Request } from "express";
import type { ClientRateLimitInfo, Store } from "express-rate-limit";
import { ApiError } from "../../errors/api-error.js";
import type { Rate } from "../../model/settings/server-settings.js";
import { sha256 } from "../../access/sha256.js";
import { userNameKey } from "../../model/values/user-name.js";
import { addressOf } from "./address-of.js";
import { tooManyRequests } from "./too-many-requests.js";

/**
 * Runs a log-in, unless too many log-ins from this address or for this name have failed.
 * @param username `undefined` if the request names no user.
 * @param logIn Resolves to `undefined` if the name or the password is wrong.
 * @throws {ApiError} 429 if too many have failed, 503 if the failures cannot be counted.
 */
export type LimitLogin = <T>(
  req: Request,
  username: string | undefined,
  logIn: () => Promise<T | undefined>,
) => Promise<T | undefined>;

/**
 * Counts only failures, so that many users behind one address can log in at the same time. If many attempts
 * run at once, at most as many as may fail learn their result: the others are rejected afterwards, right or
 * wrong. Unknown names are counted too, so that the limit does not reveal which users exist.
 */
export function limitLogins(
  { limit }: Rate,
  failures: Store,
  refusal = "Too many logins have failed. Try again later.",
): LimitLogin {
  const refuseFrom = async (
    most: number,
    look: (key: string) => Promise<ClientRateLimitInfo>,
    keys: readonly string[],
  ) => {
    const counts = await Promise.all(keys.map(look)).catch(unavailable);
    const reached = counts.filter((count) => count.totalHits >= most);
    if (reached.length === 0) return;
    const last = Math.max(...reached.map(({ resetTime }) => resetTime?.getTime() ?? 0));
    throw tooManyRequests(refusal, new Date(last));
  };
  const get = async (key: string) => (await failures.get?.(key)) ?? { totalHits: 0, resetTime: undefined };
  const increment = async (key: string) => failures.increment(key);

  return async (req, username, logIn) => {
    const keys = [
      `address:${addressOf(req)}`,
      ...(username === undefined ? [] : [`name:${nameHash(username)}`]),
    ];
    await refuseFrom(limit, get, keys);
    const user = await logIn();
    if (user === undefined) await refuseFrom(limit + 1, increment, keys);
    else await refuseFrom(limit, get, keys);
    return user;
  };
}

/** Hashed, because names may be long and users sometimes type a password in their place. */
function nameHash(username: string): string {
  return sha256(userNameKey(username));
}

function unavailable(cause: unknown): never {
  throw new ApiError(
    "rate-limits-unavailable",
    "Log-in is unavailable: the rate-limit store cannot be reached.",
    { cause, headers: { "Retry-After": "1" } },
  );
}
