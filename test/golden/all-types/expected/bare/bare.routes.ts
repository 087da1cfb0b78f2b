// @data-api bare/routes
import * as kit from "data-api/kit";

/** The endpoints below /api/data/bare. No role may use them. */
export function bareRoutes(): kit.Router {
  return kit.Router();
}
