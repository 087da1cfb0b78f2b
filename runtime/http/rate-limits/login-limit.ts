import { createHash } from "node:crypto";
import type { Request } from "express";
import type { ClientRateLimitInfo, Store } from "express-rate-limit";
import { ApiError } from "../../errors/api-error.js";
import type { Rate } from "../../model/server-settings.js";
import { userNameKey } from "../../model/user-name.js";
import { addressOf } from "./address-of.js";
import { tooManyRequests } from "./too-many-requests.js";

/**
 * Lets somebody log in, unless too many logins have failed from there, or for that name.
 * @param username `undefined` if the request names no user.
 * @param logIn Gives undefined where the name or the password is wrong.
 * @throws {ApiError} 429 where too many have failed, 503 where nobody can tell.
 */
export type LimitLogin = <T>(
  req: Request,
  username: string | undefined,
  logIn: () => Promise<T | undefined>,
) => Promise<T | undefined>;

export const unlimitedLogins: LimitLogin = (_req, _username, logIn) => logIn();

/**
 * Only what has failed counts, so that the many of one address can all log in at once. What many attempts at once come
 * to is told to no more of them than may fail: the others are refused afterwards, right or wrong. A name counts
 * whether or not somebody has it, so that nobody can tell.
 */
export function limitLogins({ limit }: Rate, failures: Store): LimitLogin {
  const refuseFrom = async (
    most: number,
    look: (key: string) => Promise<ClientRateLimitInfo>,
    keys: Keys,
  ) => {
    const counts = await Promise.all(keys.map(look)).catch(unavailable);
    const reached = counts.filter((count) => count.totalHits >= most);
    if (reached.length === 0) return;
    const last = Math.max(...reached.map(({ resetTime }) => resetTime?.getTime() ?? 0));
    throw tooManyRequests("Too many logins have failed. Try again later.", new Date(last));
  };
  const get = async (key: string) => (await failures.get?.(key)) ?? { totalHits: 0, resetTime: undefined };
  const increment = async (key: string) => failures.increment(key);

  return async (req, username, logIn) => {
    const keys: Keys = [
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

/** Of the address, and of the name if there is one. */
type Keys = readonly string[];

/** Names may be long, and what is written where a name belongs may be a password. */
function nameHash(username: string): string {
  return createHash("sha256").update(userNameKey(username)).digest("base64url");
}

function unavailable(cause: unknown): never {
  throw new ApiError("rate-limits-unavailable", "Logins cannot be limited now, and so there are none.", {
    cause,
    headers: { "Retry-After": "1" },
  });
}
