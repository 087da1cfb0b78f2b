import type { IncomingMessage } from "node:http";
import { ApiError } from "../errors/api-error.js";
import type { CallerInfo, IdentifyCaller } from "../model/settings/auth-settings.js";
import { toCaller, type Identify } from "./caller.js";
import type { ParseUserId } from "./user-id.js";

/** Identifies callers by `auth.identify`. Its result is checked, so that a mistake in it grants no rights. */
export function identifyByFunction(identify: IdentifyCaller, parseUserId: ParseUserId): Identify {
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
