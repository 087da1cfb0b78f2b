// @data-api blog/routes
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
  parseWriteOptions,
  replyChanged,
  replyCreated,
  replyFound,
  replyMany,
  replyOne,
  replyPage,
  replyRecord,
  Router,
  type FindParams,
  type RequestHandler,
  type RouteContext,
} from "data-api/kit";
import { blogPolicy } from "./blog.policy.js";
import type { BlogRepository } from "./blog.repository.js";
import { blogChangesSchema, newBlogSchema } from "./blog.schema.js";

/** The endpoints below /api/data/blog. */
export function blogRoutes({
  identify,
  repository,
}: RouteContext<BlogRepository>): Router {
  const router = Router();
  const { entity } = repository;

  const find: RequestHandler<FindParams> = async (req, res) => {
    const caller = await identify(req);
    const grant = authorize(caller, blogPolicy, "read", req.params.access);
    const query = parseQuery(req.params, entity, grant);
    const page = await repository.find(query, grant);
    replyFound(res, page);
  };
  router.get("/:access/findall/:orderBy/:skip/:take", find);
  router.get("/:access/findbycondition/:orderBy/:skip/:take/:condition", find);

  router.get("/:access/findbyid/:BlogId", async (req, res) => {
    const caller = await identify(req);
    const grant = authorize(caller, blogPolicy, "read", req.params.access);
    const id = parseId<number>(req.params.BlogId, entity);
    const record = await repository.findById(id, grant);
    replyRecord(res, record);
  });

  router.get("/", async (req, res) => {
    const caller = await identify(req);
    const grant = authorize(caller, blogPolicy, "read");
    const request = parseRead(req, entity);
    const page = await repository.read(request, grant);
    replyPage(res, page);
  });

  router.post("/query", async (req, res) => {
    const caller = await identify(req);
    const grant = authorize(caller, blogPolicy, "read");
    const request = await parseReadBody(req, entity);
    const page = await repository.read(request, grant);
    replyPage(res, page);
  });

  router.get("/aggregate", async (req, res) => {
    const caller = await identify(req);
    const grant = authorize(caller, blogPolicy, "read");
    const request = parseAggregate(req, entity);
    const page = await repository.aggregate(request, grant);
    replyPage(res, page);
  });

  router.get("/:BlogId", async (req, res) => {
    const caller = await identify(req);
    const grant = authorize(caller, blogPolicy, "read");
    const id = parseId<number>(req.params.BlogId, entity);
    const selection = parseSelection(req, entity);
    const record = await repository.readById(id, selection, grant);
    replyOne(res, entity, record);
  });

  router.post("/", async (req, res) => {
    const caller = await identify(req);
    const grant = authorize(caller, blogPolicy, "create");
    const options = parseWriteOptions(req, grant, entity);
    const input = await parseRecords(
      req,
      newBlogSchema,
      entity,
      options,
      grant,
    );
    const created = Array.isArray(input)
      ? await repository.createMany(input, grant, options)
      : await repository.create(input, grant, options);
    replyCreated(res, entity, created, options);
  });

  const update: RequestHandler<{ BlogId: string }> = async (req, res) => {
    const caller = await identify(req);
    const grant = authorize(caller, blogPolicy, "update");
    const options = parseWriteOptions(req, grant, entity);
    const id = parseId<number>(req.params.BlogId, entity);
    const changes = await parseBody(
      req,
      blogChangesSchema,
      entity,
      options,
      grant,
    );
    const record = await repository.update(id, changes, grant, options);
    replyChanged(res, entity, record, options);
  };
  router.put("/:BlogId", update);
  router.patch("/:BlogId", update);

  router.patch("/", async (req, res) => {
    const caller = await identify(req);
    const grant = authorize(caller, blogPolicy, "update");
    const options = parseManyOptions(req, grant, entity);
    const changed = await parseManyChanges(
      req,
      blogChangesSchema,
      entity,
      options,
      grant,
    );
    const records = await repository.updateMany(changed, grant, options);
    replyMany(res, records, options);
  });

  router.delete("/:BlogId", async (req, res) => {
    const caller = await identify(req);
    const grant = authorize(caller, blogPolicy, "delete");
    const options = parseWriteOptions(req, grant, entity);
    const id = parseId<number>(req.params.BlogId, entity);
    const record = await repository.delete(id, grant, options);
    replyChanged(res, entity, record, options);
  });

  router.delete("/", async (req, res) => {
    const caller = await identify(req);
    const grant = authorize(caller, blogPolicy, "delete");
    const options = parseManyOptions(req, grant, entity);
    const meant = parseMeant(req, entity);
    const records = await repository.deleteMany(meant, grant, options);
    replyMany(res, records, options);
  });

  return router;
}
