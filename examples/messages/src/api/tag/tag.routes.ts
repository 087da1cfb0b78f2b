// @data-api tag/routes
import {
  authorize,
  parseAggregate,
  parseBody,
  parseId,
  parseManyChanges,
  parseManyOptions,
  parseMeant,
  parseQuery,
  parseRead,
  parseReadBody,
  parseRecords,
  parseSelection,
  parseUpsertOptions,
  parseUpserts,
  parseWriteOptions,
  replyChanged,
  replyCreated,
  replyFound,
  replyMany,
  replyOne,
  replyPage,
  replyRecord,
  replyUpserted,
  Router,
  type FindParams,
  type RequestHandler,
  type RouteContext,
} from "data-api/kit";
import { tagPolicy } from "./tag.policy.js";
import type { TagRepository } from "./tag.repository.js";
import { tagChangesSchema, newTagSchema } from "./tag.schema.js";

/** The endpoints below /api/data/tag. */
export function tagRoutes({ identify, repository }: RouteContext<TagRepository>): Router {
  const router = Router();
  const { entity } = repository;

  const find: RequestHandler<FindParams> = async (req, res) => {
    const caller = await identify(req);
    const grant = authorize(caller, tagPolicy, "read", req.params.access);
    const query = parseQuery(req.params, entity, grant);
    const page = await repository.find(query, grant);
    replyFound(res, page);
  };
  router.get("/:access/findall/:orderBy/:skip/:take", find);
  router.get("/:access/findbycondition/:orderBy/:skip/:take/:condition", find);

  router.get("/:access/findbyid/:id", async (req, res) => {
    const caller = await identify(req);
    const grant = authorize(caller, tagPolicy, "read", req.params.access);
    const id = parseId<number>(req.params.id, entity);
    const record = await repository.findById(id, grant);
    replyRecord(res, record);
  });

  router.get("/", async (req, res) => {
    const caller = await identify(req);
    const grant = authorize(caller, tagPolicy, "read");
    const request = parseRead(req, entity);
    const page = await repository.read(request, grant);
    replyPage(res, page);
  });

  router.post("/query", async (req, res) => {
    const caller = await identify(req);
    const grant = authorize(caller, tagPolicy, "read");
    const request = await parseReadBody(req, entity);
    const page = await repository.read(request, grant);
    replyPage(res, page);
  });

  router.get("/aggregate", async (req, res) => {
    const caller = await identify(req);
    const grant = authorize(caller, tagPolicy, "read");
    const request = parseAggregate(req, entity);
    const page = await repository.aggregate(request, grant);
    replyPage(res, page);
  });

  router.get("/:id", async (req, res) => {
    const caller = await identify(req);
    const grant = authorize(caller, tagPolicy, "read");
    const id = parseId<number>(req.params.id, entity);
    const selection = parseSelection(req, entity);
    const record = await repository.readById(id, selection, grant);
    replyOne(res, entity, record);
  });

  router.post("/", async (req, res) => {
    const caller = await identify(req);
    const grant = authorize(caller, tagPolicy, "create");
    const options = parseWriteOptions(req, grant, entity);
    const input = await parseRecords(req, newTagSchema, entity, options, grant);
    const created = Array.isArray(input)
      ? await repository.createMany(input, grant, options)
      : await repository.create(input, grant, options);
    replyCreated(res, entity, created, options);
  });

  const update: RequestHandler<{ id: string }> = async (req, res) => {
    const caller = await identify(req);
    const grant = authorize(caller, tagPolicy, "update");
    const options = parseWriteOptions(req, grant, entity);
    const id = parseId<number>(req.params.id, entity);
    const changes = await parseBody(req, tagChangesSchema, entity, options, grant);
    const record = await repository.update(id, changes, grant, options);
    replyChanged(res, entity, record, options);
  };
  router.put("/:id", update);
  router.patch("/:id", update);

  router.patch("/", async (req, res) => {
    const caller = await identify(req);
    const grant = authorize(caller, tagPolicy, "update");
    const options = parseManyOptions(req, grant, entity);
    const changed = await parseManyChanges(req, tagChangesSchema, entity, options, grant);
    const records = await repository.updateMany(changed, grant, options);
    replyMany(res, records, options);
  });

  router.put("/", async (req, res) => {
    const caller = await identify(req);
    const grants = {
      create: authorize(caller, tagPolicy, "create"),
      update: authorize(caller, tagPolicy, "update"),
    };
    const options = parseUpsertOptions(req, grants.create, entity);
    const schemas = { newRecord: newTagSchema, changes: tagChangesSchema };
    const { records, isList } = await parseUpserts(req, schemas, entity, options, grants);
    const upserted = await repository.upsertMany(records, { ...options, isList }, grants);
    replyUpserted(res, entity, upserted, { ...options, isList });
  });

  router.delete("/:id", async (req, res) => {
    const caller = await identify(req);
    const grant = authorize(caller, tagPolicy, "delete");
    const options = parseWriteOptions(req, grant, entity);
    const id = parseId<number>(req.params.id, entity);
    const record = await repository.delete(id, grant, options);
    replyChanged(res, entity, record, options);
  });

  router.delete("/", async (req, res) => {
    const caller = await identify(req);
    const grant = authorize(caller, tagPolicy, "delete");
    const options = parseManyOptions(req, grant, entity);
    const meant = parseMeant(req, entity);
    const records = await repository.deleteMany(meant, grant, options);
    replyMany(res, records, options);
  });

  return router;
}
