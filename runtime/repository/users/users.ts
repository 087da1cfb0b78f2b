import type { CurrentUsers } from "../../access/current-user.js";
import { userIdParser } from "../../access/user-id.js";
import type { DatabaseSession } from "../../database/database-session.js";
import type { OwnTokens } from "../../model/settings/auth-settings.js";
import type { Entity, Model } from "../../model/model.js";
import { usersEntity } from "../../model/users-entity.js";
import { AccountTokens } from "./account-tokens.js";
import { createCurrentUsers } from "./current-users.js";
import { RefreshTokens } from "./refresh-tokens.js";
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
  const { secretKeys, claims, userCheckInSecs } = tokens;
  const { sessions: settings, accountTokens: table } = model;
  const interval = userCheckInSecs * 1_000;
  const find = createFindUsers(users, claims, session);
  const parseUserId = userIdParser(model);
  const sessions = settings && new Sessions(session, settings, Math.min(interval, MAX_SESSION_AGE));
  const reportFault = (error: unknown, message: string) => {
    session.reportFault(error, message);
  };
  return {
    users,
    tokens,
    find,
    current: createCurrentUsers(users, find, model, interval),
    sessions,
    cookies:
      sessions && settings.isByCookie ? new SessionCookies({ sessions, secretKeys, reportFault }) : undefined,
    refreshTokens:
      sessions && !settings.isByCookie
        ? new RefreshTokens({ settings, sessions, secretKeys, users, find, parseUserId, session, warn })
        : undefined,
    accountTokens: table && new AccountTokens(session, table),
  };
}
