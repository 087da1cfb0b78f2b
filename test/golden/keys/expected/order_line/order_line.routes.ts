// @data-api order_line/routes
import {
  authorize,
  parseAggregate,
  parseBody,
  parseId,
  parseQuery,
  parseRead,
  parseReadBody,
  parseSelection,
  parseWriteOptions,
  replyChanged,
  replyCreated,
  replyFound,
  replyOne,
  replyPage,
  replyRecord,
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
    const input = await parseBody(
      req,
      newOrderLineSchema,
      entity,
      options,
      grant,
    );
    const record = await repository.create(input, grant, options);
    replyCreated(res, entity, record, options);
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

  return router;
}
