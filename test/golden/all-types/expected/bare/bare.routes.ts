// @data-api bare/routes
import { Router } from "data-api/kit";

/** The endpoints below /api/data/bare. Nobody may do anything there. */
export function bareRoutes(): Router {
  return Router();
}
