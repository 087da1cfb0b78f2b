// @data-api log/routes
import {
  authorize,
  parseAggregate,
  parseQuery,
  parseRead,
  parseReadBody,
  replyFound,
  replyPage,
  Router,
  type FindParams,
  type RequestHandler,
  type RouteContext,
} from "data-api/kit";
import { logPolicy } from "./log.policy.js";
import type { LogRepository } from "./log.repository.js";

/** The endpoints below /api/data/log. No role may create, update or delete. */
export function logRoutes({
  identify,
  repository,
}: RouteContext<LogRepository>): Router {
  const router = Router();
  const { entity } = repository;

  const find: RequestHandler<FindParams> = async (req, res) => {
    const caller = await identify(req);
    const grant = authorize(caller, logPolicy, "read", req.params.access);
    const query = parseQuery(req.params, entity, grant);
    const page = await repository.find(query, grant);
    replyFound(res, page);
  };
  router.get("/:access/findall/:orderBy/:skip/:take", find);
  router.get("/:access/findbycondition/:orderBy/:skip/:take/:condition", find);

  router.get("/", async (req, res) => {
    const caller = await identify(req);
    const grant = authorize(caller, logPolicy, "read");
    const request = parseRead(req, entity);
    const page = await repository.read(request, grant);
    replyPage(res, page);
  });

  router.post("/query", async (req, res) => {
    const caller = await identify(req);
    const grant = authorize(caller, logPolicy, "read");
    const request = await parseReadBody(req, entity);
    const page = await repository.read(request, grant);
    replyPage(res, page);
  });

  router.get("/aggregate", async (req, res) => {
    const caller = await identify(req);
    const grant = authorize(caller, logPolicy, "read");
    const request = parseAggregate(req, entity);
    const page = await repository.aggregate(request, grant);
    replyPage(res, page);
  });

  return router;
}
