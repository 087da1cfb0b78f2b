import type { IRouter, NextFunction, Request, RequestHandler, Response } from "express";
import { ApiError } from "../errors/api-error.js";
import type { Entity } from "../model/model.js";
import { allowedMethods } from "./paths.js";
import { sendProblem } from "./send-problem.js";

/** What answers at the paths of an entity. */
export interface EntityRouter {
  readonly entity: Entity;
  readonly router: IRouter;
}

/** Hands a request on to its entity's router: one look-up, however many entities there are. */
export function createDispatch(
  routers: ReadonlyMap<string, EntityRouter>,
): RequestHandler<{ entity: string }> {
  return (req, res, next) => {
    const found = routers.get(req.params.entity.toLowerCase());
    if (found === undefined) {
      next();
      return;
    }
    const { entity, router } = found;
    // Before the router, which would answer OPTIONS in a way of its own.
    if (req.method === "OPTIONS" && answerOptions(req, res, entity)) return;
    router(req, res, (error?: unknown) => {
      if (error === undefined) answerUnmatched(req, res, next, entity);
      else sendProblem(res, error);
    });
  };
}

function answerOptions(req: Pick<Request, "url">, res: Response, entity: Entity): boolean {
  const methods = allowedMethods(req.url, entity);
  if (methods === undefined) return false;
  res.writeHead(204, { Allow: methods.join(", ") });
  res.end();
  return true;
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
  const detail = `The method ${req.method} is not allowed here; allowed: ${methods.join(", ")}.`;
  sendProblem(res, new ApiError("method-not-allowed", detail, { headers: { Allow: methods.join(", ") } }));
}
