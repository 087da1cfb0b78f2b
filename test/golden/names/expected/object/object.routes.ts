// @data-api object/routes
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
import { objectPolicy } from "./object.policy.js";
import type { ObjectRepository } from "./object.repository.js";
import { objectChangesSchema, newObjectSchema } from "./object.schema.js";

/** The endpoints below /api/data/object. */
export function objectRoutes({ identify, repository }: RouteContext<ObjectRepository>): Router {
  const router = Router();
  const { entity } = repository;

  router.get("/:access/findall/:orderBy/:skip/:take", async (req, res) => {
    const caller = await identify(req);
    const grant = authorize(caller, objectPolicy, "read", req.params.access);
    const query = parseQuery(req.params, entity, grant);
    const page = await repository.find(query, grant);
    replyFound(res, page);
  });

  router.get("/:access/findbyid/:id", async (req, res) => {
    const caller = await identify(req);
    const grant = authorize(caller, objectPolicy, "read", req.params.access);
    const id = parseId<number>(req.params.id, entity);
    const record = await repository.findById(id, grant);
    replyRecord(res, record);
  });

  router.get("/:access/findbycondition/:orderBy/:skip/:take/:condition", async (req, res) => {
    const caller = await identify(req);
    const grant = authorize(caller, objectPolicy, "read", req.params.access);
    const query = parseQuery(req.params, entity, grant);
    const page = await repository.find(query, grant);
    replyFound(res, page);
  });

  router.post("/", async (req, res) => {
    const caller = await identify(req);
    const grant = authorize(caller, objectPolicy, "create");
    const options = parseWriteOptions(req, grant, entity);
    const input = await parseBody(req, newObjectSchema, entity, options, grant);
    const record = await repository.create(input, grant, options);
    replyCreated(res, entity, record, options);
  });

  const update: RequestHandler<{ id: string }> = async (req, res) => {
    const caller = await identify(req);
    const grant = authorize(caller, objectPolicy, "update");
    const options = parseWriteOptions(req, grant, entity);
    const id = parseId<number>(req.params.id, entity);
    const changes = await parseBody(req, objectChangesSchema, entity, options, grant);
    const record = await repository.update(id, changes, grant, options);
    replyChanged(res, entity, record, options);
  };
  router.put("/:id", update);
  router.patch("/:id", update);

  router.delete("/:id", async (req, res) => {
    const caller = await identify(req);
    const grant = authorize(caller, objectPolicy, "delete");
    const options = parseWriteOptions(req, grant, entity);
    const id = parseId<number>(req.params.id, entity);
    const record = await repository.delete(id, grant, options);
    replyChanged(res, entity, record, options);
  });

  return router;
}
