// @data-api reading/routes
import * as kit from "data-api/kit";
import { readingPolicy } from "./reading.policy.js";
import type { ReadingRepository } from "./reading.repository.js";
import { newReadingSchema, type ReadingKey } from "./reading.schema.js";

/** The endpoints below /api/data/reading. No role may update or delete. */
export function readingRoutes({
  identify,
  repository,
}: kit.RouteContext<ReadingRepository>): kit.Router {
  const router = kit.Router();
  const { entity } = repository;

  const find: kit.RequestHandler<kit.FindParams> = async (req, res) => {
    const grant = kit.authorize(
      await identify(req),
      readingPolicy,
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
      readingPolicy,
      "read",
      req.params.access,
    );
    const id = kit.parseId<ReadingKey>(
      { sensor: req.params.sensor, at: req.params.at },
      entity,
    );
    kit.replyRecord(res, await repository.findById(id, grant));
  });

  router.get("/", async (req, res) => {
    const grant = kit.authorize(await identify(req), readingPolicy, "read");
    const request = kit.parseRead(req, entity);
    kit.replyPage(res, await repository.read(request, grant));
  });

  router.post("/query", async (req, res) => {
    const grant = kit.authorize(await identify(req), readingPolicy, "read");
    const request = await kit.parseReadBody(req, entity);
    kit.replyPage(res, await repository.read(request, grant));
  });

  router.get("/aggregate", async (req, res) => {
    const grant = kit.authorize(await identify(req), readingPolicy, "read");
    const request = kit.parseAggregate(req, entity);
    kit.replyPage(res, await repository.aggregate(request, grant));
  });

  router.get("/:sensor/:at", async (req, res) => {
    const grant = kit.authorize(await identify(req), readingPolicy, "read");
    const id = kit.parseId<ReadingKey>(
      { sensor: req.params.sensor, at: req.params.at },
      entity,
    );
    const selection = kit.parseSelection(req, entity);
    kit.replyOne(res, entity, await repository.readById(id, selection, grant));
  });

  router.post("/", async (req, res) => {
    const grant = kit.authorize(await identify(req), readingPolicy, "create");
    const options = kit.parseWriteOptions(req, grant, entity);
    const input = await kit.parseRecords(
      req,
      newReadingSchema,
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
