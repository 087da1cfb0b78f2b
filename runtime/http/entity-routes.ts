import { Router, type RequestHandler } from "express";
import { authorize } from "../access/authorize.js";
import type { Identify } from "../access/caller.js";
import { changesSchema, newRecordSchema } from "../model/entity-schema.js";
import { keyRecord, parseId } from "../repository/parse-id.js";
import type { AnyRepository } from "../repository/repository.js";
import { parseBody } from "./parse-body.js";
import { parseQuery, type FindParams } from "./parse-query.js";
import { parseWriteOptions } from "./parse-write-options.js";
import { idParams, idPattern } from "./paths.js";
import { replyChanged, replyCreated, replyFound, replyRecord } from "./reply.js";

/** What an entity's routes are made with. */
export interface RouteContext<Repo = AnyRepository> {
  readonly identify: Identify;
  readonly repository: Repo;
}

/** The endpoints of an entity, straight from the Model. `templates/routes.ts.hbs` prints the same with the names filled in. */
export function entityRoutes({ identify, repository }: RouteContext): Router {
  const router = Router();
  const { entity } = repository;
  const newRecord = newRecordSchema(entity);
  const changesOf = changesSchema(entity);
  const idPath = idPattern(entity);
  const idNames = idParams(entity);
  const idIn = (params: Readonly<Record<string, string>>): unknown => {
    const values = idNames.map((name) => params[name]);
    return values.length === 1 ? values[0] : keyRecord(entity, values);
  };

  const find: RequestHandler<FindParams> = async (req, res) => {
    const caller = await identify(req);
    const grant = authorize(caller, entity.policy, "read", req.params.access);
    const query = parseQuery(req.params, entity, grant);
    const page = await repository.find(query, grant);
    replyFound(res, page);
  };
  router.get("/:access/findall/:orderBy/:skip/:take", find);
  router.get("/:access/findbycondition/:orderBy/:skip/:take/:condition", find);

  router.get(`/:access/findbyid/${idPath}`, async (req, res) => {
    const caller = await identify(req);
    const grant = authorize(caller, entity.policy, "read", req.params.access);
    const id = parseId(idIn(req.params), entity);
    const record = await repository.findById(id, grant);
    replyRecord(res, record);
  });

  router.post("/", async (req, res) => {
    const caller = await identify(req);
    const grant = authorize(caller, entity.policy, "create");
    const options = parseWriteOptions(req, grant, entity);
    const input = await parseBody(req, newRecord, entity, options, grant);
    const record = await repository.create(input, grant, options);
    replyCreated(res, entity, record, options);
  });

  const update: RequestHandler<Record<string, string>> = async (req, res) => {
    const caller = await identify(req);
    const grant = authorize(caller, entity.policy, "update");
    const options = parseWriteOptions(req, grant, entity);
    const id = parseId(idIn(req.params), entity);
    const changes = await parseBody(req, changesOf, entity, options, grant);
    const record = await repository.update(id, changes, grant, options);
    replyChanged(res, entity, record, options);
  };
  router.put(`/${idPath}`, update);
  router.patch(`/${idPath}`, update);

  router.delete(`/${idPath}`, async (req, res) => {
    const caller = await identify(req);
    const grant = authorize(caller, entity.policy, "delete");
    const options = parseWriteOptions(req, grant, entity);
    const id = parseId(idIn(req.params), entity);
    const record = await repository.delete(id, grant, options);
    replyChanged(res, entity, record, options);
  });

  return router;
}
