import { Router, type RequestHandler } from "express";
import { logInGuard } from "../../access/page-origin.js";
import { forThisCallerOnly } from "../../http/headers/cache-headers.js";
import { methodsOf, mountEndpoint } from "../../http/endpoint.js";
import { fieldLabel } from "../../model/field-label.js";
import type { Users } from "../../repository/users/users.js";
import type { CallHandler, SurfaceContext } from "../surface.js";
import { authEndpointsOf, type AuthEndpointName } from "./auth-endpoints.js";
import { audited } from "./audited.js";
import type { AuthHandler } from "./auth-handler.js";
import { changePasswordOfCaller, logInByPassword, logOut, refresh } from "./log-in-handlers.js";
import { endOtherSessions, endSession, listSessions } from "./session-handlers.js";

const handlers: Readonly<Record<AuthEndpointName, AuthHandler>> = {
  logIn: logInByPassword,
  logOut,
  changePassword: changePasswordOfCaller,
  refresh,
  listSessions,
  endOtherSessions,
  endSession,
};

/** The endpoints of users: log-in, log-out, refresh, password change and what the options of `auth` add. */
export function authRoutes(surface: SurfaceContext, users: Users): RequestHandler {
  const context = { ...surface, ...users };
  // Another page must not log its reader in as a user of its own choice.
  const guard = users.cookies && logInGuard(surface.model.server);
  const router = Router();
  router.use((_req, res, next) => {
    forThisCallerOnly(res);
    next();
  });
  const endpoints = authEndpointsOf(surface.model).map(({ name, methods, path, audit }) => {
    return { path, methods, answer: audited(handlers[name](context), audit, context) };
  });
  for (const path of new Set(endpoints.map((endpoint) => endpoint.path))) {
    const here = endpoints.filter((endpoint) => endpoint.path === path);
    const methods = here.flatMap((endpoint) => endpoint.methods);
    const answer: CallHandler = async (req, res) => {
      guard?.(req);
      const asked = here.find((endpoint) => methodsOf([endpoint]).includes(req.method));
      await asked?.answer(req, res);
    };
    mountEndpoint(router, { path, methods }, false, answer, (name) => fieldLabel(users.users, name));
  }
  return router;
}
