// @data-api user/routes
import {
  authorize,
  parseAggregate,
  parseBody,
  parseId,
  parseQuery,
  parseRead,
  parseReadBody,
  parseRecords,
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
import { userPolicy } from "./user.policy.js";
import type { UserRepository } from "./user.repository.js";
import { userChangesSchema, newUserSchema } from "./user.schema.js";

/** The endpoints below /api/data/user. */
export function userRoutes({ identify, repository }: RouteContext<UserRepository>): Router {
  const router = Router();
  const { entity } = repository;

  const find: RequestHandler<FindParams> = async (req, res) => {
    const caller = await identify(req);
    const grant = authorize(caller, userPolicy, "read", req.params.access);
    const query = parseQuery(req.params, entity, grant);
    const page = await repository.find(query, grant);
    replyFound(res, page);
  };
  router.get("/:access/findall/:orderBy/:skip/:take", find);
  router.get("/:access/findbycondition/:orderBy/:skip/:take/:condition", find);

  router.get("/:access/findbyid/:id", async (req, res) => {
    const caller = await identify(req);
    const grant = authorize(caller, userPolicy, "read", req.params.access);
    const id = parseId<number>(req.params.id, entity);
    const record = await repository.findById(id, grant);
    replyRecord(res, record);
  });

  router.get("/", async (req, res) => {
    const caller = await identify(req);
    const grant = authorize(caller, userPolicy, "read");
    const request = parseRead(req, entity);
    const page = await repository.read(request, grant);
    replyPage(res, page);
  });

  router.post("/query", async (req, res) => {
    const caller = await identify(req);
    const grant = authorize(caller, userPolicy, "read");
    const request = await parseReadBody(req, entity);
    const page = await repository.read(request, grant);
    replyPage(res, page);
  });

  router.get("/aggregate", async (req, res) => {
    const caller = await identify(req);
    const grant = authorize(caller, userPolicy, "read");
    const request = parseAggregate(req, entity);
    const page = await repository.aggregate(request, grant);
    replyPage(res, page);
  });

  router.get("/:id", async (req, res) => {
    const caller = await identify(req);
    const grant = authorize(caller, userPolicy, "read");
    const id = parseId<number>(req.params.id, entity);
    const selection = parseSelection(req, entity);
    const record = await repository.readById(id, selection, grant);
    replyOne(res, entity, record);
  });

  router.post("/", async (req, res) => {
    const caller = await identify(req);
    const grant = authorize(caller, userPolicy, "create");
    const options = parseWriteOptions(req, grant, entity);
    const input = await parseRecords(req, newUserSchema, entity, options, grant);
    const created = Array.isArray(input)
      ? await repository.createMany(input, grant, options)
      : await repository.create(input, grant, options);
    replyCreated(res, entity, created, options);
  });

  const update: RequestHandler<{ id: string }> = async (req, res) => {
    const caller = await identify(req);
    const grant = authorize(caller, userPolicy, "update");
    const options = parseWriteOptions(req, grant, entity);
    const id = parseId<number>(req.params.id, entity);
    const changes = await parseBody(req, userChangesSchema, entity, options, grant);
    const record = await repository.update(id, changes, grant, options);
    replyChanged(res, entity, record, options);
  };
  router.put("/:id", update);
  router.patch("/:id", update);

  router.delete("/:id", async (req, res) => {
    const caller = await identify(req);
    const grant = authorize(caller, userPolicy, "delete");
    const options = parseWriteOptions(req, grant, entity);
    const id = parseId<number>(req.params.id, entity);
    const record = await repository.delete(id, grant, options);
    replyChanged(res, entity, record, options);
  });

  return router;
}
