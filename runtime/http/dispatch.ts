import type { IRouter, NextFunction, Request, RequestHandler, Response } from "express";
import { ApiError } from "../errors/api-error.js";
import { allowedMethods } from "./paths.js";
import { sendProblem } from "./send-problem.js";

/** Hands a request on to its entity's router: one look-up, however many entities there are. */
export function createDispatch(routers: ReadonlyMap<string, IRouter>): RequestHandler<{ entity: string }> {
  return (req, res, next) => {
    const router = routers.get(req.params.entity.toLowerCase());
    if (router === undefined) {
      next();
      return;
    }
    // Before the router, which would answer OPTIONS in a way of its own.
    if (req.method === "OPTIONS" && answerOptions(req, res)) return;
    router(req, res, (error?: unknown) => {
      if (error === undefined) answerUnmatched(req, res, next);
      else sendProblem(res, error);
    });
  };
}

function answerOptions(req: Pick<Request, "url">, res: Response): boolean {
  const methods = allowedMethods(req.url);
  if (methods === undefined) return false;
  res.writeHead(204, { Allow: methods.join(", ") });
  res.end();
  return true;
}

/** A path that is there does not take this method; any other may still be the application's own. */
function answerUnmatched(req: Pick<Request, "url" | "method">, res: Response, next: NextFunction): void {
  const methods = allowedMethods(req.url);
  if (methods === undefined || methods.includes(req.method)) {
    next();
    return;
  }
  const detail = `The method ${req.method} is not allowed here; allowed: ${methods.join(", ")}.`;
  sendProblem(res, new ApiError("method-not-allowed", detail, { headers: { Allow: methods.join(", ") } }));
}
