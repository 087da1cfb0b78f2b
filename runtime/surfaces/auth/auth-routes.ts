import { Router, type Request, type RequestHandler, type Response } from "express";
import { z } from "zod";
import { denied } from "../../access/authorize.js";
import { invalidToken } from "../../access/bearer-token.js";
import type { Caller, Identify } from "../../access/caller.js";
import { createToken } from "../../access/own-tokens.js";
import { ApiError } from "../../errors/api-error.js";
import { field } from "../../model/schemas/field-schema.js";
import { fieldLabel } from "../../model/field-label.js";
import type { Entity } from "../../model/model.js";
import { changePassword, findCaller } from "../../repository/users/change-password.js";
import { invalidFields } from "../../write/input/check-input.js";
import { passwordIssues } from "../../write/input/check-user.js";
import { createLogIn } from "../../repository/users/log-in.js";
import { endTokens } from "../../repository/users/end-tokens.js";
import type { UserRow } from "../../repository/users/user-rows.js";
import type { Users } from "../../repository/users/users.js";
import { forThisCallerOnly } from "../../http/headers/cache-headers.js";
import { confirmationIssues } from "../../write/input/confirm-password.js";
import { mountEndpoint } from "../../http/endpoint.js";
import { parsePlainBody } from "./parse-plain-body.js";
import { parsePrefer } from "../../http/headers/parse-prefer.js";
import { requestIdOf } from "../../http/headers/request-id.js";
import { sendJson } from "../../http/send.js";
import type { CallHandler, SurfaceContext } from "../surface.js";
import { authEndpointsOf, type AuthEndpointName } from "./auth-endpoints.js";

/** Enough for a name and a few passwords, however many escapes they need. */
const MAX_BODY_BYTES = 8 * 1024;

/** Without length limits: a value that is too long is rejected like any other wrong value. */
const credentials = z.object({ username: field.text(), password: field.text() });
const passwords = z.object({
  password: field.text(),
  newPassword: field.text(),
  confirmPassword: field.text(),
});
const refresh = z.object({ refreshToken: field.text() });

/** The dependencies of the user endpoints. */
type AuthContext = Pick<SurfaceContext, "identify" | "database" | "rateLimits"> & Users;

const handlers: Readonly<Record<AuthEndpointName, (context: AuthContext) => CallHandler>> = {
  logIn: tokenHandler,
  logOut: logOutHandler,
  changePassword: passwordHandler,
  refresh: refreshHandler,
};

/** The endpoints for log-in, log-out, refresh and password change. */
export function authRoutes(surface: SurfaceContext, users: Users): RequestHandler {
  const context: AuthContext = { ...surface, ...users };
  const router = Router();
  router.use((_req, res, next) => {
    forThisCallerOnly(res);
    next();
  });
  for (const endpoint of authEndpointsOf(surface.model))
    mountEndpoint(router, endpoint, false, handlers[endpoint.name](context), (path) =>
      fieldLabel(users.users, path),
    );
  return router;
}

/** Issues a token for a user name and password. */
function tokenHandler(context: AuthContext): CallHandler {
  const { identify, users, find, database, rateLimits } = context;
  const logIn = createLogIn(users, find, database);
  const parse = bodyParser(users, credentials);
  return async (req, res) => {
    await identify(req);
    const { username, password } = await parse(req);
    const user = await rateLimits.ofLogins(req, username, () => logIn(username, password));
    if (user === undefined) throw wrongCredentials("The user name or the password is wrong.");
    await replyTokens(res, user, context);
  };
}

/** Revokes all tokens of the caller. */
function logOutHandler({ identify, users, database }: AuthContext): CallHandler {
  return async (req, res) => {
    const { userId } = await identifyKnown(req, identify);
    await endTokens(users, userId, database);
    res.writeHead(204).end();
  };
}

/**
 * Changes the caller's password if the current one is right. Revokes all tokens and answers with a new one.
 */
function passwordHandler(context: AuthContext): CallHandler {
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
function refreshHandler(context: AuthContext): CallHandler {
  const parse = bodyParser(context.users, refresh);
  return async (req, res) => {
    const { refreshToken } = await parse(req);
    const found = await context.rateLimits.ofRefreshes(req, undefined, async () =>
      context.refreshTokens?.use(refreshToken),
    );
    if (found === undefined) throw invalidToken("The refresh token is not valid: log in again.");
    await replyTokens(res, found.user, context, found.refreshToken);
  };
}

/** @param refreshToken The next refresh token of a running session. Default: a new session begins. */
async function replyTokens(
  res: Response,
  user: UserRow,
  { tokens, refreshTokens }: AuthContext,
  refreshToken?: string,
): Promise<void> {
  const { id, firstname, lastname } = user;
  const token = await createToken(user, tokens);
  const next = refreshToken ?? (await refreshTokens?.begin(user));
  sendJson(res, 200, JSON.stringify({ token, refreshToken: next, id, firstname, lastname }));
}

/** @throws {ApiError} 401 for an anonymous caller. */
async function identifyKnown(req: Request, identify: Identify): Promise<Caller> {
  const caller = await identify(req);
  if (!caller.isAuthenticated) throw denied(caller, "This requires a token.");
  return caller;
}

function bodyParser<S extends z.ZodType>(users: Entity, schema: S): (req: Request) => Promise<z.output<S>> {
  const { name, limits } = users;
  const body = { name, limits: { ...limits, maxBodyBytes: MAX_BODY_BYTES } };
  return (req) => parsePlainBody(req, schema, body, parsePrefer(req, { mayRead: false }, users));
}

function wrongCredentials(detail: string): ApiError {
  return new ApiError("invalid-credentials", detail);
}
