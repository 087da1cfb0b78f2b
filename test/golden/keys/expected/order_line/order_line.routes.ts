// @data-api order_line/routes
import {
  authorize,
  parseBody,
  parseId,
  parseQuery,
  parseWriteOptions,
  replyChanged,
  replyCreated,
  replyFound,
  replyRecord,
  Router,
  type RequestHandler,
  type RouteContext,
} from "data-api/kit";
import { orderLinePolicy } from "./order_line.policy.js";
import type { OrderLineRepository } from "./order_line.repository.js";
import { orderLineChangesSchema, newOrderLineSchema, type OrderLineKey } from "./order_line.schema.js";

/** The endpoints below /api/data/order_line. */
export function orderLineRoutes({ identify, repository }: RouteContext<OrderLineRepository>): Router {
  const router = Router();
  const { entity } = repository;

  router.get("/:access/findall/:orderBy/:skip/:take", async (req, res) => {
    const caller = await identify(req);
    const grant = authorize(caller, orderLinePolicy, "read", req.params.access);
    const query = parseQuery(req.params, entity, grant);
    const page = await repository.find(query, grant);
    replyFound(res, page);
  });

  router.get("/:access/findbyid/:key1/:key2", async (req, res) => {
    const caller = await identify(req);
    const grant = authorize(caller, orderLinePolicy, "read", req.params.access);
    const id = parseId<OrderLineKey>({ orderid: req.params.key1, line: req.params.key2 }, entity);
    const record = await repository.findById(id, grant);
    replyRecord(res, record);
  });

  router.get("/:access/findbycondition/:orderBy/:skip/:take/:condition", async (req, res) => {
    const caller = await identify(req);
    const grant = authorize(caller, orderLinePolicy, "read", req.params.access);
    const query = parseQuery(req.params, entity, grant);
    const page = await repository.find(query, grant);
    replyFound(res, page);
  });

  router.post("/", async (req, res) => {
    const caller = await identify(req);
    const grant = authorize(caller, orderLinePolicy, "create");
    const options = parseWriteOptions(req, grant, entity);
    const input = await parseBody(req, newOrderLineSchema, entity, options, grant);
    const record = await repository.create(input, grant, options);
    replyCreated(res, entity, record, options);
  });

  const update: RequestHandler<{ key1: string; key2: string }> = async (req, res) => {
    const caller = await identify(req);
    const grant = authorize(caller, orderLinePolicy, "update");
    const options = parseWriteOptions(req, grant, entity);
    const id = parseId<OrderLineKey>({ orderid: req.params.key1, line: req.params.key2 }, entity);
    const changes = await parseBody(req, orderLineChangesSchema, entity, options, grant);
    const record = await repository.update(id, changes, grant, options);
    replyChanged(res, entity, record, options);
  };
  router.put("/:key1/:key2", update);
  router.patch("/:key1/:key2", update);

  router.delete("/:key1/:key2", async (req, res) => {
    const caller = await identify(req);
    const grant = authorize(caller, orderLinePolicy, "delete");
    const options = parseWriteOptions(req, grant, entity);
    const id = parseId<OrderLineKey>({ orderid: req.params.key1, line: req.params.key2 }, entity);
    const record = await repository.delete(id, grant, options);
    replyChanged(res, entity, record, options);
  });

  return router;
}
