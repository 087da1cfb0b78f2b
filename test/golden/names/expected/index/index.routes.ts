// @data-api index/routes
import {
  authorize,
  parseBody,
  parseId,
  parsePrefer,
  parseQuery,
  replyChanged,
  replyCreated,
  replyFound,
  replyRecord,
  Router,
  type RequestHandler,
  type RouteContext,
} from "data-api/kit";
import { indexPolicy } from "./index.policy.js";
import type { IndexRepository } from "./index.repository.js";
import { indexChangesSchema, newIndexSchema } from "./index.schema.js";

/** The endpoints below /api/data/index. */
export function indexRoutes({ identify, repository }: RouteContext<IndexRepository>): Router {
  const router = Router();
  const { entity } = repository;

  router.get("/:access/findall/:orderBy/:skip/:take", async (req, res) => {
    const caller = await identify(req);
    const grant = authorize(caller, indexPolicy, "read", req.params.access);
    const query = parseQuery(req.params, entity, grant);
    const page = await repository.find(query, grant);
    replyFound(res, page);
  });

  router.get("/:access/findbyid/:id", async (req, res) => {
    const caller = await identify(req);
    const grant = authorize(caller, indexPolicy, "read", req.params.access);
    const id = parseId<number>(req.params.id, entity);
    const record = await repository.findById(id, grant);
    replyRecord(res, record);
  });

  router.get("/:access/findbycondition/:orderBy/:skip/:take/:condition", async (req, res) => {
    const caller = await identify(req);
    const grant = authorize(caller, indexPolicy, "read", req.params.access);
    const query = parseQuery(req.params, entity, grant);
    const page = await repository.find(query, grant);
    replyFound(res, page);
  });

  router.post("/", async (req, res) => {
    const caller = await identify(req);
    const grant = authorize(caller, indexPolicy, "create");
    const prefer = parsePrefer(req, grant, entity);
    const input = await parseBody(req, newIndexSchema, entity, prefer, grant);
    const record = await repository.create(input, grant, prefer.returning);
    replyCreated(res, entity, record, prefer);
  });

  const update: RequestHandler<{ id: string }> = async (req, res) => {
    const caller = await identify(req);
    const grant = authorize(caller, indexPolicy, "update");
    const prefer = parsePrefer(req, grant, entity);
    const id = parseId<number>(req.params.id, entity);
    const changes = await parseBody(req, indexChangesSchema, entity, prefer, grant);
    const record = await repository.update(id, changes, grant, prefer.returning);
    replyChanged(res, entity, record, prefer);
  };
  router.put("/:id", update);
  router.patch("/:id", update);

  router.delete("/:id", async (req, res) => {
    const caller = await identify(req);
    const grant = authorize(caller, indexPolicy, "delete");
    const prefer = parsePrefer(req, grant, entity);
    const id = parseId<number>(req.params.id, entity);
    const record = await repository.delete(id, grant, prefer.returning);
    replyChanged(res, entity, record, prefer);
  });

  return router;
}
