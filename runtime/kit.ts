/** The imports of generated code. Keep them few and stable: people commit and edit that code. */
export { Router, type RequestHandler } from "express";
export type { Generated } from "kysely";
export { sql } from "./database/sql/kysely.js";
export { z } from "zod";
export { authorize } from "./access/authorize.js";
export type { Config } from "./config/config.js";
export { composeApi, type GeneratedApi } from "./generated-api.js";
export { parseBody } from "./http/parse-body.js";
export { parseQuery, type FindParams } from "./surfaces/paths/parse-query.js";
export { parseWriteOptions } from "./http/parse-write-options.js";
export { replyChanged, replyCreated, replyFound, replyRecord } from "./surfaces/paths/reply.js";
export { parseAggregate } from "./surfaces/query/parse-aggregate.js";
export { parseRead, parseReadBody, parseSelection } from "./surfaces/query/parse-read.js";
export { replyOne, replyPage } from "./surfaces/query/reply.js";
export { field } from "./model/field-schema.js";
export type { JsonValue } from "./model/field-type.js";
export type {
  AfterCommit,
  AfterCreate,
  AfterDelete,
  AfterUpdate,
  BeforeCreate,
  BeforeDelete,
  BeforeUpdate,
} from "./model/hooks.js";
export type { Policy } from "./model/model.js";
export type { FieldsIn } from "./model/record-shape.js";
export { parseId } from "./repository/parse-id.js";
export { Repository } from "./repository/repository.js";
export { entityRoutes as routesOf } from "./surfaces/paths/entity-routes.js";
export type { RouteContext } from "./surfaces/surface.js";
