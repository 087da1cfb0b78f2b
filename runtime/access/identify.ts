import type { AuthSettings } from "../model/settings/auth-settings.js";
import type { Model } from "../model/model.js";
import { isApiKey, type KeyCallers } from "./api-key.js";
import type { CurrentUsers } from "./current-user.js";
import { bearerToken } from "./bearer-token.js";
import { guest, identifyAsGuest, type Caller, type Identify } from "./caller.js";
import { identifyByFunction } from "./identify-by-function.js";
import { TokenCache } from "./token-cache.js";
import { userIdParser, type ParseUserId } from "./user-id.js";
import type { VerifyToken } from "./verify-jwt.js";

/**
 * Creates the function that identifies callers, as configured.
 * @param users The users that this server issues tokens for.
 * @param warn Receives sentences for the operator.
 * @param keys The keys of programs. `undefined` if they are off.
 */
export function createIdentify(
  model: Pick<Model, "auth" | "entities">,
  users?: CurrentUsers,
  warn: (message: string) => void = () => undefined,
  keys?: KeyCallers<Caller>,
): Identify {
  const { auth } = model;
  const parseUserId = userIdParser(model);
  if (auth?.identify !== undefined) return identifyByFunction(auth.identify, parseUserId);
  if (auth?.tokens === undefined) return identifyAsGuest;
  return identifyByToken(verifierOf(auth.tokens, parseUserId, users, warn), keys);
}

/** Begins to load the code that verifies tokens. It takes a tenth of a start, and most servers do not need it. */
function verifierOf(
  tokens: NonNullable<AuthSettings["tokens"]>,
  parseUserId: ParseUserId,
  users: CurrentUsers | undefined,
  warn: (message: string) => void,
): VerifyToken {
  if (tokens.kind === "provider")
    return whenLoaded(async () =>
      (await import("./provider-tokens.js")).providerTokenVerifier(tokens, parseUserId, warn),
    );
  if (users === undefined) throw new Error("The tokens of this server cannot be verified without its users.");
  return whenLoaded(async () =>
    (await import("./own-tokens.js")).ownTokenVerifier(tokens, parseUserId, users),
  );
}

function whenLoaded(load: () => Promise<VerifyToken>): VerifyToken {
  const loading = load();
  // Not unhandled: each caller who sends a token gets the error.
  loading.catch(() => undefined);
  return async (token) => (await loading)(token);
}

/** A request without a token is anonymous. A bad token is rejected, not treated as anonymous. */
function identifyByToken(verify: VerifyToken, keys: KeyCallers<Caller> | undefined): Identify {
  const known = new TokenCache();
  return (req) => {
    const token = bearerToken(req);
    if (token === undefined) return guest;
    if (keys !== undefined && isApiKey(token)) return keys.callerOf(token);
    const verified = known.get(token);
    if (verified !== undefined) return verified.caller();
    return verify(token).then((found) => {
      known.set(token, found);
      return found.caller();
    });
  };
}
