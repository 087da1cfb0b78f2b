import type { UserId } from "../model/model.js";
import { toCaller, type Caller } from "./caller.js";
import type { CurrentUser } from "./current-user.js";

/**
 * The caller of a token. A token only says who the caller is: the user's record says what the caller may do, so its
 * current values replace the claims.
 */
export function callerOf(
  userId: Exclude<UserId, null>,
  { roles, claims: current }: CurrentUser,
  claims: Readonly<Record<string, unknown>>,
  sessionId: string | undefined,
): Caller {
  const caller = toCaller({ userId, roles, claims: givenClaims({ ...claims, ...current, roles }) });
  return sessionId === undefined ? caller : Object.freeze({ ...caller, sessionId });
}

/** Leaves out null values: a permission that needs such a claim grants nothing. */
export function givenClaims(claims: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(claims).filter(([, value]) => value !== null));
}
