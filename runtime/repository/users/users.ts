import type { CurrentUsers } from "../../access/current-user.js";
import { userIdParser } from "../../access/user-id.js";
import type { DatabaseSession } from "../../database/database-session.js";
import type { OwnTokens } from "../../model/settings/auth-settings.js";
import type { Entity, Model } from "../../model/model.js";
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
import { createFindUsers, type FindUsers } from "./user-rows.js";

/** The users of a server, and the services that issue and verify their tokens. */
export interface Users {
  readonly users: Entity;
  readonly tokens: OwnTokens;
  readonly find: FindUsers;
  readonly current: CurrentUsers;
  /** `undefined` if there are neither refresh tokens nor cookies. */
  readonly sessions: Sessions | undefined;
  /** `undefined` if log-ins set no cookie. */
  readonly cookies: SessionCookies | undefined;
  /** `undefined` if refresh tokens are off. */
  readonly refreshTokens: RefreshTokens | undefined;
  /** Keys, links and challenges. `undefined` if no option needs them. */
  readonly accountTokens: AccountTokens | undefined;
  /** `undefined` if `auth.messages` is off. */
  readonly messages: AccountMessages | undefined;
  /** Logs a warning for the operator. */
  readonly warn: (message: string) => void;
  /** `undefined` if second factors are off. */
  readonly secondFactors: SecondFactors | undefined;
  /** `undefined` if passkeys are off. */
  readonly passkeys: Passkeys | undefined;
  /** The keys of programs. `undefined` if they are off. */
  readonly apiKeys: ApiKeys | undefined;
}

/** How long a server trusts that a session has not ended, in milliseconds. */
const MAX_SESSION_AGE = 5_000;

/** `undefined` if the configuration has no users. @param warn Logs a warning for the operator. */
export function createUsers(
  model: Model,
  session: DatabaseSession,
  warn: (message: string) => void,
): Users | undefined {
  const users = usersEntity(model);
  const tokens = model.auth?.tokens;
  if (users === undefined || tokens?.kind !== "own") return undefined;
  const { secretKeys, claims, userCheckInSecs, apiKeys: keySettings } = tokens;
  const { sessions: settings, accountTokens: table } = model;
  const interval = userCheckInSecs * 1_000;
  const find = createFindUsers(users, claims, session);
  const parseUserId = userIdParser(model);
  const current = createCurrentUsers(users, find, model, interval);
  const accountTokens = table && new AccountTokens(session, table);
  const sessions = settings && new Sessions(session, settings, Math.min(interval, MAX_SESSION_AGE));
  const reportFault = (error: unknown, message: string) => {
    session.reportFault(error, message);
  };
  return {
    users,
    tokens,
    find,
    current,
    sessions,
    cookies:
      sessions && settings.isByCookie ? new SessionCookies({ sessions, secretKeys, reportFault }) : undefined,
    refreshTokens:
      sessions && !settings.isByCookie
        ? new RefreshTokens({ sessions, secretKeys, users, find, parseUserId, warn })
        : undefined,
    accountTokens,
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
      keySettings === false || accountTokens === undefined
        ? undefined
        : new ApiKeys({ settings: keySettings, tokens: accountTokens, users, current, parseUserId, session }),
  };
}
