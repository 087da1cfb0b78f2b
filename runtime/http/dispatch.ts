import type { IRouter, NextFunction, Request, RequestHandler, Response } from "express";
import type { Entity } from "../model/model.js";
import type { AuditRefusal } from "./audit-refusal.js";
import { forThisCallerOnly } from "./cache-headers.js";
import { answerOptions, wrongMethod } from "./methods.js";
import { allowedMethods } from "./paths.js";
import { sendProblem } from "./send-problem.js";

/** What answers at the paths of an entity. */
export interface EntityRouter {
  readonly entity: Entity;
  readonly router: IRouter;
}

/**
 * Hands a request on to its entity's router: one look-up, however many entities there are.
 * @param hasCallers Whether answers depend on who asks.
 * @param auditRefusal Sees what is answered with a problem, before it is.
 */
export function createDispatch(
  routers: ReadonlyMap<string, EntityRouter>,
  hasCallers: boolean,
  auditRefusal?: AuditRefusal,
): RequestHandler<{ entity: string }> {
  return (req, res, next) => {
    if (hasCallers) forThisCallerOnly(res);
    const found = routers.get(req.params.entity.toLowerCase());
    if (found === undefined) {
      next();
      return;
    }
    const { entity, router } = found;
    // Before the router, which would answer OPTIONS in a way of its own.
    const methods = req.method === "OPTIONS" ? allowedMethods(req.url, entity) : undefined;
    if (methods !== undefined) {
      answerOptions(res, methods);
      return;
    }
    router(req, res, (error?: unknown) => {
      if (error === undefined) answerUnmatched(req, res, next, entity);
      else if (auditRefusal === undefined) sendProblem(res, error);
      else {
        void auditRefusal(req, entity, error).then(() => {
          sendProblem(res, error);
        });
      }
    });
  };
}

/** A path that is there does not take this method; any other may still be the application's own. */
function answerUnmatched(
  req: Pick<Request, "url" | "method">,
  res: Response,
  next: NextFunction,
  entity: Entity,
): void {
  const methods = allowedMethods(req.url, entity);
  if (methods === undefined || methods.includes(req.method)) {
    next();
    return;
  }
  sendProblem(res, wrongMethod(req.method, methods));
}
