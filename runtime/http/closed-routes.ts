import { Router, type RequestHandler } from "express";
import { authorize } from "../access/authorize.js";
import type { Identify } from "../access/caller.js";
import type { Entity, Operation, Policy } from "../model/model.js";
import { idPattern } from "./paths.js";

/**
 * Answers the operations that no role may do with 401 or 403, as a handler would. Generated code has no handlers for them.
 */
export function closedRoutes(entity: Entity, policy: Partial<Policy>, identify: Identify): Router {
  const router = Router();
  const idPath = idPattern(entity);
  const isClosed = (operation: Operation): boolean => (policy[operation] ?? []).length === 0;
  const refuse =
    (operation: Operation): RequestHandler<Record<string, string>> =>
    async (req, _res, next) => {
      authorize(await identify(req), policy, operation, req.params["access"]);
      next();
    };
  if (isClosed("read")) {
    router.get("/:access/findall/:orderBy/:skip/:take", refuse("read"));
    router.get(`/:access/findbyid/${idPath}`, refuse("read"));
    router.get("/:access/findbycondition/:orderBy/:skip/:take/:condition", refuse("read"));
  }
  if (isClosed("create")) router.post("/", refuse("create"));
  if (isClosed("update")) {
    router.put(`/${idPath}`, refuse("update"));
    router.patch(`/${idPath}`, refuse("update"));
  }
  if (isClosed("delete")) router.delete(`/${idPath}`, refuse("delete"));
  return router;
}
