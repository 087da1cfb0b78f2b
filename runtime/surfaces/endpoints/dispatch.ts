import type { IRouter, NextFunction, Request, RequestHandler, Response } from "express";
import { forThisCallerOnly } from "../../http/headers/cache-headers.js";
import { answersMethod, methodsOf } from "../../http/endpoint.js";
import { withLabels } from "../../model/with-labels.js";
import { sendProblem } from "../../http/send-problem.js";
import type { rowsOf, ShortcutRouters } from "../../http/shortcut.js";
import { fieldLabel } from "../../model/field-label.js";
import type { Entity, Model } from "../../model/model.js";
import type { AuditEndpointFailure } from "./audit-endpoint-failure.js";
import { endpointsAt } from "./endpoints-at.js";

export interface EntityRouter {
  readonly entity: Entity;
  readonly router: IRouter;
  readonly rows: ReturnType<typeof rowsOf>;
}

/** Passes requests on to the routers of their entities. */
interface Dispatch extends ShortcutRouters<EntityRouter> {
  /** The entry point for requests that come through Express's router. */
  readonly handler: RequestHandler<{ entity: string }>;
}

/**
 * Finds the router of a request's entity with one look-up, however many entities there are.
 * @param find Finds it by the entity's name, in any case.
 * @param auditEndpointFailure Called before a problem is answered.
 */
export function createDispatch(
  find: (name: string) => EntityRouter | undefined,
  { auth, endpoints }: Pick<Model, "auth" | "endpoints">,
  auditEndpointFailure?: AuditEndpointFailure,
): Dispatch {
  const begin = (res: Response) => {
    if (auth !== undefined) forThisCallerOnly(res);
  };
  /** Answers OPTIONS and disallowed methods on existing paths. The application may handle all other paths. */
  const answersOther = (req: Request, res: Response, entity: Entity): boolean => {
    const found = endpointsAt(req.url, entity, endpoints);
    return found.length > 0 && answersMethod(req.method, res, methodsOf(found));
  };
  const end = (
    req: Request,
    res: Response,
    { entity }: EntityRouter,
    error: unknown,
    next: NextFunction,
  ): void => {
    // Express passes null if the router was left by `next("router")`.
    if (error === undefined || error === null) {
      if (!answersOther(req, res, entity)) next();
    } else if (auditEndpointFailure === undefined) answerError(res, entity, error);
    else {
      void auditEndpointFailure(req, entity, error).then(() => answerError(res, entity, error));
    }
  };
  const handler: RequestHandler<{ entity: string }> = (req, res, next) => {
    begin(res);
    const found = find(req.params.entity);
    if (found === undefined) next();
    // Before the router, because Express would answer OPTIONS itself.
    else if (req.method !== "OPTIONS" || !answersOther(req, res, found.entity))
      found.router(req, res, (error?: unknown) => end(req, res, found, error, next));
  };
  return { find, begin, end, handler };
}

function answerError(res: Response, entity: Entity, error: unknown): void {
  sendProblem(
    res,
    withLabels(error, (path) => fieldLabel(entity, path)),
  );
}
