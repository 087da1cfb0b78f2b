// @data-api total/routes
import {
  authorize,
  parseAggregate,
  parseId,
  parseQuery,
  parseRead,
  parseReadBody,
  parseSelection,
  replyFound,
  replyOne,
  replyPage,
  replyRecord,
  Router,
  type FindParams,
  type RequestHandler,
  type RouteContext,
} from "data-api/kit";
import { totalPolicy } from "./total.policy.js";
import type { TotalRepository } from "./total.repository.js";

/** The endpoints below /api/data/total. No role may create, update or delete. */
export function totalRoutes({ identify, repository }: RouteContext<TotalRepository>): Router {
  const router = Router();
  const { entity } = repository;

  const find: RequestHandler<FindParams> = async (req, res) => {
    const caller = await identify(req);
    const grant = authorize(caller, totalPolicy, "read", req.params.access);
    const query = parseQuery(req.params, entity, grant);
    const page = await repository.find(query, grant);
    replyFound(res, page);
  };
  router.get("/:access/findall/:orderBy/:skip/:take", find);
  router.get("/:access/findbycondition/:orderBy/:skip/:take/:condition", find);

  router.get("/:access/findbyid/:day", async (req, res) => {
    const caller = await identify(req);
    const grant = authorize(caller, totalPolicy, "read", req.params.access);
    const id = parseId<string>(req.params.day, entity);
    const record = await repository.findById(id, grant);
    replyRecord(res, record);
  });

  router.get("/", async (req, res) => {
    const caller = await identify(req);
    const grant = authorize(caller, totalPolicy, "read");
    const request = parseRead(req, entity);
    const page = await repository.read(request, grant);
    replyPage(res, page);
  });

  router.post("/query", async (req, res) => {
    const caller = await identify(req);
    const grant = authorize(caller, totalPolicy, "read");
    const request = await parseReadBody(req, entity);
    const page = await repository.read(request, grant);
    replyPage(res, page);
  });

  router.get("/aggregate", async (req, res) => {
    const caller = await identify(req);
    const grant = authorize(caller, totalPolicy, "read");
    const request = parseAggregate(req, entity);
    const page = await repository.aggregate(request, grant);
    replyPage(res, page);
  });

  router.get("/:day", async (req, res) => {
    const caller = await identify(req);
    const grant = authorize(caller, totalPolicy, "read");
    const id = parseId<string>(req.params.day, entity);
    const selection = parseSelection(req, entity);
    const record = await repository.readById(id, selection, grant);
    replyOne(res, entity, record);
  });

  return router;
}
