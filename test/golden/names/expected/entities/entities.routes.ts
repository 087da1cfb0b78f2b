// @data-api entities/routes
import * as kit from "data-api/kit";
import { entitiesPolicy } from "./entities.policy.js";
import type { EntitiesRepository } from "./entities.repository.js";

/** The endpoints below /api/data/entities. No role may create, update or delete. */
export function entitiesRoutes({
  identify,
  repository,
}: kit.RouteContext<EntitiesRepository>): kit.Router {
  const router = kit.Router();
  const { entity } = repository;

  const find: kit.RequestHandler<kit.FindParams> = async (req, res) => {
    const grant = kit.authorize(
      await identify(req),
      entitiesPolicy,
      "read",
      req.params.access,
    );
    const query = kit.parseQuery(req.params, entity, grant);
    kit.replyFound(res, await repository.find(query, grant));
  };
  router.get("/:access/findall/:orderBy/:skip/:take", find);
  router.get("/:access/findbycondition/:orderBy/:skip/:take/:condition", find);

  router.get("/:access/findbyid/:id", async (req, res) => {
    const grant = kit.authorize(
      await identify(req),
      entitiesPolicy,
      "read",
      req.params.access,
    );
    const id = kit.parseId<number>(req.params.id, entity);
    kit.replyRecord(res, await repository.findById(id, grant));
  });

  router.get("/", async (req, res) => {
    const grant = kit.authorize(await identify(req), entitiesPolicy, "read");
    const request = kit.parseRead(req, entity);
    kit.replyPage(res, await repository.read(request, grant));
  });

  router.post("/query", async (req, res) => {
    const grant = kit.authorize(await identify(req), entitiesPolicy, "read");
    const request = await kit.parseReadBody(req, entity);
    kit.replyPage(res, await repository.read(request, grant));
  });

  router.get("/aggregate", async (req, res) => {
    const grant = kit.authorize(await identify(req), entitiesPolicy, "read");
    const request = kit.parseAggregate(req, entity);
    kit.replyPage(res, await repository.aggregate(request, grant));
  });

  router.get("/:id", async (req, res) => {
    const grant = kit.authorize(await identify(req), entitiesPolicy, "read");
    const id = kit.parseId<number>(req.params.id, entity);
    const selection = kit.parseSelection(req, entity);
    kit.replyOne(res, entity, await repository.readById(id, selection, grant));
  });

  return router;
}
