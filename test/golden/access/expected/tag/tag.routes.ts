// @data-api tag/routes
import * as kit from "data-api/kit";
import { tagPolicy } from "./tag.policy.js";
import type { TagRepository } from "./tag.repository.js";
import { tagChangesSchema, newTagSchema } from "./tag.schema.js";

/** The endpoints below /api/data/tag. */
export function tagRoutes({
  identify,
  repository,
}: kit.RouteContext<TagRepository>): kit.Router {
  const router = kit.Router();
  const { entity } = repository;

  const find: kit.RequestHandler<kit.FindParams> = async (req, res) => {
    const grant = kit.authorize(
      await identify(req),
      tagPolicy,
      "read",
      req.params.access,
    );
    const query = kit.parseQuery(req.params, entity, grant);
    kit.replyFound(res, await repository.find(query, grant));
  };
  router.get("/:access/findall/:orderBy/:skip/:take", find);
  router.get("/:access/findbycondition/:orderBy/:skip/:take/:condition", find);

  router.get("/:access/findbyid/:code", async (req, res) => {
    const grant = kit.authorize(
      await identify(req),
      tagPolicy,
      "read",
      req.params.access,
    );
    const id = kit.parseId<string>(req.params.code, entity);
    kit.replyRecord(res, await repository.findById(id, grant));
  });

  router.get("/", async (req, res) => {
    const grant = kit.authorize(await identify(req), tagPolicy, "read");
    const request = kit.parseRead(req, entity);
    kit.replyPage(res, await repository.read(request, grant));
  });

  router.post("/query", async (req, res) => {
    const grant = kit.authorize(await identify(req), tagPolicy, "read");
    const request = await kit.parseReadBody(req, entity);
    kit.replyPage(res, await repository.read(request, grant));
  });

  router.get("/aggregate", async (req, res) => {
    const grant = kit.authorize(await identify(req), tagPolicy, "read");
    const request = kit.parseAggregate(req, entity);
    kit.replyPage(res, await repository.aggregate(request, grant));
  });

  router.get("/:code", async (req, res) => {
    const grant = kit.authorize(await identify(req), tagPolicy, "read");
    const id = kit.parseId<string>(req.params.code, entity);
    const selection = kit.parseSelection(req, entity);
    kit.replyOne(res, entity, await repository.readById(id, selection, grant));
  });

  router.post("/", async (req, res) => {
    const grant = kit.authorize(await identify(req), tagPolicy, "create");
    const options = kit.parseWriteOptions(req, grant, entity);
    const input = await kit.parseRecords(
      req,
      newTagSchema,
      entity,
      options,
      grant,
    );
    const created = Array.isArray(input)
      ? await repository.createMany(input, grant, options)
      : await repository.create(input, grant, options);
    kit.replyCreated(res, entity, created, options);
  });

  const update: kit.RequestHandler<{ code: string }> = async (req, res) => {
    const grant = kit.authorize(await identify(req), tagPolicy, "update");
    const options = kit.parseWriteOptions(req, grant, entity);
    const id = kit.parseId<string>(req.params.code, entity);
    const changes = await kit.parseBody(
      req,
      tagChangesSchema,
      entity,
      options,
      grant,
    );
    const record = await repository.update(id, changes, grant, options);
    kit.replyChanged(res, entity, record, options);
  };
  router.put("/:code", update);
  router.patch("/:code", update);

  router.patch("/", async (req, res) => {
    const grant = kit.authorize(await identify(req), tagPolicy, "update");
    const options = kit.parseManyOptions(req, grant, entity);
    const changed = await kit.parseManyChanges(
      req,
      tagChangesSchema,
      entity,
      options,
      grant,
    );
    const records = await repository.updateMany(changed, grant, options);
    kit.replyMany(res, records, options);
  });

  router.put("/", async (req, res) => {
    const caller = await identify(req);
    const grants = {
      create: kit.authorize(caller, tagPolicy, "create"),
      update: kit.authorize(caller, tagPolicy, "update"),
    };
    const options = kit.parseUpsertOptions(req, grants.create, entity);
    const schemas = { newRecord: newTagSchema, changes: tagChangesSchema };
    const { records, isList } = await kit.parseUpserts(
      req,
      schemas,
      entity,
      options,
      grants,
    );
    const upserted = await repository.upsertMany(
      records,
      { ...options, isList },
      grants,
    );
    kit.replyUpserted(res, entity, upserted, { ...options, isList });
  });

  router.delete("/:code", async (req, res) => {
    const grant = kit.authorize(await identify(req), tagPolicy, "delete");
    const options = kit.parseWriteOptions(req, grant, entity);
    const id = kit.parseId<string>(req.params.code, entity);
    const record = await repository.delete(id, grant, options);
    kit.replyChanged(res, entity, record, options);
  });

  router.delete("/", async (req, res) => {
    const grant = kit.authorize(await identify(req), tagPolicy, "delete");
    const options = kit.parseManyOptions(req, grant, entity);
    const condition = kit.parseDeleteCondition(req, entity);
    const records = await repository.deleteMany(condition, grant, options);
    kit.replyMany(res, records, options);
  });

  return router;
}
