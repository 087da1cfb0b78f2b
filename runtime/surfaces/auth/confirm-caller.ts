import type { Request } from "express";
import { userIdParser } from "../../access/user-id.js";
import { isPasswordOf } from "../../repository/users/log-in.js";
import type { UserRow } from "../../repository/users/user-rows.js";
import { wrongCredentials, type AuthContext } from "./auth-context.js";

/** The user of a stored row. @param id As the row has it. */
export async function userWithId(
  id: string | null,
  { model, find }: AuthContext,
): Promise<UserRow | undefined> {
  return find.byId(userIdParser(model)(id));
}

/**
 * Checks that a request comes from the user, not from a stolen token: by the password, and by a code if a second factor
 * is active (OWASP ASVS 5.0, 7.5.1). Failures count as failed log-ins.
 * @throws {ApiError} 401 if either is wrong, or there is no user.
 */
export async function confirmCaller(
  req: Request,
  user: UserRow | undefined,
  { password, code = "" }: { readonly password: string; readonly code?: string | undefined },
  { rateLimits, secondFactors }: AuthContext,
): Promise<UserRow> {
  const confirmed = await rateLimits.ofLogins(req, user?.username, async () => {
    if (!(await isPasswordOf(user, password)) || user === undefined) return undefined;
    if (secondFactors === undefined || !(await secondFactors.isActive(user.id))) return user;
    return (await secondFactors.verify(user.id, code)) ? user : undefined;
  });
  if (confirmed === undefined) throw wrongCredentials("The password or the code is wrong.");
  return confirmed;
}
