import type { RequestHandler } from "express";
import { AUTH_PREFIX } from "../http/endpoint.js";
import { mountPaths } from "./paths/mount-paths.js";
import type { SurfaceContext } from "./surface.js";

/** Mounts the configured surfaces. The code of the others is not loaded. */
export function mountSurfaces(context: SurfaceContext): void {
  const { app, users } = context;
  mountPaths(context);
  if (users !== undefined)
    app.use(
      AUTH_PREFIX,
      later(async () => (await import("./auth/auth-routes.js")).authRoutes(context, users)),
    );
}

/** Mounts a handler whose code is still loading. Requests that come earlier wait for it. */
function later(load: () => Promise<RequestHandler>): RequestHandler {
  let handler: RequestHandler | undefined;
  const loading = load().then((loaded) => (handler = loaded));
  return (req, res, next) => {
    if (handler !== undefined) return handler(req, res, next);
    return loading.then((loaded) => loaded(req, res, next));
  };
}
