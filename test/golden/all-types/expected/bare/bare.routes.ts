// @data-api bare/routes
import { Router } from "data-api/kit";

/** The endpoints below /api/data/bare. No role may use them. */
export function bareRoutes(): Router {
  return Router();
}
