import type { IRouter, RequestHandler } from "express";
import { API_PREFIX, FOLLOW_PATH } from "../../http/endpoint.js";
import { createShortcut, rowsOf } from "../../http/shortcut.js";
import { onceForEach } from "../../model/once-for-each.js";
import type { EntityParts, SurfaceContext } from "../surface.js";
import { createAuditEndpointFailure } from "./audit-endpoint-failure.js";
import { createDispatch, type EntityRouter } from "./dispatch.js";
import { closedRoutes, entityRoutes } from "./entity-routes.js";
import { ENDPOINT_FAMILIES, PUBLIC_URL } from "../writes/record-location.js";

/**
 * Mounts the endpoints of all entities.
 * @param follow Returns the handler of `GET /changes` of an entity. `undefined` if its changes cannot be followed.
 */
export function mountEntities(
  context: SurfaceContext,
  follow: (parts: EntityParts) => RequestHandler | undefined,
): void {
  const { app, addShortcut, model, entities, identify } = context;
  const { endpoints } = model;
  app.set(ENDPOINT_FAMILIES, endpoints);
  app.set(PUBLIC_URL, model.server.publicUrl);
  // Built for the first request of an entity: of a start with hundreds of entities, this would be the most.
  const routerOf = onceForEach((parts: EntityParts): EntityRouter => {
    const { routes, repository, policy } = parts;
    const router = routes({ identify, repository: repository as never, endpoints });
    const following = follow(parts);
    if (following !== undefined) addFirst(router, FOLLOW_PATH, following);
    const { entity } = repository;
    const closed = closedRoutes(entity, policy, { identify, endpoints });
    // A separate router: functions on the parameters of the other router must not run before the rejection.
    router.use(closed);
    return { entity, router, rows: rowsOf(router, closed) };
  });
  // Generated code may have been edited: what it throws must end the start.
  for (const parts of entities.values()) if (parts.routes !== entityRoutes) routerOf(parts);
  const find = (name: string) => {
    const parts = entities.get(name) ?? entities.get(name.toLowerCase());
    return parts && routerOf(parts);
  };
  const dispatch = createDispatch(find, model, createAuditEndpointFailure(context));
  app.use(`${API_PREFIX}/:entity`, dispatch.handler);
  addShortcut(createShortcut(app, API_PREFIX, dispatch));
}

/** Adds a route that is tried before all others: the key of a record could have its name. */
function addFirst(router: IRouter, path: string, handler: RequestHandler): void {
  router.get(path, handler);
  const added = router.stack.pop();
  if (added !== undefined) router.stack.unshift(added);
}
