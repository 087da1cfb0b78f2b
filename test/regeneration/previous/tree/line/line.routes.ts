// @data-api line/routes
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
import { linePolicy } from "./line.policy.js";
import type { LineRepository } from "./line.repository.js";
import { lineChangesSchema, newLineSchema, type LineKey } from "./line.schema.js";

/** The endpoints below /api/data/line. */
export function lineRoutes({ identify, repository }: RouteContext<LineRepository>): Router {
  const router = Router();
  const { entity } = repository;

  const find: RequestHandler<FindParams> = async (req, res) => {
    const caller = await identify(req);
    const grant = authorize(caller, linePolicy, "read", req.params.access);
    const query = parseQuery(req.params, entity, grant);
    const page = await repository.find(query, grant);
    replyFound(res, page);
  };
  router.get("/:access/findall/:orderBy/:skip/:take", find);
  router.get("/:access/findbycondition/:orderBy/:skip/:take/:condition", find);

  router.get("/:access/findbyid/:orderid/:nr", async (req, res) => {
    const caller = await identify(req);
    const grant = authorize(caller, linePolicy, "read", req.params.access);
    const id = parseId<LineKey>({ orderid: req.params.orderid, nr: req.params.nr }, entity);
    const record = await repository.findById(id, grant);
    replyRecord(res, record);
  });

  router.get("/", async (req, res) => {
    const caller = await identify(req);
    const grant = authorize(caller, linePolicy, "read");
    const request = parseRead(req, entity);
    const page = await repository.read(request, grant);
    replyPage(res, page);
  });

  router.post("/query", async (req, res) => {
    const caller = await identify(req);
    const grant = authorize(caller, linePolicy, "read");
    const request = await parseReadBody(req, entity);
    const page = await repository.read(request, grant);
    replyPage(res, page);
  });

  router.get("/aggregate", async (req, res) => {
    const caller = await identify(req);
    const grant = authorize(caller, linePolicy, "read");
    const request = parseAggregate(req, entity);
    const page = await repository.aggregate(request, grant);
    replyPage(res, page);
  });

  router.get("/:orderid/:nr", async (req, res) => {
    const caller = await identify(req);
    const grant = authorize(caller, linePolicy, "read");
    const id = parseId<LineKey>({ orderid: req.params.orderid, nr: req.params.nr }, entity);
    const selection = parseSelection(req, entity);
    const record = await repository.readById(id, selection, grant);
    replyOne(res, entity, record);
  });

  router.post("/", async (req, res) => {
    const caller = await identify(req);
    const grant = authorize(caller, linePolicy, "create");
    const options = parseWriteOptions(req, grant, entity);
    const input = await parseRecords(req, newLineSchema, entity, options, grant);
    const created = Array.isArray(input)
      ? await repository.createMany(input, grant, options)
      : await repository.create(input, grant, options);
    replyCreated(res, entity, created, options);
  });

  const update: RequestHandler<{ orderid: string; nr: string }> = async (req, res) => {
    const caller = await identify(req);
    const grant = authorize(caller, linePolicy, "update");
    const options = parseWriteOptions(req, grant, entity);
    const id = parseId<LineKey>({ orderid: req.params.orderid, nr: req.params.nr }, entity);
    const changes = await parseBody(req, lineChangesSchema, entity, options, grant);
    const record = await repository.update(id, changes, grant, options);
    replyChanged(res, entity, record, options);
  };
  router.put("/:orderid/:nr", update);
  router.patch("/:orderid/:nr", update);

  router.patch("/", async (req, res) => {
    const caller = await identify(req);
    const grant = authorize(caller, linePolicy, "update");
    const options = parseManyOptions(req, grant, entity);
    const changed = await parseManyChanges(req, lineChangesSchema, entity, options, grant);
    const records = await repository.updateMany(changed, grant, options);
    replyMany(res, records, options);
  });

  router.put("/", async (req, res) => {
    const caller = await identify(req);
    const grants = {
      create: authorize(caller, linePolicy, "create"),
      update: authorize(caller, linePolicy, "update"),
    };
    const options = parseUpsertOptions(req, grants.create, entity);
    const schemas = { newRecord: newLineSchema, changes: lineChangesSchema };
    const { records, isList } = await parseUpserts(req, schemas, entity, options, grants);
    const upserted = await repository.upsertMany(records, { ...options, isList }, grants);
    replyUpserted(res, entity, upserted, { ...options, isList });
  });

  router.delete("/:orderid/:nr", async (req, res) => {
    const caller = await identify(req);
    const grant = authorize(caller, linePolicy, "delete");
    const options = parseWriteOptions(req, grant, entity);
    const id = parseId<LineKey>({ orderid: req.params.orderid, nr: req.params.nr }, entity);
    const record = await repository.delete(id, grant, options);
    replyChanged(res, entity, record, options);
  });

  router.delete("/", async (req, res) => {
    const caller = await identify(req);
    const grant = authorize(caller, linePolicy, "delete");
    const options = parseManyOptions(req, grant, entity);
    const meant = parseMeant(req, entity);
    const records = await repository.deleteMany(meant, grant, options);
    replyMany(res, records, options);
  });

  return router;
}
