import { Router, type Request, type RequestHandler, type Response } from "express";
import { z } from "zod";
import { denied } from "../access/authorize.js";
import { invalidToken } from "../access/bearer-token.js";
import type { Caller, Identify } from "../access/caller.js";
import { createToken } from "../access/own-tokens.js";
import type { Database } from "../database/database.js";
import { ApiError } from "../errors/api-error.js";
import type { OwnTokens } from "../model/auth-settings.js";
import { field } from "../model/field-schema.js";
import type { Entity } from "../model/model.js";
import { changePassword, findCaller } from "../repository/change-password.js";
import { invalidFields } from "../repository/check-input.js";
import { passwordIssues } from "../repository/check-user.js";
import { createLogIn } from "../repository/log-in.js";
import type { RefreshTokens } from "../repository/refresh-tokens.js";
import { endTokens } from "../repository/token-version.js";
import type { FindUsers, UserRow } from "../repository/user-rows.js";
import { forThisCallerOnly } from "./cache-headers.js";
import { confirmationIssues } from "./confirm-password.js";
import { answerOptions, wrongMethod } from "./methods.js";
import { parseBody } from "./parse-body.js";
import { parsePrefer } from "./parse-prefer.js";
import type { LimitLogin } from "./rate-limits/login-limit.js";
import { requestIdOf } from "./request-id.js";
import { sendJson } from "./send.js";
import { sendProblem } from "./send-problem.js";

const METHODS = ["POST", "OPTIONS"];
/** A name and a few passwords, however they are escaped. */
const MAX_BODY_BYTES = 8 * 1024;

/** Texts of any length: what is too long for a user is as wrong as what no user has. */
const credentials = z.object({ username: field.text(), password: field.text() });
const passwords = z.object({
  password: field.text(),
  newPassword: field.text(),
  confirmPassword: field.text(),
});
const refresh = z.object({ refreshToken: field.text() });

/** What the endpoints of the users are made with. */
export interface AuthContext {
  readonly identify: Identify;
  readonly users: Entity;
  readonly tokens: OwnTokens;
  readonly find: FindUsers;
  /** `undefined` if refresh tokens are off. */
  readonly refreshTokens: RefreshTokens | undefined;
  readonly database: Database;
  readonly limitLogin: LimitLogin;
  readonly limitRefresh: LimitLogin;
}

type Handler = (req: Request, res: Response) => Promise<void>;

/** Where users get tokens, end them, and change their password. */
export function authRoutes(context: AuthContext): RequestHandler {
  const router = Router();
  const { refreshTokens } = context;
  const endpoints: readonly (readonly [path: string, handler: Handler])[] = [
    ["/token", tokenHandler(context)],
    ["/logout", logOutHandler(context)],
    ["/password", passwordHandler(context)],
    ...(refreshTokens === undefined ? [] : [["/refresh", refreshHandler(context, refreshTokens)] as const]),
  ];
  for (const [path, handler] of endpoints) {
    router.post(path, handler);
    router.all(path, (req, res) => {
      if (req.method !== "OPTIONS") throw wrongMethod(req.method, METHODS);
      answerOptions(res, METHODS);
    });
  }
  return (req, res, next) => {
    forThisCallerOnly(res);
    router(req, res, (error?: unknown) => {
      if (error === undefined) next();
      else sendProblem(res, error);
    });
  };
}

/** Gives a token for a user's name and password. */
function tokenHandler(context: AuthContext): Handler {
  const { identify, users, find, database, limitLogin } = context;
  const logIn = createLogIn(users, find, database);
  const parse = bodyParser(users, credentials);
  return async (req, res) => {
    await identify(req);
    const { username, password } = await parse(req);
    const user = await limitLogin(req, username, () => logIn(username, password));
    if (user === undefined) throw wrongCredentials("The user name or the password is wrong.");
    await replyTokens(res, user, context);
  };
}

/** Ends all tokens of the caller. */
function logOutHandler({ identify, users, database }: AuthContext): Handler {
  return async (req, res) => {
    const { userId } = await identifyKnown(req, identify);
    await endTokens(users, userId, database);
    res.writeHead(204).end();
  };
}

/** Changes the caller's password if the old one is right. All tokens end, and the answer has a new one. */
function passwordHandler(context: AuthContext): Handler {
  const { identify, users, find, database, limitLogin } = context;
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
    const changed = await limitLogin(req, user?.username, () =>
      changePassword(user, change, users, database.model),
    );
    if (changed === undefined) throw wrongCredentials("The password is wrong.");
    await replyTokens(res, changed, context);
  };
}

/** Gives a token for one that was given with the last. Who else the request says it is from is no matter. */
function refreshHandler(context: AuthContext, refreshTokens: RefreshTokens): Handler {
  const parse = bodyParser(context.users, refresh);
  return async (req, res) => {
    const { refreshToken } = await parse(req);
    const found = await context.limitRefresh(req, undefined, () => refreshTokens.use(refreshToken));
    if (found === undefined) throw invalidToken("The refresh token is not valid: log in again.");
    await replyTokens(res, found.user, context, found.refreshToken);
  };
}

/** @param refreshToken The token that goes on with a session. Default: a new session begins. */
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

/** @throws {ApiError} 401 for a guest. */
async function identifyKnown(req: Request, identify: Identify): Promise<Caller> {
  const caller = await identify(req);
  if (!caller.isAuthenticated) throw denied(caller, "This needs a token.");
  return caller;
}

function bodyParser<S extends z.ZodType>(users: Entity, schema: S): (req: Request) => Promise<z.output<S>> {
  // It is no user that is sent, and so none is confirmed.
  const entity: Entity = {
    ...users,
    users: undefined,
    // Whatever else users have is nothing that a login could be told of.
    fieldsByName: new Map(),
    links: [],
    limits: { ...users.limits, maxBodyBytes: MAX_BODY_BYTES },
  };
  return (req) => parseBody(req, schema, entity, parsePrefer(req, { mayRead: false }, entity));
}

function wrongCredentials(detail: string): ApiError {
  return new ApiError("invalid-credentials", detail);
}
