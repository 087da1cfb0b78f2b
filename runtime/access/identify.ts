import type { AuthSettings } from "../model/auth-settings.js";
import type { Model } from "../model/model.js";
import { bearerToken } from "./bearer-token.js";
import { guest, identifyAsGuest, type Identify } from "./caller.js";
import { identifyByFunction } from "./identify-by-function.js";
import { ownTokenVerifier } from "./own-tokens.js";
import { providerTokenVerifier } from "./provider-tokens.js";
import { TokenCache } from "./token-cache.js";
import { userIdParser, type ParseUserId } from "./user-id.js";
import type { VerifyToken } from "./verify-jwt.js";

/** Finds out who sent a request, in the way of the configuration. */
export function createIdentify(model: Pick<Model, "auth" | "entities">): Identify {
  const { auth } = model;
  const parseUserId = userIdParser(model);
  if (auth?.identify !== undefined) return identifyByFunction(auth.identify, parseUserId);
  if (auth?.tokens === undefined) return identifyAsGuest;
  return identifyByToken(verifierOf(auth.tokens, parseUserId));
}

function verifierOf(tokens: NonNullable<AuthSettings["tokens"]>, parseUserId: ParseUserId): VerifyToken {
  return tokens.kind === "own"
    ? ownTokenVerifier(tokens, parseUserId)
    : providerTokenVerifier(tokens, parseUserId);
}

/** A request without a token is a guest's; one with a bad token is nobody's, so that nobody takes it for a guest's. */
function identifyByToken(verify: VerifyToken): Identify {
  const known = new TokenCache();
  return (req) => {
    const token = bearerToken(req);
    if (token === undefined) return guest;
    return (
      known.get(token) ??
      verify(token).then((verified) => {
        known.set(token, verified);
        return verified.caller;
      })
    );
  };
}
