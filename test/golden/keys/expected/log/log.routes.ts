// @data-api log/routes
import * as kit from "data-api/kit";
import { logPolicy } from "./log.policy.js";
import type { LogRepository } from "./log.repository.js";

/** The endpoints below /api/data/log. No role may create, update or delete. */
export function logRoutes({
  identify,
  repository,
}: kit.RouteContext<LogRepository>): kit.Router {
  const router = kit.Router();
  const { entity } = repository;

  const find: kit.RequestHandler<kit.FindParams> = async (req, res) => {
    const grant = kit.authorize(
      await identify(req),
      logPolicy,
      "read",
      req.params.access,
    );
    const query = kit.parseQuery(req.params, entity, grant);
    kit.replyFound(res, await repository.find(query, grant));
  };
  router.get("/:access/findall/:orderBy/:skip/:take", find);
  router.get("/:access/findbycondition/:orderBy/:skip/:take/:condition", find);

  router.get("/", async (req, res) => {
    const grant = kit.authorize(await identify(req), logPolicy, "read");
    const request = kit.parseRead(req, entity);
    kit.replyPage(res, await repository.read(request, grant));
  });

  router.post("/query", async (req, res) => {
    const grant = kit.authorize(await identify(req), logPolicy, "read");
    const request = await kit.parseReadBody(req, entity);
    kit.replyPage(res, await repository.read(request, grant));
  });

  router.get("/aggregate", async (req, res) => {
    const grant = kit.authorize(await identify(req), logPolicy, "read");
    const request = kit.parseAggregate(req, entity);
    kit.replyPage(res, await repository.aggregate(request, grant));
  });

  return router;
}
