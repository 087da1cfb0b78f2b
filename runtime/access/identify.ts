import type { IncomingMessage } from "node:http";
import { ApiError } from "../errors/api-error.js";
import type { AuthSettings, CallerInfo, IdentifyCaller } from "../model/settings/auth-settings.js";
import type { Model } from "../model/model.js";
import { isApiKey, type KeyCallers } from "./api-key.js";
import type { CurrentSessions, FindByCookie } from "./current-session.js";
import type { CurrentUsers } from "./current-user.js";
import { bearerToken } from "./bearer-token.js";
import { guest, identifyAsGuest, toCaller, type Caller, type Identify } from "./caller.js";
import type { identifyByCookie as IdentifyByCookie } from "./identify-by-cookie.js";
import { TokenCache } from "./token-cache.js";
import { userIdParser, type ParseUserId } from "./user-id.js";
import type { VerifyToken } from "./verify-jwt.js";

/** The users that this server issues tokens for, with what their tokens depend on. */
interface TokenOwners {
  readonly current: CurrentUsers;
  readonly sessions: CurrentSessions | undefined;
  /** `undefined` if log-ins set no cookie. */
  readonly cookies: { readonly find: FindByCookie } | undefined;
  /** The keys of programs. `undefined` if they are off. */
  readonly apiKeys: KeyCallers<Caller> | undefined;
}

/** Creates the function that identifies callers, as configured. @param warn Receives sentences for the operator. */
export function createIdentify(
  model: Pick<Model, "auth" | "entities" | "server">,
  users?: TokenOwners,
  warn: (message: string) => void = () => undefined,
): Identify {
  const { auth } = model;
  const parseUserId = userIdParser(model);
  if (auth?.identify !== undefined) return identifyByFunction(auth.identify, parseUserId);
  if (auth?.tokens === undefined) return identifyAsGuest;
  return identifyByToken(
    verifierOf(auth.tokens, parseUserId, users, warn),
    users?.apiKeys,
    users?.cookies && byCookie(users.cookies.find, users.current, parseUserId, model.server),
  );
}

/** Begins to load the code that verifies tokens. It takes a tenth of a start, and most servers do not need it. */
function verifierOf(
  tokens: NonNullable<AuthSettings["tokens"]>,
  parseUserId: ParseUserId,
  users: TokenOwners | undefined,
  warn: (message: string) => void,
): VerifyToken {
  if (tokens.kind === "provider")
    return whenLoaded(async () =>
      (await import("./provider-tokens.js")).providerTokenVerifier(tokens, parseUserId, warn),
    );
  if (users === undefined) throw new Error("The tokens of this server cannot be verified without its users.");
  return whenLoaded(async () =>
    (await import("./own-tokens.js")).ownTokenVerifier(tokens, parseUserId, users.current, users.sessions),
  );
}

function whenLoaded(load: () => Promise<VerifyToken>): VerifyToken {
  const loading = load();
  // Not unhandled: each caller who sends a token gets the error.
  loading.catch(() => undefined);
  return async (token) => (await loading)(token);
}

/** The code is loaded only on servers with cookies. */
function byCookie(...context: Parameters<typeof IdentifyByCookie>): Identify {
  const loading = import("./identify-by-cookie.js").then((loaded) => loaded.identifyByCookie(...context));
  loading.catch(() => undefined);
  return async (req) => (await loading)(req);
}

/**
 * A request without a token is anonymous. A bad token is rejected, not treated as anonymous. A token counts before a
 * cookie: only who has the token can send it, and a page of another origin cannot send the header unless `server.cors`
 * allows its origin.
 */
function identifyByToken(
  verify: VerifyToken,
  keys: KeyCallers<Caller> | undefined,
  withoutToken: Identify = () => guest,
): Identify {
  const known = new TokenCache();
  return (req) => {
    const token = bearerToken(req);
    if (token === undefined) return withoutToken(req);
    if (keys !== undefined && isApiKey(token)) return keys.callerOf(token);
    const verified = known.get(token);
    if (verified !== undefined) return verified.caller();
    return verify(token).then((found) => {
      known.set(token, found);
      return found.caller();
    });
  };
}

/** Identifies callers by `auth.identify`. Its result is checked, so that a mistake in it grants no rights. */
function identifyByFunction(identify: IdentifyCaller, parseUserId: ParseUserId): Identify {
  return async (req) => {
    const info = await ask(identify, req);
    return toCaller(info === null || info === undefined ? undefined : checkInfo(info, parseUserId));
  };
}

/** Passes an `ApiError` on. Any other error is a server error, even if it looks like a body parser's. */
async function ask(identify: IdentifyCaller, req: IncomingMessage): Promise<unknown> {
  try {
    return await identify(req);
  } catch (error) {
    if (error instanceof ApiError) throw error;
    throw new Error('"auth.identify" failed.', { cause: error });
  }
}

function checkInfo(info: unknown, parseUserId: ParseUserId): CallerInfo {
  if (typeof info !== "object" || info === null)
    throw new Error('"auth.identify" must return an object with a "userId", or null for a guest.');
  const { userId, roles, claims } = info as Partial<Record<keyof CallerInfo, unknown>>;
  if (roles !== undefined && !isListOfTexts(roles))
    throw new Error('"auth.identify" returned "roles" that are not a list of role names.');
  if (claims !== undefined && (typeof claims !== "object" || claims === null))
    throw new Error('"auth.identify" returned "claims" that are not an object.');
  return { userId: parseId(userId, parseUserId), roles, claims: claims as CallerInfo["claims"] };
}

function parseId(userId: unknown, parseUserId: ParseUserId): CallerInfo["userId"] {
  try {
    return parseUserId(userId);
  } catch (error) {
    throw new Error('"auth.identify" returned a "userId" that is not a user id.', { cause: error });
  }
}

function isListOfTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}
