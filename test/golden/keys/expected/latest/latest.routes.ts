// @data-api latest/routes
import * as kit from "data-api/kit";
import { latestPolicy } from "./latest.policy.js";
import type { LatestRepository } from "./latest.repository.js";
import type { LatestKey } from "./latest.schema.js";

/** The endpoints below /api/data/latest. No role may create, update or delete. */
export function latestRoutes({
  identify,
  repository,
}: kit.RouteContext<LatestRepository>): kit.Router {
  const router = kit.Router();
  const { entity } = repository;

  const find: kit.RequestHandler<kit.FindParams> = async (req, res) => {
    const grant = kit.authorize(
      await identify(req),
      latestPolicy,
      "read",
      req.params.access,
    );
    const query = kit.parseQuery(req.params, entity, grant);
    kit.replyFound(res, await repository.find(query, grant));
  };
  router.get("/:access/findall/:orderBy/:skip/:take", find);
  router.get("/:access/findbycondition/:orderBy/:skip/:take/:condition", find);

  router.get("/:access/findbyid/:sensor/:at", async (req, res) => {
    const grant = kit.authorize(
      await identify(req),
      latestPolicy,
      "read",
      req.params.access,
    );
    const id = kit.parseId<LatestKey>(
      { sensor: req.params.sensor, at: req.params.at },
      entity,
    );
    kit.replyRecord(res, await repository.findById(id, grant));
  });

  router.get("/", async (req, res) => {
    const grant = kit.authorize(await identify(req), latestPolicy, "read");
    const request = kit.parseRead(req, entity);
    kit.replyPage(res, await repository.read(request, grant));
  });

  router.post("/query", async (req, res) => {
    const grant = kit.authorize(await identify(req), latestPolicy, "read");
    const request = await kit.parseReadBody(req, entity);
    kit.replyPage(res, await repository.read(request, grant));
  });

  router.get("/aggregate", async (req, res) => {
    const grant = kit.authorize(await identify(req), latestPolicy, "read");
    const request = kit.parseAggregate(req, entity);
    kit.replyPage(res, await repository.aggregate(request, grant));
  });

  router.get("/:sensor/:at", async (req, res) => {
    const grant = kit.authorize(await identify(req), latestPolicy, "read");
    const id = kit.parseId<LatestKey>(
      { sensor: req.params.sensor, at: req.params.at },
      entity,
    );
    const selection = kit.parseSelection(req, entity);
    kit.replyOne(res, entity, await repository.readById(id, selection, grant));
  });

  return router;
}
