import type { ApiError } from "../errors/api-error.js";
import type { ServerSettings } from "../model/settings/server-settings.js";
import { invalidToken } from "./bearer-token.js";
import { guest, type Identify } from "./caller.js";
import type { FindByCookie } from "./current-session.js";
import type { CurrentUsers } from "./current-user.js";
import { cookieGuard } from "./page-origin.js";
import { CLEARED_COOKIE, sentCookies } from "./session-cookie.js";
import { callerOf } from "./user-caller.js";
import { toTokenUserId, type ParseUserId } from "./user-id.js";

/**
 * Identifies the callers of requests without `Authorization` by their session's cookie. Without a cookie they are
 * anonymous. With a cookie that is not valid they are refused, as with a bad token, and the cookie ends: the next request
 * is anonymous.
 */
export function identifyByCookie(
  find: FindByCookie,
  users: CurrentUsers,
  parseUserId: ParseUserId,
  settings: Pick<ServerSettings, "publicUrl" | "cors">,
): Identify {
  const guard = cookieGuard(settings);
  return (req) => {
    const [cookie, ...more] = sentCookies(req);
    if (cookie === undefined) return guest;
    guard(req);
    // A browser has one cookie of this name. Of two, either may be the one of an attacker.
    return more.length > 0 ? Promise.reject(endedCookie()) : callerByCookie(cookie);
  };

  async function callerByCookie(cookie: string) {
    const session = await find(cookie);
    if (session === undefined) throw endedCookie();
    const { version } = session;
    const userId = toTokenUserId(session.userId, parseUserId);
    const known = users.known(userId);
    const user = known?.version === version ? known : await users.find(userId, version);
    if (user === undefined) throw endedCookie();
    return callerOf(userId, user, {}, session.id);
  }
}

function endedCookie(): ApiError {
  return invalidToken("The session has ended: log in again.", undefined, { "Set-Cookie": CLEARED_COOKIE });
}
