// @data-api token/routes
import * as kit from "data-api/kit";
import { tokenPolicy } from "./token.policy.js";
import type { TokenRepository } from "./token.repository.js";
import { tokenChangesSchema, newTokenSchema } from "./token.schema.js";

/** The endpoints below /api/data/token. */
export function tokenRoutes({
  identify,
  repository,
}: kit.RouteContext<TokenRepository>): kit.Router {
  const router = kit.Router();
  const { entity } = repository;

  const find: kit.RequestHandler<kit.FindParams> = async (req, res) => {
    const grant = kit.authorize(
      await identify(req),
      tokenPolicy,
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
      tokenPolicy,
      "read",
      req.params.access,
    );
    const id = kit.parseId<string>(req.params.id, entity);
    kit.replyRecord(res, await repository.findById(id, grant));
  });

  router.get("/", async (req, res) => {
    const grant = kit.authorize(await identify(req), tokenPolicy, "read");
    const request = kit.parseRead(req, entity);
    kit.replyPage(res, await repository.read(request, grant));
  });

  router.post("/query", async (req, res) => {
    const grant = kit.authorize(await identify(req), tokenPolicy, "read");
    const request = await kit.parseReadBody(req, entity);
    kit.replyPage(res, await repository.read(request, grant));
  });

  router.get("/aggregate", async (req, res) => {
    const grant = kit.authorize(await identify(req), tokenPolicy, "read");
    const request = kit.parseAggregate(req, entity);
    kit.replyPage(res, await repository.aggregate(request, grant));
  });

  router.get("/:id", async (req, res) => {
    const grant = kit.authorize(await identify(req), tokenPolicy, "read");
    const id = kit.parseId<string>(req.params.id, entity);
    const selection = kit.parseSelection(req, entity);
    kit.replyOne(res, entity, await repository.readById(id, selection, grant));
  });

  router.post("/", async (req, res) => {
    const grant = kit.authorize(await identify(req), tokenPolicy, "create");
    const options = kit.parseWriteOptions(req, grant, entity);
    const input = await kit.parseRecords(
      req,
      newTokenSchema,
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
    const grant = kit.authorize(await identify(req), tokenPolicy, "update");
    const options = kit.parseWriteOptions(req, grant, entity);
    const id = kit.parseId<string>(req.params.id, entity);
    const changes = await kit.parseBody(
      req,
      tokenChangesSchema,
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
    const grant = kit.authorize(await identify(req), tokenPolicy, "update");
    const options = kit.parseManyOptions(req, grant, entity);
    const changed = await kit.parseManyChanges(
      req,
      tokenChangesSchema,
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
      create: kit.authorize(caller, tokenPolicy, "create"),
      update: kit.authorize(caller, tokenPolicy, "update"),
    };
    const options = kit.parseUpsertOptions(req, grants.create, entity);
    const schemas = { newRecord: newTokenSchema, changes: tokenChangesSchema };
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

  router.delete("/:id", async (req, res) => {
    const grant = kit.authorize(await identify(req), tokenPolicy, "delete");
    const options = kit.parseWriteOptions(req, grant, entity);
    const id = kit.parseId<string>(req.params.id, entity);
    const record = await repository.delete(id, grant, options);
    kit.replyChanged(res, entity, record, options);
  });

  router.delete("/", async (req, res) => {
    const grant = kit.authorize(await identify(req), tokenPolicy, "delete");
    const options = kit.parseManyOptions(req, grant, entity);
    const condition = kit.parseDeleteCondition(req, entity);
    const records = await repository.deleteMany(condition, grant, options);
    kit.replyMany(res, records, options);
  });

  return router;
}
