// @data-api line/routes
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
import { linePolicy } from "./line.policy.js";
import type { LineRepository } from "./line.repository.js";
import { lineChangesSchema, newLineSchema, type LineKey } from "./line.schema.js";

/** The endpoints below /api/data/line. */
export function lineRoutes({ identify, repository }: RouteContext<LineRepository>): Router {
  const router = Router();
  const { entity } = repository;

  router.get("/:access/findall/:orderBy/:skip/:take", async (req, res) => {
    const caller = await identify(req);
    const grant = authorize(caller, linePolicy, "read", req.params.access);
    const query = parseQuery(req.params, entity, grant);
    const page = await repository.find(query, grant);
    replyFound(res, page);
  });

  router.get("/:access/findbyid/:key1/:key2", async (req, res) => {
    const caller = await identify(req);
    const grant = authorize(caller, linePolicy, "read", req.params.access);
    const id = parseId<LineKey>({ orderid: req.params.key1, nr: req.params.key2 }, entity);
    const record = await repository.findById(id, grant);
    replyRecord(res, record);
  });

  router.get("/:access/findbycondition/:orderBy/:skip/:take/:condition", async (req, res) => {
    const caller = await identify(req);
    const grant = authorize(caller, linePolicy, "read", req.params.access);
    const query = parseQuery(req.params, entity, grant);
    const page = await repository.find(query, grant);
    replyFound(res, page);
  });

  router.post("/", async (req, res) => {
    const caller = await identify(req);
    const grant = authorize(caller, linePolicy, "create");
    const options = parseWriteOptions(req, grant, entity);
    const input = await parseBody(req, newLineSchema, entity, options, grant);
    const record = await repository.create(input, grant, options);
    replyCreated(res, entity, record, options);
  });

  const update: RequestHandler<{ key1: string; key2: string }> = async (req, res) => {
    const caller = await identify(req);
    const grant = authorize(caller, linePolicy, "update");
    const options = parseWriteOptions(req, grant, entity);
    const id = parseId<LineKey>({ orderid: req.params.key1, nr: req.params.key2 }, entity);
    const changes = await parseBody(req, lineChangesSchema, entity, options, grant);
    const record = await repository.update(id, changes, grant, options);
    replyChanged(res, entity, record, options);
  };
  router.put("/:key1/:key2", update);
  router.patch("/:key1/:key2", update);

  router.delete("/:key1/:key2", async (req, res) => {
    const caller = await identify(req);
    const grant = authorize(caller, linePolicy, "delete");
    const options = parseWriteOptions(req, grant, entity);
    const id = parseId<LineKey>({ orderid: req.params.key1, nr: req.params.key2 }, entity);
    const record = await repository.delete(id, grant, options);
    replyChanged(res, entity, record, options);
  });

  return router;
}
