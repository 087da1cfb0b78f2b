import { AUTH_PREFIX, BATCH_PATH, DOCS_PATH, DOCUMENT_PATH, OPERATIONS_PREFIX } from "../http/endpoint.js";
import { later } from "../http/later.js";
import { mountPaths } from "./paths/mount-paths.js";
import type { SurfaceContext } from "./surface.js";

/** Mounts the configured surfaces. The code of the others is not loaded. */
export function mountSurfaces(context: SurfaceContext): void {
  const { app, users } = context;
  const { batch, openapi, ownOperations } = context.model;
  mountPaths(context);
  if (users !== undefined)
    app.use(
      AUTH_PREFIX,
      later(async () => (await import("./auth/auth-routes.js")).authRoutes(context, users)),
    );
  if (batch !== false)
    app.use(
      BATCH_PATH,
      later(async () => (await import("./batch/batch-routes.js")).batchRoutes(batch, context)),
    );
  if (ownOperations.length > 0)
    app.use(
      OPERATIONS_PREFIX,
      later(async () => (await import("./operations/operation-routes.js")).operationRoutes(context)),
    );
  if (openapi === false) return;
  app.use(
    DOCUMENT_PATH,
    later(async () => (await import("./docs/document-routes.js")).documentRoutes(openapi, context)),
  );
  if (openapi.page)
    app.use(
      DOCS_PATH,
      later(async () => (await import("./docs/page-routes.js")).pageRoutes(openapi, context)),
    );
}
