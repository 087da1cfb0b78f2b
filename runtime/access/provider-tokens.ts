import type { ProviderTokens } from "../model/settings/auth-settings.js";
import { readClaim } from "./claims.js";
import { toCaller } from "./caller.js";
import { providerKeys } from "./provider-keys.js";
import { toTokenUserId, type ParseUserId } from "./user-id.js";
import { verifyJwt, type VerifyToken } from "./verify-jwt.js";

/** Verifies the tokens of an identity provider. */
export function providerTokenVerifier(tokens: ProviderTokens, parseUserId: ParseUserId): VerifyToken {
  const keys = providerKeys(tokens);
  return async (token) => {
    const claims = await verifyJwt(token, keys, tokens);
    const caller = toCaller({
      userId: toTokenUserId(readClaim(claims, tokens.userIdClaim), parseUserId),
      roles: toRoles(readClaim(claims, tokens.rolesClaim)),
      claims,
    });
    return { caller: () => caller, expiresAt: claims.exp * 1000 };
  };
}

/** Reads roles from a list or a space-separated string, as OAuth writes scopes. Other values give no role. */
function toRoles(claim: unknown): readonly string[] {
  if (typeof claim === "string") return claim.split(/\s+/).filter((role) => role !== "");
  return Array.isArray(claim) ? claim.filter((role) => typeof role === "string") : [];
}
