import { Router, type RequestHandler } from "express";
import { authorize } from "../../access/authorize.js";
import type { Caller } from "../../access/caller.js";
import { changesSchema, newRecordSchema } from "../../model/schemas/entity-schema.js";
import type { Entity, Policy } from "../../model/model.js";
import type { RouteContext } from "../surface.js";
import { endpointAnswers } from "./endpoint-answers.js";
import { endpointsOf, idParams, neededOperations, endpointPath, type NamedEndpoint } from "./endpoints.js";

/** The endpoints of an entity, from the Model. `templates/routes.ts.hbs` prints the same with names filled in. */
export function entityRoutes({ identify, repository, endpoints }: RouteContext): Router {
  const { entity } = repository;
  const parts = {
    entity,
    repository,
    get newRecord() {
      return newRecordSchema(entity);
    },
    get changes() {
      return changesSchema(entity);
    },
  };
  return routerOf(endpointsOf(entity, endpoints), entity, ({ name, operation }) => (req, res) => {
    const run = (caller: Caller) => {
      const grant = authorize(caller, entity.policy, operation, req.params["access"]);
      return endpointAnswers[name](req, res, grant, parts);
    };
    const caller = identify(req);
    return caller instanceof Promise ? caller.then(run) : run(caller);
  });
}

/**
 * The routes of the operations that no role may do. They answer 401 or 403, as a handler would; generated code
 * has no handlers for them.
 */
export function closedRoutes(
  entity: Entity,
  policy: Partial<Policy>,
  { identify, endpoints }: Pick<RouteContext, "identify" | "endpoints">,
): Router {
  const closed = endpointsOf(entity, endpoints).filter((endpoint) =>
    neededOperations(endpoint).some((operation) => (policy[operation] ?? []).length === 0),
  );
  return routerOf(closed, entity, (endpoint) => async (req, _res, next) => {
    const caller = await identify(req);
    for (const operation of neededOperations(endpoint))
      authorize(caller, policy, operation, req.params["access"]);
    next();
  });
}

function routerOf(
  rows: readonly NamedEndpoint[],
  entity: Entity,
  handlerOf: (endpoint: NamedEndpoint) => RequestHandler<Record<string, string>>,
): Router {
  const router = Router();
  const key = idParams(entity);
  for (const endpoint of rows) {
    const handler = handlerOf(endpoint);
    for (const method of endpoint.methods) router[method](endpointPath(endpoint, key), handler);
  }
  return router;
}
