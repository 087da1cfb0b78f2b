// @data-api comment/routes
import {
  authorize,
  parseAggregate,
  parseId,
  parseQuery,
  parseRead,
  parseReadBody,
  parseRecords,
  parseSelection,
  parseWriteOptions,
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
import { commentPolicy } from "./comment.policy.js";
import type { CommentRepository } from "./comment.repository.js";
import { newCommentSchema } from "./comment.schema.js";

/** The endpoints below /api/data/comment. No role may update or delete. */
export function commentRoutes({ identify, repository }: RouteContext<CommentRepository>): Router {
  const router = Router();
  const { entity } = repository;

  const find: RequestHandler<FindParams> = async (req, res) => {
    const caller = await identify(req);
    const grant = authorize(caller, commentPolicy, "read", req.params.access);
    const query = parseQuery(req.params, entity, grant);
    const page = await repository.find(query, grant);
    replyFound(res, page);
  };
  router.get("/:access/findall/:orderBy/:skip/:take", find);
  router.get("/:access/findbycondition/:orderBy/:skip/:take/:condition", find);

  router.get("/:access/findbyid/:id", async (req, res) => {
    const caller = await identify(req);
    const grant = authorize(caller, commentPolicy, "read", req.params.access);
    const id = parseId<number>(req.params.id, entity);
    const record = await repository.findById(id, grant);
    replyRecord(res, record);
  });

  router.get("/", async (req, res) => {
    const caller = await identify(req);
    const grant = authorize(caller, commentPolicy, "read");
    const request = parseRead(req, entity);
    const page = await repository.read(request, grant);
    replyPage(res, page);
  });

  router.post("/query", async (req, res) => {
    const caller = await identify(req);
    const grant = authorize(caller, commentPolicy, "read");
    const request = await parseReadBody(req, entity);
    const page = await repository.read(request, grant);
    replyPage(res, page);
  });

  router.get("/aggregate", async (req, res) => {
    const caller = await identify(req);
    const grant = authorize(caller, commentPolicy, "read");
    const request = parseAggregate(req, entity);
    const page = await repository.aggregate(request, grant);
    replyPage(res, page);
  });

  router.get("/:id", async (req, res) => {
    const caller = await identify(req);
    const grant = authorize(caller, commentPolicy, "read");
    const id = parseId<number>(req.params.id, entity);
    const selection = parseSelection(req, entity);
    const record = await repository.readById(id, selection, grant);
    replyOne(res, entity, record);
  });

  router.post("/", async (req, res) => {
    const caller = await identify(req);
    const grant = authorize(caller, commentPolicy, "create");
    const options = parseWriteOptions(req, grant, entity);
    const input = await parseRecords(req, newCommentSchema, entity, options, grant);
    const created = Array.isArray(input)
      ? await repository.createMany(input, grant, options)
      : await repository.create(input, grant, options);
    replyCreated(res, entity, created, options);
  });

  return router;
}
