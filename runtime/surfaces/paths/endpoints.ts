import type { Request, Response } from "express";
import type { z } from "zod";
import { authorize, type Grant } from "../../access/authorize.js";
import { methodsOf, type Endpoint } from "../../http/endpoint.js";
import { parseBody } from "../../http/bodies/parse-body.js";
import { parseWriteOptions } from "../../http/headers/parse-write-options.js";
import { conflictTargets } from "../../model/conflict-targets.js";
import type { EndpointFamily } from "../../model/endpoint-families.js";
import type { Entity, Field, Operation } from "../../model/model.js";
import { keyRecord, parseId } from "../../repository/parse-id.js";
import type { AnyRepository } from "../../repository/repository.js";
import { parseAggregate } from "../query/parse-aggregate.js";
import { parseRead, parseReadBody, parseSelection } from "../query/parse-read.js";
import { replyOne, replyPage } from "../query/reply.js";
import { parseQuery, type FindParams } from "./parse-query.js";
import { parseRecords } from "./parse-new-records.js";
import { parseManyChanges, parseManyOptions, parseMeant } from "./parse-many.js";
import { parseUpsertOptions, parseUpserts } from "./parse-upsert.js";
import { replyChanged, replyCreated, replyFound, replyMany, replyRecord, replyUpserted } from "./reply.js";

/** The parts of an entity that its endpoints need. */
interface EndpointParts {
  readonly entity: Entity;
  readonly repository: AnyRepository;
  readonly newRecord: z.ZodType<object>;
  readonly changes: z.ZodType<object>;
}

type PathRequest = Request<Record<string, string>>;

/** An endpoint below an entity. `:id` in its path is the key: one parameter per key field. */
export interface PathEndpoint extends Endpoint {
  readonly operation: Operation;
  /** Whether an entity has the endpoint. Default: if it has a key, or if the path does not end with `:id`. */
  readonly isFor?: (entity: Keyed) => boolean;
  /** Another operation that the caller must be allowed to do. */
  readonly secondOperation?: Operation;
  /** The family that a configuration selects. Every entity has the endpoints without a family. */
  readonly family?: EndpointFamily;
  /**
   * Parses an authorized request, runs the operation and replies. `templates/routes.ts.hbs` prints the same.
   */
  readonly answer: (req: PathRequest, res: Response, grant: Grant, parts: EndpointParts) => Promise<void>;
}

const find: PathEndpoint["answer"] = async (req, res, grant, { entity, repository }) => {
  const query = parseQuery(req.params as FindParams, entity, grant);
  const page = await repository.find(query, grant);
  replyFound(res, page);
};

/**
 * The table of the endpoints below an entity. If several match a path, the first one answers: a record whose key
 * equals a word in another endpoint's path can only be found with a condition.
 */
export const endpoints = [
  {
    name: "findAll",
    methods: ["get"],
    path: "/:access/findall/:orderBy/:skip/:take",
    operation: "read",
    family: "path",
    answer: find,
  },
  {
    name: "findByCondition",
    methods: ["get"],
    path: "/:access/findbycondition/:orderBy/:skip/:take/:condition",
    operation: "read",
    family: "path",
    answer: find,
  },
  {
    name: "findById",
    methods: ["get"],
    path: "/:access/findbyid/:id",
    operation: "read",
    family: "path",
    answer: async (req, res, grant, { entity, repository }) => {
      const id = parseId(idOf(req, entity), entity);
      const record = await repository.findById(id, grant);
      replyRecord(res, record);
    },
  },
  {
    name: "readPage",
    methods: ["get"],
    path: "/",
    operation: "read",
    family: "query",
    answer: async (req, res, grant, { entity, repository }) => {
      const request = parseRead(req, entity);
      const page = await repository.read(request, grant);
      replyPage(res, page);
    },
  },
  {
    name: "readByBody",
    methods: ["post"],
    path: "/query",
    operation: "read",
    family: "query",
    answer: async (req, res, grant, { entity, repository }) => {
      const request = await parseReadBody(req, entity);
      const page = await repository.read(request, grant);
      replyPage(res, page);
    },
  },
  {
    name: "aggregate",
    methods: ["get"],
    path: "/aggregate",
    operation: "read",
    family: "query",
    answer: async (req, res, grant, { entity, repository }) => {
      const request = parseAggregate(req, entity);
      const page = await repository.aggregate(request, grant);
      replyPage(res, page);
    },
  },
  {
    name: "readById",
    methods: ["get"],
    path: "/:id",
    operation: "read",
    family: "query",
    answer: async (req, res, grant, { entity, repository }) => {
      const id = parseId(idOf(req, entity), entity);
      const selection = parseSelection(req, entity);
      const record = await repository.readById(id, selection, grant);
      replyOne(res, entity, record);
    },
  },
  {
    name: "create",
    methods: ["post"],
    path: "/",
    operation: "create",
    answer: async (req, res, grant, { entity, repository, newRecord }) => {
      const options = parseWriteOptions(req, grant, entity);
      const input = await parseRecords(req, newRecord, entity, options, grant);
      const created = Array.isArray(input)
        ? await repository.createMany(input, grant, options)
        : await repository.create(input, grant, options);
      replyCreated(res, entity, created, options);
    },
  },
  {
    name: "upsert",
    methods: ["put"],
    path: "/",
    isFor: (entity) => entity.users === undefined && conflictTargets(entity).length > 0,
    operation: "create",
    secondOperation: "update",
    answer: async (req, res, grant, { entity, repository, newRecord, changes }) => {
      const grants = { create: grant, update: authorize(grant.caller, entity.policy, "update") };
      const options = parseUpsertOptions(req, grant, entity);
      const { records, isList } = await parseUpserts(req, { newRecord, changes }, entity, options, grants);
      const upserted = await repository.upsertMany(records, options, grants);
      replyUpserted(res, entity, upserted, { ...options, isList });
    },
  },
  {
    name: "updateMany",
    methods: ["patch"],
    path: "/",
    isFor: ({ keys, users }) => keys.length > 0 && users === undefined,
    operation: "update",
    answer: async (req, res, grant, { entity, repository, changes }) => {
      const options = parseManyOptions(req, grant, entity);
      const changed = await parseManyChanges(req, changes, entity, options, grant);
      const records = await repository.updateMany(changed, grant, options);
      replyMany(res, records, options);
    },
  },
  {
    name: "deleteMany",
    methods: ["delete"],
    path: "/",
    isFor: ({ keys, users }) => keys.length > 0 && users === undefined,
    operation: "delete",
    answer: async (req, res, grant, { entity, repository }) => {
      const options = parseManyOptions(req, grant, entity);
      const meant = parseMeant(req, entity);
      const records = await repository.deleteMany(meant, grant, options);
      replyMany(res, records, options);
    },
  },
  {
    name: "update",
    methods: ["put", "patch"],
    path: "/:id",
    operation: "update",
    answer: async (req, res, grant, { entity, repository, changes }) => {
      const options = parseWriteOptions(req, grant, entity);
      const id = parseId(idOf(req, entity), entity);
      const input = await parseBody(req, changes, entity, options, grant);
      const record = await repository.update(id, input, grant, options);
      replyChanged(res, entity, record, options);
    },
  },
  {
    name: "delete",
    methods: ["delete"],
    path: "/:id",
    operation: "delete",
    answer: async (req, res, grant, { entity, repository }) => {
      const options = parseWriteOptions(req, grant, entity);
      const id = parseId(idOf(req, entity), entity);
      const record = await repository.delete(id, grant, options);
      replyChanged(res, entity, record, options);
    },
  },
] as const satisfies readonly PathEndpoint[];

export type EndpointName = (typeof endpoints)[number]["name"];

/** An endpoint of the table. */
export type NamedEndpoint = PathEndpoint & { readonly name: EndpointName };

/** The properties of an entity that decide which endpoints it has. */
type Keyed = Pick<Entity, "keys" | "fields" | "users">;
type Families = readonly EndpointFamily[];

/** The path of an endpoint for a router, with the parameters of the key. */
export function pathOf({ path }: Pick<Endpoint, "path">, keyParams: readonly string[]): string {
  return path.replace(/:id$/, keyParams.map((name) => `:${name}`).join("/"));
}

/** The endpoints of an entity. Without a key, no record has a path. */
export function endpointsOf(entity: Keyed, families: Families): readonly NamedEndpoint[] {
  const chosen: readonly NamedEndpoint[] = endpoints;
  return chosen.filter(
    ({ family, path, isFor = hasPath(path) }) =>
      (family === undefined || families.includes(family)) && isFor(entity),
  );
}

/** Whether records have this path. */
function hasPath(path: string): (entity: Keyed) => boolean {
  return ({ keys }) => keys.length > 0 || !path.endsWith("/:id");
}

/** The parameter names of the key, in order: its field names. Reads already have a parameter `access`. */
export function idParams({ keys }: Pick<Entity, "keys">): readonly string[] {
  return keys.map(idParam);
}

function idParam({ name }: Field): string {
  return name === "access" ? "accessKey" : name;
}

function idOf({ params }: PathRequest, entity: Entity): unknown {
  const { keys } = entity;
  const [key] = keys;
  if (key !== undefined && keys.length === 1) return params[idParam(key)];
  return keyRecord(
    entity,
    idParams(entity).map((name) => params[name]),
  );
}

/** The methods that are allowed on a path below an entity. `undefined` if there is no endpoint. */
export function allowedMethods(
  url: string,
  entity: Keyed,
  families: Families,
): readonly string[] | undefined {
  const found = endpointsAt(url, entity, families);
  return found.length === 0 ? undefined : methodsOf(found);
}

/** The endpoints at a path below an entity. */
export function endpointsAt(url: string, entity: Keyed, families: Families): readonly PathEndpoint[] {
  const segments = segmentsOf(url);
  const key = idParams(entity);
  return endpointsOf(entity, families).filter((endpoint) =>
    isAt(segments, segmentsOf(pathOf(endpoint, key))),
  );
}

function segmentsOf(url: string): readonly string[] {
  return url
    .replace(/\?.*$/s, "")
    .replace(/^\/|\/$/g, "")
    .split("/");
}

function isAt(segments: readonly string[], pattern: readonly string[]): boolean {
  const isRead = pattern[0] === ":access";
  return (
    segments.length === pattern.length &&
    pattern.every((part, index) => {
      const segment = segments[index] ?? "";
      if (part === ":access") return /^(?:public|private)$/i.test(segment);
      if (part.startsWith(":")) return isRead || segment !== "";
      return segment.toLowerCase() === part;
    })
  );
}

/** The operations that the caller of an endpoint must be allowed to do. */
export function neededOperations({ operation, secondOperation }: PathEndpoint): readonly Operation[] {
  return secondOperation === undefined ? [operation] : [operation, secondOperation];
}
