import { createSecretKey, type KeyObject } from "node:crypto";
import { SignJWT } from "jose";
import type { OwnTokens } from "../model/settings/auth-settings.js";
import type { UserId } from "../model/model.js";
import { invalidToken } from "./bearer-token.js";
import { toCaller, type Caller } from "./caller.js";
import type { CurrentUser, CurrentUsers } from "./current-user.js";
import { toTokenUserId, type ParseUserId } from "./user-id.js";
import { verifyJwt, type VerifyToken } from "./verify-jwt.js";

const ALGORITHM = "HS256";

/** The claim that holds the token's version. */
const VERSION = "tokenversion";

/** The user that a token is issued for. */
export interface TokenSubject extends CurrentUser {
  readonly id: Exclude<UserId, null>;
}

/** Creates a token for a user. It is valid for `tokenLifetimeInMins`. */
export function createToken(
  { id, version, roles, claims }: TokenSubject,
  tokens: OwnTokens,
): Promise<string> {
  const { issuer, audience, tokenLifetimeInMins } = tokens;
  const issuedAt = Math.floor(Date.now() / 1000);
  // The server's claims come last, so that a user's values cannot override them.
  return new SignJWT({ ...given(claims), roles: [...roles], ...(version !== null && { [VERSION]: version }) })
    .setProtectedHeader({ alg: ALGORITHM, typ: "JWT" })
    .setSubject(String(id))
    .setIssuer(issuer)
    .setAudience(audience)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + tokenLifetimeInMins * 60)
    .sign(keysOf(tokens)[0]);
}

/** Verifies the tokens of `createToken`. The signature is verified once, revocation is checked at each use. */
export function ownTokenVerifier(
  tokens: OwnTokens,
  parseUserId: ParseUserId,
  users: CurrentUsers,
): VerifyToken {
  const keys = keysOf(tokens);
  const expected = { ...tokens, algorithms: [ALGORITHM] };
  return async (token) => {
    const { [VERSION]: version = null, ...claims } = await verifyJwt(token, keys, expected);
    const userId = toTokenUserId(claims.sub, parseUserId);
    if (version !== null && typeof version !== "string") throw invalidToken();
    let seen: CurrentUser | undefined;
    let caller: Caller | undefined;
    const as = (user: CurrentUser): Caller => {
      if (caller === undefined || seen !== user) caller = callerOf(userId, user, claims);
      seen = user;
      return caller;
    };
    return {
      caller: () => {
        const known = users.known(userId);
        if (known?.version === version) return as(known);
        return users.find(userId, version).then((user) => {
          if (user === undefined) throw invalidToken("The token has been revoked: log in again.");
          return as(user);
        });
      },
      expiresAt: claims.exp * 1000,
    };
  };
}

/**
 * The caller of a token. A token only says who the caller is: the user's record says what the caller may do, so its
 * current values replace the claims.
 */
function callerOf(
  userId: Exclude<UserId, null>,
  { roles, claims: current }: CurrentUser,
  claims: Readonly<Record<string, unknown>>,
): Caller {
  return toCaller({ userId, roles, claims: given({ ...claims, ...current, roles }) });
}

/** Leaves out null values: a permission that needs such a claim grants nothing. */
function given(claims: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(claims).filter(([, value]) => value !== null));
}

function keysOf({ secretKeys: [first, ...former] }: OwnTokens): readonly [KeyObject, ...KeyObject[]] {
  const toKey = (secret: string) => createSecretKey(secret, "utf8");
  return [toKey(first), ...former.map(toKey)];
}
