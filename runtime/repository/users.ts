import type { CurrentUsers } from "../access/current-users.js";
import { userIdParser } from "../access/user-id.js";
import type { DatabaseSession } from "../database/database-session.js";
import type { OwnTokens } from "../model/auth-settings.js";
import type { Entity, Model } from "../model/model.js";
import { usersEntity } from "../model/users-entity.js";
import { createCurrentUsers } from "./current-users.js";
import { RefreshTokens } from "./refresh-tokens.js";
import { createFindUsers, type FindUsers } from "./user-rows.js";

/** The users of a server, and what it gives them tokens with. */
export interface Users {
  readonly users: Entity;
  readonly tokens: OwnTokens;
  readonly find: FindUsers;
  readonly current: CurrentUsers;
  /** Undefined where there are none. */
  readonly refreshTokens: RefreshTokens | undefined;
}

/** Undefined where there are no users here. @param warn Is told of what somebody should look after. */
export function createUsers(
  model: Model,
  session: DatabaseSession,
  warn: (message: string) => void,
): Users | undefined {
  const users = usersEntity(model);
  const tokens = model.auth?.tokens;
  if (users === undefined || tokens?.kind !== "own") return undefined;
  const { secretKey, claims, userCheckInterval } = tokens;
  const { refreshTokens: settings } = model;
  const find = createFindUsers(users, claims, session);
  const parseUserId = userIdParser(model);
  return {
    users,
    tokens,
    find,
    current: createCurrentUsers(users, find, model, userCheckInterval),
    refreshTokens:
      settings && new RefreshTokens({ settings, secretKey, users, find, parseUserId, session, warn }),
  };
}
