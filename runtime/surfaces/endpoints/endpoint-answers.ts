import type { Request, Response } from "express";
import type { z } from "zod";
import { authorize, type Grant } from "../../access/authorize.js";
import type { Entity } from "../../model/model.js";
import { keyRecord, parseId } from "../../records/parse-id.js";
import type { AnyRepository } from "../../repository/repository.js";
import { parseQuery, type FindParams } from "../paths/parse-query.js";
import { replyFound, replyRecord } from "../paths/reply-found.js";
import { parseAggregate } from "../query/parse-aggregate.js";
import { parseRead, parseReadBody, parseSelection } from "../query/parse-read.js";
import { replyOne, replyPage } from "../query/reply-page.js";
import { parseBody } from "../writes/parse-body.js";
import { parseDeleteCondition, parseManyChanges, parseManyOptions } from "../writes/parse-many.js";
import { parseRecords } from "../writes/parse-records.js";
import { parseUpsertOptions, parseUpserts } from "../writes/parse-upsert.js";
import { parseWriteOptions } from "../writes/parse-write-options.js";
import { replyChanged, replyCreated, replyMany, replyUpserted } from "../writes/reply-written.js";
import { idParam, idParams, type EndpointName } from "./endpoints.js";

interface EndpointParts {
  readonly entity: Entity;
  readonly repository: AnyRepository;
  readonly newRecord: z.ZodType<object>;
  readonly changes: z.ZodType<object>;
}

type EndpointRequest = Request<Record<string, string>>;

/** Parses an authorized request, runs the operation and replies. `templates/routes.ts.hbs` prints the same. */
type EndpointAnswer = (
  req: EndpointRequest,
  res: Response,
  grant: Grant,
  parts: EndpointParts,
) => Promise<void>;

const find: EndpointAnswer = async (req, res, grant, { entity, repository }) => {
  const query = parseQuery(req.params as FindParams, entity, grant);
  const page = await repository.find(query, grant);
  replyFound(res, page);
};

/** The functions of the endpoints, apart from their table: the generator reads that, and loads no server. */
export const endpointAnswers: Readonly<Record<EndpointName, EndpointAnswer>> = {
  findAll: find,
  findByCondition: find,
  findById: async (req, res, grant, { entity, repository }) => {
    const id = parseId(idOf(req, entity), entity);
    const record = await repository.findById(id, grant);
    replyRecord(res, record);
  },
  readPage: async (req, res, grant, { entity, repository }) => {
    const request = parseRead(req, entity);
    const page = await repository.read(request, grant);
    replyPage(res, page);
  },
  readByBody: async (req, res, grant, { entity, repository }) => {
    const request = await parseReadBody(req, entity);
    const page = await repository.read(request, grant);
    replyPage(res, page);
  },
  aggregate: async (req, res, grant, { entity, repository }) => {
    const request = parseAggregate(req, entity);
    const page = await repository.aggregate(request, grant);
    replyPage(res, page);
  },
  readById: async (req, res, grant, { entity, repository }) => {
    const id = parseId(idOf(req, entity), entity);
    const selection = parseSelection(req, entity);
    const record = await repository.readById(id, selection, grant);
    replyOne(res, entity, record);
  },
  create: async (req, res, grant, { entity, repository, newRecord }) => {
    const options = parseWriteOptions(req, grant, entity);
    const input = await parseRecords(req, newRecord, entity, options, grant);
    const created = Array.isArray(input)
      ? await repository.createMany(input, grant, options)
      : await repository.create(input, grant, options);
    replyCreated(res, entity, created, options);
  },
  upsert: async (req, res, grant, { entity, repository, newRecord, changes }) => {
    const grants = { create: grant, update: authorize(grant.caller, entity.policy, "update") };
    const options = parseUpsertOptions(req, grant, entity);
    const { records, isList } = await parseUpserts(req, { newRecord, changes }, entity, options, grants);
    const upserted = await repository.upsertMany(records, { ...options, isList }, grants);
    replyUpserted(res, entity, upserted, { ...options, isList });
  },
  updateMany: async (req, res, grant, { entity, repository, changes }) => {
    const options = parseManyOptions(req, grant, entity);
    const changed = await parseManyChanges(req, changes, entity, options, grant);
    const records = await repository.updateMany(changed, grant, options);
    replyMany(res, records, options);
  },
  deleteMany: async (req, res, grant, { entity, repository }) => {
    const options = parseManyOptions(req, grant, entity);
    const condition = parseDeleteCondition(req, entity);
    const records = await repository.deleteMany(condition, grant, options);
    replyMany(res, records, options);
  },
  update: async (req, res, grant, { entity, repository, changes }) => {
    const options = parseWriteOptions(req, grant, entity);
    const id = parseId(idOf(req, entity), entity);
    const input = await parseBody(req, changes, entity, options, grant);
    const record = await repository.update(id, input, grant, options);
    replyChanged(res, entity, record, options);
  },
  delete: async (req, res, grant, { entity, repository }) => {
    const options = parseWriteOptions(req, grant, entity);
    const id = parseId(idOf(req, entity), entity);
    const record = await repository.delete(id, grant, options);
    replyChanged(res, entity, record, options);
  },
};

function idOf({ params }: EndpointRequest, entity: Entity): unknown {
  const { keys } = entity;
  const [key] = keys;
  if (key !== undefined && keys.length === 1) return params[idParam(key)];
  return keyRecord(
    entity,
    idParams(entity).map((name) => params[name]),
  );
}
