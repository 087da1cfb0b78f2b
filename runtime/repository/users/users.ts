import { userIdParser } from "../../access/user-id.js";
import type { DatabaseSession } from "../../database/database-session.js";
import type { Model } from "../../model/model.js";
import { usersEntity } from "../../model/users-entity.js";
import { AccountMessages } from "./account-messages.js";
import { AccountTokens } from "./account-tokens.js";
import { ApiKeys } from "./api-keys.js";
import { createCurrentUsers } from "./current-users.js";
import { Passkeys } from "./passkeys.js";
import { RefreshTokens } from "./refresh-tokens.js";
import { SecondFactors } from "./second-factors.js";
import { SessionCookies } from "./session-cookies.js";
import { Sessions } from "./sessions.js";
import { createFindUsers } from "./user-rows.js";

/** The users of a server, and the services that issue and verify their tokens. */
export type Users = NonNullable<ReturnType<typeof createUsers>>;

/** How long a server trusts that a session has not ended, in milliseconds. */
const MAX_SESSION_AGE = 5_000;

/** `undefined` if the configuration has no users. @param warn Logs a warning for the operator. */
export function createUsers(model: Model, session: DatabaseSession, warn: (message: string) => void) {
  const users = usersEntity(model);
  const tokens = model.auth?.tokens;
  if (users === undefined || tokens?.kind !== "own") return undefined;
  const { secretKeys, claims, userCheckInSecs, apiKeys: keySettings } = tokens;
  const { sessions: settings, accountTokens: table } = model;
  const interval = userCheckInSecs * 1_000;
  const find = createFindUsers(users, claims, session);
  const parseUserId = userIdParser(model);
  const current = createCurrentUsers(find, model, interval);
  const accountTokens = table && new AccountTokens(session, table);
  const sessions = settings && new Sessions(session, settings, Math.min(interval, MAX_SESSION_AGE));
  const reportFault = (error: unknown, message: string) => session.reportFault(error, message);
  return {
    users,
    tokens,
    find,
    current,
    /** `undefined` if there are neither refresh tokens nor cookies. */
    sessions,
    /** `undefined` if log-ins set no cookie. */
    cookies:
      sessions && settings.isByCookie ? new SessionCookies({ sessions, secretKeys, reportFault }) : undefined,
    refreshTokens:
      sessions && !settings.isByCookie
        ? new RefreshTokens({ sessions, secretKeys, find, parseUserId, warn })
        : undefined,
    /** Keys, links and challenges. `undefined` if no option needs them. */
    accountTokens,
    // These are `undefined` if they are off.
    messages:
      tokens.messages &&
      accountTokens &&
      new AccountMessages({ tokens, users, accountTokens, parseUserId, session, warn }, tokens.messages),
    warn,
    secondFactors:
      accountTokens && tokens.secondFactor !== false
        ? new SecondFactors({ tokens: accountTokens, secretKeys, users, session })
        : undefined,
    passkeys: accountTokens && tokens.passkeys && new Passkeys(accountTokens),
    apiKeys:
      accountTokens && keySettings !== false
        ? new ApiKeys({ settings: keySettings, tokens: accountTokens, users, current, parseUserId, session })
        : undefined,
  };
}
