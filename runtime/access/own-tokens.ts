import { createSecretKey, type KeyObject } from "node:crypto";
import { SignJWT } from "jose";
import type { OwnTokens } from "../model/auth-settings.js";
import type { UserId } from "../model/model.js";
import { toCaller } from "./caller.js";
import { toTokenUserId, type ParseUserId } from "./user-id.js";
import { verifyJwt, type VerifyToken } from "./verify-jwt.js";

const ALGORITHM = "HS256";

/** What a token says of a user. */
export interface TokenSubject {
  readonly id: Exclude<UserId, null>;
  readonly roles: readonly string[];
  /** What permissions may ask for as `@user.<claim>`. */
  readonly claims: Readonly<Record<string, unknown>>;
}

/** A token for a user, good for as long as the configuration says. */
export function createToken({ id, roles, claims }: TokenSubject, tokens: OwnTokens): Promise<string> {
  const { issuer, audience, lifetimeInMins } = tokens;
  const issuedAt = Math.floor(Date.now() / 1000);
  // What the server says of the user stands behind what the user may have said.
  return new SignJWT({ ...claims, roles: [...roles] })
    .setProtectedHeader({ alg: ALGORITHM, typ: "JWT" })
    .setSubject(String(id))
    .setIssuer(issuer)
    .setAudience(audience)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + lifetimeInMins * 60)
    .sign(keyOf(tokens));
}

/** Checks the tokens that `createToken` makes. */
export function ownTokenVerifier(tokens: OwnTokens, parseUserId: ParseUserId): VerifyToken {
  const key = keyOf(tokens);
  const expected = { ...tokens, algorithms: [ALGORITHM] };
  return async (token) => {
    const claims = await verifyJwt(token, key, expected);
    const { sub, roles, exp } = claims;
    return {
      caller: toCaller({
        userId: toTokenUserId(sub, parseUserId),
        roles: Array.isArray(roles) ? roles : [],
        claims,
      }),
      expiresAt: exp * 1000,
    };
  };
}

function keyOf({ secretKey }: OwnTokens): KeyObject {
  return createSecretKey(secretKey, "utf8");
}
