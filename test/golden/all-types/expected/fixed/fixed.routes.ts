// @data-api fixed/routes
import * as kit from "data-api/kit";
import { fixedPolicy } from "./fixed.policy.js";
import type { FixedRepository } from "./fixed.repository.js";
import { newFixedSchema } from "./fixed.schema.js";

/** The endpoints below /api/data/fixed. No role may update or delete. */
export function fixedRoutes({
  identify,
  repository,
}: kit.RouteContext<FixedRepository>): kit.Router {
  const router = kit.Router();
  const { entity } = repository;

  const find: kit.RequestHandler<kit.FindParams> = async (req, res) => {
    const grant = kit.authorize(
      await identify(req),
      fixedPolicy,
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
      fixedPolicy,
      "read",
      req.params.access,
    );
    const id = kit.parseId<number>(req.params.id, entity);
    kit.replyRecord(res, await repository.findById(id, grant));
  });

  router.get("/", async (req, res) => {
    const grant = kit.authorize(await identify(req), fixedPolicy, "read");
    const request = kit.parseRead(req, entity);
    kit.replyPage(res, await repository.read(request, grant));
  });

  router.post("/query", async (req, res) => {
    const grant = kit.authorize(await identify(req), fixedPolicy, "read");
    const request = await kit.parseReadBody(req, entity);
    kit.replyPage(res, await repository.read(request, grant));
  });

  router.get("/aggregate", async (req, res) => {
    const grant = kit.authorize(await identify(req), fixedPolicy, "read");
    const request = kit.parseAggregate(req, entity);
    kit.replyPage(res, await repository.aggregate(request, grant));
  });

  router.get("/:id", async (req, res) => {
    const grant = kit.authorize(await identify(req), fixedPolicy, "read");
    const id = kit.parseId<number>(req.params.id, entity);
    const selection = kit.parseSelection(req, entity);
    kit.replyOne(res, entity, await repository.readById(id, selection, grant));
  });

  router.post("/", async (req, res) => {
    const grant = kit.authorize(await identify(req), fixedPolicy, "create");
    const options = kit.parseWriteOptions(req, grant, entity);
    const input = await kit.parseRecords(
      req,
      newFixedSchema,
      entity,
      options,
      grant,
    );
    const created = Array.isArray(input)
      ? await repository.createMany(input, grant, options)
      : await repository.create(input, grant, options);
    kit.replyCreated(res, entity, created, options);
  });

  return router;
}
