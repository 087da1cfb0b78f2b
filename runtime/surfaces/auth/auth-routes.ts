import { apiKeyIn } from "../../access/api-key.js";
import { Router, type RequestHandler } from "express";
import { logInGuard } from "../../access/page-origin.js";
import { forThisCallerOnly } from "../../http/headers/cache-headers.js";
import { sendProblem } from "../../http/send-problem.js";
import { ApiError } from "../../errors/api-error.js";
import { loadOptional } from "../../errors/package-error.js";
import { methodsOf, mountEndpoint, AUTH_PREFIX } from "../../http/endpoint.js";
import { fieldLabel } from "../../model/field-label.js";
import type { Users } from "../../repository/users/users.js";
import type { CallHandler, SurfaceContext } from "../surface.js";
import { authEndpointsOf } from "./auth-endpoints.js";
import { audited } from "./audited.js";
import type { Model } from "../../model/model.js";
import type { OpenIdProvider } from "./open-id-provider.js";

/** The endpoints of users: log-in, log-out, refresh, password change and what the options of `auth` add. */
export async function authRoutes(surface: SurfaceContext, users: Users): Promise<RequestHandler> {
  const webauthn =
    users.passkeys &&
    (await loadOptional("@simplewebauthn/server", "auth.passkeys", () => import("@simplewebauthn/server")));
  const context = { ...surface, ...users, webauthn, providers: await openProviders(surface.model, users) };
  // Another page must not log its reader in as a user of its own choice.
  const guard = users.cookies && logInGuard(surface.model.server);
  const router = Router();
  router.use((req, res, next) => {
    forThisCallerOnly(res);
    // A program acts for its user, and never takes over the account: valid or not, no key is accepted here.
    if (users.apiKeys === undefined || apiKeyIn(req) === undefined) next();
    else sendProblem(res, new ApiError("forbidden", "This needs a token of a log-in: a key cannot be used."));
  });
  const endpoints = authEndpointsOf(surface.model).map(({ methods, path, audit, handler }) => {
    return { path, methods, answer: audited(handler(context), audit, context) };
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

/** The configured providers, by name. Their code is only loaded if there are any. @throws {PackageError} */
async function openProviders(
  { server: { publicUrl = "" } }: Pick<Model, "server">,
  { tokens }: Pick<Users, "tokens">,
): Promise<ReadonlyMap<string, OpenIdProvider>> {
  const configured = Object.entries(tokens.providers);
  if (configured.length === 0) return new Map();
  const { OpenIdProvider } = await import("./open-id-provider.js");
  const library = await loadOptional("openid-client", "auth.providers", () => import("openid-client"));
  return new Map(
    configured.map(([name, settings]) => {
      // From the configuration only: a header could name another server.
      const redirectUri = `${publicUrl}${AUTH_PREFIX}/providers/${name}/callback`;
      return [name, new OpenIdProvider(settings, redirectUri, library)];
    }),
  );
}
