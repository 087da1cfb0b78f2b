import type { RequestHandler } from "express";
import { AUTH_PREFIX, BATCH_PATH, DOCS_PATH, DOCUMENT_PATH, OPERATIONS_PREFIX } from "../http/endpoint.js";
import { later } from "../http/later.js";
import { mountEntities } from "./endpoints/mount-entities.js";
import type { SurfaceContext } from "./surface.js";

/**
 * Mounts the configured surfaces. The code of the others is not loaded.
 * @returns A promise that is fulfilled when the code of all of them is there. Requests that come earlier wait for it.
 */
export function mountSurfaces(context: SurfaceContext): Promise<unknown> {
  const { app, users } = context;
  const { batch, openapi, ownOperations } = context.model;
  const loading: Promise<RequestHandler>[] = [];
  const mount = (path: string, load: () => Promise<RequestHandler>) => {
    const loaded = load();
    loading.push(loaded);
    app.use(
      path,
      later(() => loaded),
    );
  };
  mountEntities(context);
  if (users !== undefined)
    mount(AUTH_PREFIX, async () => (await import("./auth/auth-routes.js")).authRoutes(context, users));
  if (batch !== false)
    mount(BATCH_PATH, async () => (await import("./batch/batch-routes.js")).batchRoutes(batch, context));
  if (ownOperations.length > 0)
    mount(OPERATIONS_PREFIX, async () =>
      (await import("./operations/operation-routes.js")).operationRoutes(context),
    );
  if (openapi !== false) {
    mount(DOCUMENT_PATH, async () =>
      (await import("./docs/document-routes.js")).documentRoutes(openapi, context),
    );
    if (openapi.page)
      mount(DOCS_PATH, async () => (await import("./docs/page-routes.js")).pageRoutes(openapi, context));
  }
  return Promise.all(loading);
}
