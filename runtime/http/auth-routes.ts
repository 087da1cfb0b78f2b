import { Router, type Request, type RequestHandler, type Response } from "express";
import { z } from "zod";
import type { Identify } from "../access/caller.js";
import { createToken } from "../access/own-tokens.js";
import type { Database } from "../database/database.js";
import { ApiError } from "../errors/api-error.js";
import type { OwnTokens } from "../model/auth-settings.js";
import { field } from "../model/field-schema.js";
import type { Entity } from "../model/model.js";
import { createLogIn } from "../repository/log-in.js";
import { forThisCallerOnly } from "./cache-headers.js";
import { answerOptions, wrongMethod } from "./methods.js";
import { parseBody } from "./parse-body.js";
import { parsePrefer } from "./parse-prefer.js";
import type { LimitLogin } from "./rate-limits/login-limit.js";
import { sendJson } from "./send.js";
import { sendProblem } from "./send-problem.js";

const METHODS = ["POST", "OPTIONS"];
/** A name and a password, however they are escaped. */
const MAX_BODY_BYTES = 8 * 1024;

/** Texts of any length: what is too long for a user is as wrong as what no user has. */
const credentials = z.object({ username: field.text(), password: field.text() });

/** What the endpoints of the users are made with. */
export interface AuthContext {
  readonly identify: Identify;
  readonly users: Entity;
  readonly tokens: OwnTokens;
  readonly database: Database;
  readonly limitLogin: LimitLogin;
}

/** `POST /token` gives a token for a user's name and password. */
export function authRoutes(context: AuthContext): RequestHandler {
  const router = Router();
  router.post("/token", tokenHandler(context));
  router.all("/token", (req, res) => {
    if (req.method !== "OPTIONS") throw wrongMethod(req.method, METHODS);
    answerOptions(res, METHODS);
  });
  return (req, res, next) => {
    forThisCallerOnly(res);
    router(req, res, (error?: unknown) => {
      if (error === undefined) next();
      else sendProblem(res, error);
    });
  };
}

function tokenHandler({ identify, users, tokens, database, limitLogin }: AuthContext) {
  const logIn = createLogIn(users, tokens.claims, database);
  // It is no user that is sent, and so none is confirmed.
  const entity: Entity = {
    ...users,
    users: undefined,
    // Whatever else users have is nothing that a login could be told of.
    fieldsByName: new Map(),
    links: [],
    limits: { ...users.limits, maxBodyBytes: MAX_BODY_BYTES },
  };
  return async (req: Request, res: Response): Promise<void> => {
    await identify(req);
    const prefer = parsePrefer(req, { mayRead: false }, entity);
    const { username, password } = await parseBody(req, credentials, entity, prefer);
    const user = await limitLogin(req, username, () => logIn(username, password));
    if (user === undefined) throw wrongCredentials();
    const { id, firstname, lastname } = user;
    const token = await createToken(user, tokens);
    sendJson(res, 200, JSON.stringify({ token, id, firstname, lastname }));
  };
}

function wrongCredentials(): ApiError {
  return new ApiError("invalid-credentials", "The user name or the password is wrong.");
}
