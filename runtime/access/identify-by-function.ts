import type { IncomingMessage } from "node:http";
import { ApiError } from "../errors/api-error.js";
import type { CallerInfo, IdentifyCaller } from "../model/auth-settings.js";
import { toCaller, type Identify } from "./caller.js";
import type { ParseUserId } from "./user-id.js";

/** Asks a function of the user's own. What it says is checked: a mistake in it must give nobody any rights. */
export function identifyByFunction(identify: IdentifyCaller, parseUserId: ParseUserId): Identify {
  return async (req) => {
    const info = await ask(identify, req);
    return toCaller(info === null || info === undefined ? undefined : checkInfo(info, parseUserId));
  };
}

/** An `ApiError` is the answer; whatever else is thrown is a fault of the server, also if it looks like one of a body. */
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
    throw new Error('"auth.identify" must give an object with a "userId", or null for a guest.');
  const { userId, roles, claims } = info as Partial<Record<keyof CallerInfo, unknown>>;
  if (roles !== undefined && !isListOfTexts(roles))
    throw new Error('"auth.identify" gave "roles" that are no list of role names.');
  if (claims !== undefined && (typeof claims !== "object" || claims === null))
    throw new Error('"auth.identify" gave "claims" that are no object.');
  return { userId: parseId(userId, parseUserId), roles, claims: claims as CallerInfo["claims"] };
}

function parseId(userId: unknown, parseUserId: ParseUserId): CallerInfo["userId"] {
  try {
    return parseUserId(userId);
  } catch (error) {
    throw new Error('"auth.identify" gave a "userId" that is not one.', { cause: error });
  }
}

function isListOfTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}
