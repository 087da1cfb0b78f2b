// @data-api blog/routes
import * as kit from "data-api/kit";
import { blogPolicy } from "./blog.policy.js";
import type { BlogRepository } from "./blog.repository.js";
import { blogChangesSchema, newBlogSchema } from "./blog.schema.js";

/** The endpoints below /api/data/blog. */
export function blogRoutes({
  identify,
  repository,
}: kit.RouteContext<BlogRepository>): kit.Router {
  const router = kit.Router();
  const { entity } = repository;

  const find: kit.RequestHandler<kit.FindParams> = async (req, res) => {
    const grant = kit.authorize(
      await identify(req),
      blogPolicy,
      "read",
      req.params.access,
    );
    const query = kit.parseQuery(req.params, entity, grant);
    kit.replyFound(res, await repository.find(query, grant));
  };
  router.get("/:access/findall/:orderBy/:skip/:take", find);
  router.get("/:access/findbycondition/:orderBy/:skip/:take/:condition", find);

  router.get("/:access/findbyid/:BlogId", async (req, res) => {
    const grant = kit.authorize(
      await identify(req),
      blogPolicy,
      "read",
      req.params.access,
    );
    const id = kit.parseId<number>(req.params.BlogId, entity);
    kit.replyRecord(res, await repository.findById(id, grant));
  });

  router.get("/", async (req, res) => {
    const grant = kit.authorize(await identify(req), blogPolicy, "read");
    const request = kit.parseRead(req, entity);
    kit.replyPage(res, await repository.read(request, grant));
  });

  router.post("/query", async (req, res) => {
    const grant = kit.authorize(await identify(req), blogPolicy, "read");
    const request = await kit.parseReadBody(req, entity);
    kit.replyPage(res, await repository.read(request, grant));
  });

  router.get("/aggregate", async (req, res) => {
    const grant = kit.authorize(await identify(req), blogPolicy, "read");
    const request = kit.parseAggregate(req, entity);
    kit.replyPage(res, await repository.aggregate(request, grant));
  });

  router.get("/:BlogId", async (req, res) => {
    const grant = kit.authorize(await identify(req), blogPolicy, "read");
    const id = kit.parseId<number>(req.params.BlogId, entity);
    const selection = kit.parseSelection(req, entity);
    kit.replyOne(res, entity, await repository.readById(id, selection, grant));
  });

  router.post("/", async (req, res) => {
    const grant = kit.authorize(await identify(req), blogPolicy, "create");
    const options = kit.parseWriteOptions(req, grant, entity);
    const input = await kit.parseRecords(
      req,
      newBlogSchema,
      entity,
      options,
      grant,
    );
    const created = Array.isArray(input)
      ? await repository.createMany(input, grant, options)
      : await repository.create(input, grant, options);
    kit.replyCreated(res, entity, created, options);
  });

  const update: kit.RequestHandler<{ BlogId: string }> = async (req, res) => {
    const grant = kit.authorize(await identify(req), blogPolicy, "update");
    const options = kit.parseWriteOptions(req, grant, entity);
    const id = kit.parseId<number>(req.params.BlogId, entity);
    const changes = await kit.parseBody(
      req,
      blogChangesSchema,
      entity,
      options,
      grant,
    );
    const record = await repository.update(id, changes, grant, options);
    kit.replyChanged(res, entity, record, options);
  };
  router.put("/:BlogId", update);
  router.patch("/:BlogId", update);

  router.patch("/", async (req, res) => {
    const grant = kit.authorize(await identify(req), blogPolicy, "update");
    const options = kit.parseManyOptions(req, grant, entity);
    const changed = await kit.parseManyChanges(
      req,
      blogChangesSchema,
      entity,
      options,
      grant,
    );
    const records = await repository.updateMany(changed, grant, options);
    kit.replyMany(res, records, options);
  });

  router.delete("/:BlogId", async (req, res) => {
    const grant = kit.authorize(await identify(req), blogPolicy, "delete");
    const options = kit.parseWriteOptions(req, grant, entity);
    const id = kit.parseId<number>(req.params.BlogId, entity);
    const record = await repository.delete(id, grant, options);
    kit.replyChanged(res, entity, record, options);
  });

  router.delete("/", async (req, res) => {
    const grant = kit.authorize(await identify(req), blogPolicy, "delete");
    const options = kit.parseManyOptions(req, grant, entity);
    const condition = kit.parseDeleteCondition(req, entity);
    const records = await repository.deleteMany(condition, grant, options);
    kit.replyMany(res, records, options);
  });

  return router;
}
