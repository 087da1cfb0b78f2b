import { decodeProtectedHeader, errors } from "jose";
import type { ProviderTokens } from "../model/settings/auth-settings.js";
import { readClaim } from "./claims.js";
import { toCaller } from "./caller.js";
import { ProviderKeys } from "./provider-keys.js";
import { toTokenUserId, type ParseUserId } from "./user-id.js";
import { verifyJwt, type VerifyToken } from "./verify-jwt.js";

/**
 * Verifies the tokens of an identity provider.
 * @param warn Receives a sentence for each of its keys that cannot be used.
 */
export function providerTokenVerifier(
  tokens: ProviderTokens,
  parseUserId: ParseUserId,
  warn: (message: string) => void,
): VerifyToken {
  const keys = new ProviderKeys(tokens, warn);
  const verify = (token: string) => verifyJwt(token, (...asked) => keys.find(...asked), tokens);
  return async (token) => {
    const claims = await verify(token).catch(async (error: unknown) => {
      if (!isOfReplacedKey(error, token) || !(await keys.renew())) throw error;
      return verify(token);
    });
    const caller = toCaller({
      userId: toTokenUserId(readClaim(claims, tokens.userIdClaim), parseUserId),
      roles: toRoles(readClaim(claims, tokens.rolesClaim)),
      claims,
    });
    return { caller: () => caller, expiresAt: claims.exp * 1000 };
  };
}

/** Whether the token may be signed with a new key: it names none, and the known keys do not fit. */
function isOfReplacedKey(error: unknown, token: string): boolean {
  const isUnknown = (error as Error).cause instanceof errors.JWSSignatureVerificationFailed;
  return isUnknown && decodeProtectedHeader(token).kid === undefined;
}

/** Reads roles from a list or a space-separated string, as OAuth writes scopes. Other values give no role. */
function toRoles(claim: unknown): readonly string[] {
  if (typeof claim === "string") return claim.split(/\s+/).filter((role) => role !== "");
  return Array.isArray(claim) ? claim.filter((role) => typeof role === "string") : [];
}
