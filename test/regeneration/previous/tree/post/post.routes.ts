// @data-api post/routes
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
import { postPolicy } from "./post.policy.js";
import type { PostRepository } from "./post.repository.js";
import { postChangesSchema, newPostSchema } from "./post.schema.js";

/** The endpoints below /api/data/post. */
export function postRoutes({ identify, repository }: RouteContext<PostRepository>): Router {
  const router = Router();
  const { entity } = repository;

  router.get("/:access/findall/:orderBy/:skip/:take", async (req, res) => {
    const caller = await identify(req);
    const grant = authorize(caller, postPolicy, "read", req.params.access);
    const query = parseQuery(req.params, entity, grant);
    const page = await repository.find(query, grant);
    replyFound(res, page);
  });

  router.get("/:access/findbyid/:id", async (req, res) => {
    const caller = await identify(req);
    const grant = authorize(caller, postPolicy, "read", req.params.access);
    const id = parseId<number>(req.params.id, entity);
    const record = await repository.findById(id, grant);
    replyRecord(res, record);
  });

  router.get("/:access/findbycondition/:orderBy/:skip/:take/:condition", async (req, res) => {
    const caller = await identify(req);
    const grant = authorize(caller, postPolicy, "read", req.params.access);
    const query = parseQuery(req.params, entity, grant);
    const page = await repository.find(query, grant);
    replyFound(res, page);
  });

  router.post("/", async (req, res) => {
    const caller = await identify(req);
    const grant = authorize(caller, postPolicy, "create");
    const options = parseWriteOptions(req, grant, entity);
    const input = await parseBody(req, newPostSchema, entity, options, grant);
    const record = await repository.create(input, grant, options);
    replyCreated(res, entity, record, options);
  });

  const update: RequestHandler<{ id: string }> = async (req, res) => {
    const caller = await identify(req);
    const grant = authorize(caller, postPolicy, "update");
    const options = parseWriteOptions(req, grant, entity);
    const id = parseId<number>(req.params.id, entity);
    const changes = await parseBody(req, postChangesSchema, entity, options, grant);
    const record = await repository.update(id, changes, grant, options);
    replyChanged(res, entity, record, options);
  };
  router.put("/:id", update);
  router.patch("/:id", update);

  router.delete("/:id", async (req, res) => {
    const caller = await identify(req);
    const grant = authorize(caller, postPolicy, "delete");
    const options = parseWriteOptions(req, grant, entity);
    const id = parseId<number>(req.params.id, entity);
    const record = await repository.delete(id, grant, options);
    replyChanged(res, entity, record, options);
  });

  return router;
}
