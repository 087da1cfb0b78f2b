// @data-api order_line/routes
import * as kit from "data-api/kit";
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
}: kit.RouteContext<OrderLineRepository>): kit.Router {
  const router = kit.Router();
  const { entity } = repository;

  const find: kit.RequestHandler<kit.FindParams> = async (req, res) => {
    const grant = kit.authorize(
      await identify(req),
      orderLinePolicy,
      "read",
      req.params.access,
    );
    const query = kit.parseQuery(req.params, entity, grant);
    kit.replyFound(res, await repository.find(query, grant));
  };
  router.get("/:access/findall/:orderBy/:skip/:take", find);
  router.get("/:access/findbycondition/:orderBy/:skip/:take/:condition", find);

  router.get("/:access/findbyid/:orderid/:line", async (req, res) => {
    const grant = kit.authorize(
      await identify(req),
      orderLinePolicy,
      "read",
      req.params.access,
    );
    const id = kit.parseId<OrderLineKey>(
      { orderid: req.params.orderid, line: req.params.line },
      entity,
    );
    kit.replyRecord(res, await repository.findById(id, grant));
  });

  router.get("/", async (req, res) => {
    const grant = kit.authorize(await identify(req), orderLinePolicy, "read");
    const request = kit.parseRead(req, entity);
    kit.replyPage(res, await repository.read(request, grant));
  });

  router.post("/query", async (req, res) => {
    const grant = kit.authorize(await identify(req), orderLinePolicy, "read");
    const request = await kit.parseReadBody(req, entity);
    kit.replyPage(res, await repository.read(request, grant));
  });

  router.get("/aggregate", async (req, res) => {
    const grant = kit.authorize(await identify(req), orderLinePolicy, "read");
    const request = kit.parseAggregate(req, entity);
    kit.replyPage(res, await repository.aggregate(request, grant));
  });

  router.get("/:orderid/:line", async (req, res) => {
    const grant = kit.authorize(await identify(req), orderLinePolicy, "read");
    const id = kit.parseId<OrderLineKey>(
      { orderid: req.params.orderid, line: req.params.line },
      entity,
    );
    const selection = kit.parseSelection(req, entity);
    kit.replyOne(res, entity, await repository.readById(id, selection, grant));
  });

  router.post("/", async (req, res) => {
    const grant = kit.authorize(await identify(req), orderLinePolicy, "create");
    const options = kit.parseWriteOptions(req, grant, entity);
    const input = await kit.parseRecords(
      req,
      newOrderLineSchema,
      entity,
      options,
      grant,
    );
    const created = Array.isArray(input)
      ? await repository.createMany(input, grant, options)
      : await repository.create(input, grant, options);
    kit.replyCreated(res, entity, created, options);
  });

  const update: kit.RequestHandler<{ orderid: string; line: string }> = async (
    req,
    res,
  ) => {
    const grant = kit.authorize(await identify(req), orderLinePolicy, "update");
    const options = kit.parseWriteOptions(req, grant, entity);
    const id = kit.parseId<OrderLineKey>(
      { orderid: req.params.orderid, line: req.params.line },
      entity,
    );
    const changes = await kit.parseBody(
      req,
      orderLineChangesSchema,
      entity,
      options,
      grant,
    );
    const record = await repository.update(id, changes, grant, options);
    kit.replyChanged(res, entity, record, options);
  };
  router.put("/:orderid/:line", update);
  router.patch("/:orderid/:line", update);

  router.patch("/", async (req, res) => {
    const grant = kit.authorize(await identify(req), orderLinePolicy, "update");
    const options = kit.parseManyOptions(req, grant, entity);
    const changed = await kit.parseManyChanges(
      req,
      orderLineChangesSchema,
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
      create: kit.authorize(caller, orderLinePolicy, "create"),
      update: kit.authorize(caller, orderLinePolicy, "update"),
    };
    const options = kit.parseUpsertOptions(req, grants.create, entity);
    const schemas = {
      newRecord: newOrderLineSchema,
      changes: orderLineChangesSchema,
    };
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

  router.delete("/:orderid/:line", async (req, res) => {
    const grant = kit.authorize(await identify(req), orderLinePolicy, "delete");
    const options = kit.parseWriteOptions(req, grant, entity);
    const id = kit.parseId<OrderLineKey>(
      { orderid: req.params.orderid, line: req.params.line },
      entity,
    );
    const record = await repository.delete(id, grant, options);
    kit.replyChanged(res, entity, record, options);
  });

  router.delete("/", async (req, res) => {
    const grant = kit.authorize(await identify(req), orderLinePolicy, "delete");
    const options = kit.parseManyOptions(req, grant, entity);
    const condition = kit.parseDeleteCondition(req, entity);
    const records = await repository.deleteMany(condition, grant, options);
    kit.replyMany(res, records, options);
  });

  return router;
}
