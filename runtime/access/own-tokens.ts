import { createSecretKey, type KeyObject } from "node:crypto";
import { SignJWT } from "jose";
import type { OwnTokens } from "../model/settings/auth-settings.js";
import type { UserId } from "../model/model.js";
import { invalidToken } from "./bearer-token.js";
import type { Caller } from "./caller.js";
import type { CurrentSessions } from "./current-session.js";
import type { CurrentUser, CurrentUsers } from "./current-user.js";
import { callerOf, givenClaims } from "./user-caller.js";
import { toTokenUserId, type ParseUserId } from "./user-id.js";
import { verifyJwt, type VerifyToken } from "./verify-jwt.js";

const ALGORITHM = "HS256";

/** The claim that holds the token's version. */
const VERSION = "tokenversion";
/** The claim that names the session (openid.net/specs/openid-connect-frontchannel-1_0.html, section 3). */
const SESSION = "sid";

/** The user that a token is issued for. */
export interface TokenSubject extends CurrentUser {
  readonly id: Exclude<UserId, null>;
}

/**
 * Creates a token for a user. It is valid for `tokenLifetimeInMins`.
 * @param sessionId The session that it ends with. Default: none.
 */
export function createToken(
  { id, version, roles, claims }: TokenSubject,
  tokens: OwnTokens,
  sessionId?: string,
): Promise<string> {
  const { issuer, audience, tokenLifetimeInMins } = tokens;
  const issuedAt = Math.floor(Date.now() / 1000);
  // The server's claims come last, so that a user's values cannot override them.
  const own = { roles: [...roles], ...(version !== null && { [VERSION]: version }), [SESSION]: sessionId };
  return new SignJWT({ ...givenClaims(claims), ...own })
    .setProtectedHeader({ alg: ALGORITHM, typ: "JWT" })
    .setSubject(String(id))
    .setIssuer(issuer)
    .setAudience(audience)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + tokenLifetimeInMins * 60)
    .sign(keysOf(tokens)[0]);
}

/**
 * Verifies the tokens of `createToken`. The signature is verified once, revocation is checked at each use.
 * @param sessions `undefined` if this server has no sessions: tokens are then valid without theirs.
 */
export function ownTokenVerifier(
  tokens: OwnTokens,
  parseUserId: ParseUserId,
  users: CurrentUsers,
  sessions: CurrentSessions | undefined,
): VerifyToken {
  const keys = keysOf(tokens);
  const expected = { ...tokens, algorithms: [ALGORITHM] };
  return async (token) => {
    const { [VERSION]: version = null, [SESSION]: sid, ...claims } = await verifyJwt(token, keys, expected);
    const userId = toTokenUserId(claims.sub, parseUserId);
    if (version !== null && typeof version !== "string") throw invalidToken();
    // Tokens from before sessions had ids have none.
    const sessionId = sessions === undefined || typeof sid !== "string" ? undefined : sid;
    const isAlive = (): boolean | Promise<boolean> => {
      if (sessions === undefined || sessionId === undefined) return true;
      if (sessions.known(sessionId)?.userId === String(userId)) return true;
      return sessions.find(sessionId, String(userId)).then((session) => session !== undefined);
    };
    let seen: CurrentUser | undefined;
    let caller: Caller | undefined;
    const as = (user: CurrentUser): Caller => {
      if (caller === undefined || seen !== user) caller = callerOf(userId, user, claims, sessionId);
      seen = user;
      return caller;
    };
    return {
      caller: () => {
        const known = users.known(userId);
        const current = known?.version === version ? known : undefined;
        const alive = isAlive();
        if (current !== undefined && alive === true) return as(current);
        return Promise.all([current ?? users.find(userId, version), alive]).then(([user, hasSession]) => {
          if (user === undefined || !hasSession)
            throw invalidToken("The token has been revoked: log in again.");
          return as(user);
        });
      },
      expiresAt: claims.exp * 1000,
    };
  };
}

function keysOf({ secretKeys: [first, ...former] }: OwnTokens): readonly [KeyObject, ...KeyObject[]] {
  const toKey = (secret: string) => createSecretKey(secret, "utf8");
  return [toKey(first), ...former.map(toKey)];
}
