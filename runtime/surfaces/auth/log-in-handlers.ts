import { invalidToken } from "../../access/bearer-token.js";
import { z } from "zod";
import { requestIdOf } from "../../http/headers/request-id.js";
import { field } from "../../model/schemas/field-schema.js";
import { changePassword, findCaller } from "../../repository/users/change-password.js";
import { endTokens } from "../../repository/users/end-tokens.js";
import { createLogIn } from "../../repository/users/log-in.js";
import { invalidFields } from "../../write/input/check-input.js";
import { passwordIssues } from "../../write/input/check-user.js";
import { confirmationIssues } from "../../write/input/confirm-password.js";
import type { CallHandler } from "../surface.js";
import {
  bodyParser,
  identifyKnown,
  refuseBadToken,
  wrongCredentials,
  type AuthContext,
} from "./auth-handler.js";
import { finishLogIn } from "./finish-log-in.js";
import { clearedCookie, replyTokens } from "./reply-tokens.js";

/** Without length limits: a value that is too long is rejected like any other wrong value. */
const credentials = z.object({ username: field.text(), password: field.text() });
const passwords = z.object({
  password: field.text(),
  newPassword: field.text(),
  confirmPassword: field.text(),
});
const refreshBody = z.object({ refreshToken: field.text() });

/** Issues a token for a user name and password. */
export function logInByPassword(context: AuthContext): CallHandler {
  const { users, find, database, rateLimits } = context;
  const check = createLogIn(users, find, database);
  const parse = bodyParser(users, credentials);
  return async (req, res) => {
    await refuseBadToken(req, context);
    const { username, password } = await parse(req);
    const user = await rateLimits.ofLogins(req, username, () => check(username, password));
    if (user === undefined) throw wrongCredentials("The user name or the password is wrong.");
    await finishLogIn(res, user, context);
  };
}

/** Revokes all tokens of the caller. */
export function logOut({ identify, users, cookies, database }: AuthContext): CallHandler {
  return async (req, res) => {
    const { userId } = await identifyKnown(req, identify);
    await endTokens(users, userId, database);
    res.writeHead(204, cookies && clearedCookie(req)).end();
  };
}

/**
 * Changes the caller's password if the current one is right. Revokes all tokens and answers with a new one.
 */
export function changePasswordOfCaller(context: AuthContext): CallHandler {
  const { identify, users, find, database, rateLimits } = context;
  const parse = bodyParser(users, passwords);
  return async (req, res) => {
    const caller = await identifyKnown(req, identify);
    const { password, newPassword, confirmPassword } = await parse(req);
    const issues = [
      ...(users.users === undefined ? [] : passwordIssues("newPassword", newPassword, users.users)),
      ...confirmationIssues(confirmPassword, newPassword, "newPassword"),
    ];
    if (issues.length > 0) throw invalidFields(issues);
    const user = await findCaller(users, caller, find);
    const change = { caller, password, newPassword, requestId: requestIdOf(req) };
    const changed = await rateLimits.ofLogins(req, user?.username, () =>
      changePassword(user, change, users, database),
    );
    if (changed === undefined) throw wrongCredentials("The password is wrong.");
    await replyTokens(res, changed, context);
  };
}

/** Issues a token for a refresh token. The token of the request itself does not matter. */
export function refresh(context: AuthContext): CallHandler {
  const parse = bodyParser(context.users, refreshBody);
  return async (req, res) => {
    const { refreshToken } = await parse(req);
    const found = await context.rateLimits.ofRefreshes(req, undefined, async () =>
      context.refreshTokens?.use(refreshToken),
    );
    if (found === undefined) throw invalidToken("The refresh token is not valid: log in again.");
    await replyTokens(res, found.user, context, found);
  };
}
