/**
 * What generated code imports: kept small and stable, because people commit and edit that code.
 */
export { Router, type RequestHandler } from "express";
export { sql, type Generated } from "kysely";
export { z } from "zod";
export { authorize } from "./access/authorize.js";
export type { Config } from "./config/config.js";
export { composeApi, type GeneratedApi } from "./generated-api.js";
export { entityRoutes as routesOf, type RouteContext } from "./http/entity-routes.js";
export { parseBody } from "./http/parse-body.js";
export { parseQuery, type FindParams } from "./http/parse-query.js";
export { parseWriteOptions } from "./http/parse-write-options.js";
export { replyChanged, replyCreated, replyFound, replyRecord } from "./http/reply.js";
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
export { parseId } from "./repository/parse-id.js";
export { Repository } from "./repository/repository.js";
