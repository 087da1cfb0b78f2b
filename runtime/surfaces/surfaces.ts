import type { Request, RequestHandler, Response } from "express";
import { AUTH_PREFIX, BATCH_PATH, DOCS_PATH, DOCUMENT_PATH, OPERATIONS_PREFIX } from "../http/endpoint.js";
import { later } from "../http/later.js";
import { isLoopback } from "../http/is-loopback.js";
import type { Model } from "../model/model.js";
import type { Address } from "./addresses.js";
import { mountEntities } from "./endpoints/mount-entities.js";
import type { SurfaceContext } from "./surface.js";

/**
 * Answers browsers at `/` with a page of links, if nothing else answers there. `undefined` in production (`NODE_ENV`),
 * and if other machines can reach the server.
 */
export function homePage(
  model: Model,
  places: readonly Address[],
): ((req: Request, res: Response) => boolean) | undefined {
  if (process.env["NODE_ENV"] === "production" || !isLoopback(model.server.host)) return undefined;
  return (req, res) => {
    const isRead = req.method === "GET" || req.method === "HEAD";
    if (!isRead || req.path !== "/" || req.accepts(["json", "html"]) !== "html") return false;
    void import("./docs/home-page.js").then(({ sendHomePage }) => {
      sendHomePage(res, model, places);
    });
    return true;
  };
}

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
