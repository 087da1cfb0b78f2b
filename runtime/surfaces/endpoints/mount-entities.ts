import { API_PREFIX } from "../../http/endpoint.js";
import { createShortcut, rowsOf } from "../../http/shortcut.js";
import type { SurfaceContext } from "../surface.js";
import { createAuditEndpointFailure } from "./audit-endpoint-failure.js";
import { createDispatch } from "./dispatch.js";
import { closedRoutes } from "./entity-routes.js";
import { ENDPOINT_FAMILIES, PUBLIC_URL } from "../writes/record-location.js";

/** Mounts the endpoints of all entities. */
export function mountEntities(context: SurfaceContext): void {
  const { app, addShortcut, model, entities, identify } = context;
  const { endpoints } = model;
  app.set(ENDPOINT_FAMILIES, endpoints);
  app.set(PUBLIC_URL, model.server.publicUrl);
  const routers = Array.from(entities, ([name, { routes, repository, policy }]) => {
    const router = routes({ identify, repository: repository as never, endpoints });
    const { entity } = repository;
    const closed = closedRoutes(entity, policy, { identify, endpoints });
    // A separate router: functions on the parameters of the other router must not run before the rejection.
    router.use(closed);
    return [name, { entity, router, rows: rowsOf(router, closed) }] as const;
  });
  const dispatch = createDispatch(new Map(routers), model, createAuditEndpointFailure(context));
  app.use(`${API_PREFIX}/:entity`, dispatch.handler);
  addShortcut(createShortcut(app, API_PREFIX, dispatch));
}
