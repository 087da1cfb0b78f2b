// @data-api comment/routes
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
import { commentPolicy } from "./comment.policy.js";
import type { CommentRepository } from "./comment.repository.js";
import { commentChangesSchema, newCommentSchema } from "./comment.schema.js";

/** The endpoints below /api/data/comment. */
export function commentRoutes({ identify, repository }: RouteContext<CommentRepository>): Router {
  const router = Router();
  const { entity } = repository;

  router.get("/:access/findall/:orderBy/:skip/:take", async (req, res) => {
    const caller = await identify(req);
    const grant = authorize(caller, commentPolicy, "read", req.params.access);
    const query = parseQuery(req.params, entity, grant);
    const page = await repository.find(query, grant);
    replyFound(res, page);
  });

  router.get("/:access/findbyid/:id", async (req, res) => {
    const caller = await identify(req);
    const grant = authorize(caller, commentPolicy, "read", req.params.access);
    const id = parseId<number>(req.params.id, entity);
    const record = await repository.findById(id, grant);
    replyRecord(res, record);
  });

  router.get("/:access/findbycondition/:orderBy/:skip/:take/:condition", async (req, res) => {
    const caller = await identify(req);
    const grant = authorize(caller, commentPolicy, "read", req.params.access);
    const query = parseQuery(req.params, entity, grant);
    const page = await repository.find(query, grant);
    replyFound(res, page);
  });

  router.post("/", async (req, res) => {
    const caller = await identify(req);
    const grant = authorize(caller, commentPolicy, "create");
    const options = parseWriteOptions(req, grant, entity);
    const input = await parseBody(req, newCommentSchema, entity, options, grant);
    const record = await repository.create(input, grant, options);
    replyCreated(res, entity, record, options);
  });

  const update: RequestHandler<{ id: string }> = async (req, res) => {
    const caller = await identify(req);
    const grant = authorize(caller, commentPolicy, "update");
    const options = parseWriteOptions(req, grant, entity);
    const id = parseId<number>(req.params.id, entity);
    const changes = await parseBody(req, commentChangesSchema, entity, options, grant);
    const record = await repository.update(id, changes, grant, options);
    replyChanged(res, entity, record, options);
  };
  router.put("/:id", update);
  router.patch("/:id", update);

  router.delete("/:id", async (req, res) => {
    const caller = await identify(req);
    const grant = authorize(caller, commentPolicy, "delete");
    const options = parseWriteOptions(req, grant, entity);
    const id = parseId<number>(req.params.id, entity);
    const record = await repository.delete(id, grant, options);
    replyChanged(res, entity, record, options);
  });

  return router;
}
