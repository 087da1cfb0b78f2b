// @data-api order_line/routes
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
import { orderLinePolicy } from "./order_line.policy.js";
import type { OrderLineRepository } from "./order_line.repository.js";
import {
  orderLineChangesSchema,
  newOrderLineSchema,
  type OrderLineKey,
} from "./order_line.schema.js";

/** The endpoints below /api/data/order_line. */
export function orderLineRoutes({
  identify,
  repository,
}: RouteContext<OrderLineRepository>): Router {
  const router = Router();
  const { entity } = repository;

  const find: RequestHandler<FindParams> = async (req, res) => {
    const caller = await identify(req);
    const grant = authorize(caller, orderLinePolicy, "read", req.params.access);
    const query = parseQuery(req.params, entity, grant);
    const page = await repository.find(query, grant);
    replyFound(res, page);
  };
  router.get("/:access/findall/:orderBy/:skip/:take", find);
  router.get("/:access/findbycondition/:orderBy/:skip/:take/:condition", find);

  router.get("/:access/findbyid/:orderid/:line", async (req, res) => {
    const caller = await identify(req);
    const grant = authorize(caller, orderLinePolicy, "read", req.params.access);
    const id = parseId<OrderLineKey>(
      { orderid: req.params.orderid, line: req.params.line },
      entity,
    );
    const record = await repository.findById(id, grant);
    replyRecord(res, record);
  });

  router.get("/", async (req, res) => {
    const caller = await identify(req);
    const grant = authorize(caller, orderLinePolicy, "read");
    const request = parseRead(req, entity);
    const page = await repository.read(request, grant);
    replyPage(res, page);
  });

  router.post("/query", async (req, res) => {
    const caller = await identify(req);
    const grant = authorize(caller, orderLinePolicy, "read");
    const request = await parseReadBody(req, entity);
    const page = await repository.read(request, grant);
    replyPage(res, page);
  });

  router.get("/aggregate", async (req, res) => {
    const caller = await identify(req);
    const grant = authorize(caller, orderLinePolicy, "read");
    const request = parseAggregate(req, entity);
    const page = await repository.aggregate(request, grant);
    replyPage(res, page);
  });

  router.get("/:orderid/:line", async (req, res) => {
    const caller = await identify(req);
    const grant = authorize(caller, orderLinePolicy, "read");
    const id = parseId<OrderLineKey>(
      { orderid: req.params.orderid, line: req.params.line },
      entity,
    );
    const selection = parseSelection(req, entity);
    const record = await repository.readById(id, selection, grant);
    replyOne(res, entity, record);
  });

  router.post("/", async (req, res) => {
    const caller = await identify(req);
    const grant = authorize(caller, orderLinePolicy, "create");
    const options = parseWriteOptions(req, grant, entity);
    const input = await parseRecords(
      req,
      newOrderLineSchema,
      entity,
      options,
      grant,
    );
    const created = Array.isArray(input)
      ? await repository.createMany(input, grant, options)
      : await repository.create(input, grant, options);
    replyCreated(res, entity, created, options);
  });

  const update: RequestHandler<{ orderid: string; line: string }> = async (
    req,
    res,
  ) => {
    const caller = await identify(req);
    const grant = authorize(caller, orderLinePolicy, "update");
    const options = parseWriteOptions(req, grant, entity);
    const id = parseId<OrderLineKey>(
      { orderid: req.params.orderid, line: req.params.line },
      entity,
    );
    const changes = await parseBody(
      req,
      orderLineChangesSchema,
      entity,
      options,
      grant,
    );
    const record = await repository.update(id, changes, grant, options);
    replyChanged(res, entity, record, options);
  };
  router.put("/:orderid/:line", update);
  router.patch("/:orderid/:line", update);

  router.patch("/", async (req, res) => {
    const caller = await identify(req);
    const grant = authorize(caller, orderLinePolicy, "update");
    const options = parseManyOptions(req, grant, entity);
    const changed = await parseManyChanges(
      req,
      orderLineChangesSchema,
      entity,
      options,
      grant,
    );
    const records = await repository.updateMany(changed, grant, options);
    replyMany(res, records, options);
  });

  router.put("/", async (req, res) => {
    const caller = await identify(req);
    const grants = {
      create: authorize(caller, orderLinePolicy, "create"),
      update: authorize(caller, orderLinePolicy, "update"),
    };
    const options = parseUpsertOptions(req, grants.create, entity);
    const schemas = {
      newRecord: newOrderLineSchema,
      changes: orderLineChangesSchema,
    };
    const { records, isList } = await parseUpserts(
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
    replyUpserted(res, entity, upserted, { ...options, isList });
  });

  router.delete("/:orderid/:line", async (req, res) => {
    const caller = await identify(req);
    const grant = authorize(caller, orderLinePolicy, "delete");
    const options = parseWriteOptions(req, grant, entity);
    const id = parseId<OrderLineKey>(
      { orderid: req.params.orderid, line: req.params.line },
      entity,
    );
    const record = await repository.delete(id, grant, options);
    replyChanged(res, entity, record, options);
  });

  router.delete("/", async (req, res) => {
    const caller = await identify(req);
    const grant = authorize(caller, orderLinePolicy, "delete");
    const options = parseManyOptions(req, grant, entity);
    const meant = parseMeant(req, entity);
    const records = await repository.deleteMany(meant, grant, options);
    replyMany(res, records, options);
  });

  return router;
}
