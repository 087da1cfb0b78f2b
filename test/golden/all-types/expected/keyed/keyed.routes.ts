// @data-api keyed/routes
import * as kit from "data-api/kit";
import { keyedPolicy } from "./keyed.policy.js";
import type { KeyedRepository } from "./keyed.repository.js";
import { keyedChangesSchema, newKeyedSchema } from "./keyed.schema.js";

/** The endpoints below /api/data/keyed. */
export function keyedRoutes({
  identify,
  repository,
}: kit.RouteContext<KeyedRepository>): kit.Router {
  const router = kit.Router();
  const { entity } = repository;

  const find: kit.RequestHandler<kit.FindParams> = async (req, res) => {
    const grant = kit.authorize(
      await identify(req),
      keyedPolicy,
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
      keyedPolicy,
      "read",
      req.params.access,
    );
    const id = kit.parseId<string>(req.params.id, entity);
    kit.replyRecord(res, await repository.findById(id, grant));
  });

  router.get("/", async (req, res) => {
    const grant = kit.authorize(await identify(req), keyedPolicy, "read");
    const request = kit.parseRead(req, entity);
    kit.replyPage(res, await repository.read(request, grant));
  });

  router.post("/query", async (req, res) => {
    const grant = kit.authorize(await identify(req), keyedPolicy, "read");
    const request = await kit.parseReadBody(req, entity);
    kit.replyPage(res, await repository.read(request, grant));
  });

  router.get("/aggregate", async (req, res) => {
    const grant = kit.authorize(await identify(req), keyedPolicy, "read");
    const request = kit.parseAggregate(req, entity);
    kit.replyPage(res, await repository.aggregate(request, grant));
  });

  router.get("/:id", async (req, res) => {
    const grant = kit.authorize(await identify(req), keyedPolicy, "read");
    const id = kit.parseId<string>(req.params.id, entity);
    const selection = kit.parseSelection(req, entity);
    kit.replyOne(res, entity, await repository.readById(id, selection, grant));
  });

  router.post("/", async (req, res) => {
    const grant = kit.authorize(await identify(req), keyedPolicy, "create");
    const options = kit.parseWriteOptions(req, grant, entity);
    const input = await kit.parseRecords(
      req,
      newKeyedSchema,
      entity,
      options,
      grant,
    );
    const created = Array.isArray(input)
      ? await repository.createMany(input, grant, options)
      : await repository.create(input, grant, options);
    kit.replyCreated(res, entity, created, options);
  });

  const update: kit.RequestHandler<{ id: string }> = async (req, res) => {
    const grant = kit.authorize(await identify(req), keyedPolicy, "update");
    const options = kit.parseWriteOptions(req, grant, entity);
    const id = kit.parseId<string>(req.params.id, entity);
    const changes = await kit.parseBody(
      req,
      keyedChangesSchema,
      entity,
      options,
      grant,
    );
    const record = await repository.update(id, changes, grant, options);
    kit.replyChanged(res, entity, record, options);
  };
  router.put("/:id", update);
  router.patch("/:id", update);

  router.patch("/", async (req, res) => {
    const grant = kit.authorize(await identify(req), keyedPolicy, "update");
    const options = kit.parseManyOptions(req, grant, entity);
    const changed = await kit.parseManyChanges(
      req,
      keyedChangesSchema,
      entity,
      options,
      grant,
    );
    const records = await repository.updateMany(changed, grant, options);
    kit.replyMany(res, records, options);
  });

  router.delete("/:id", async (req, res) => {
    const grant = kit.authorize(await identify(req), keyedPolicy, "delete");
    const options = kit.parseWriteOptions(req, grant, entity);
    const id = kit.parseId<string>(req.params.id, entity);
    const record = await repository.delete(id, grant, options);
    kit.replyChanged(res, entity, record, options);
  });

  router.delete("/", async (req, res) => {
    const grant = kit.authorize(await identify(req), keyedPolicy, "delete");
    const options = kit.parseManyOptions(req, grant, entity);
    const condition = kit.parseDeleteCondition(req, entity);
    const records = await repository.deleteMany(condition, grant, options);
    kit.replyMany(res, records, options);
  });

  return router;
}
