import type { Endpoint } from "../../http/endpoint.js";
import { conflictTargets } from "../../model/conflict-targets.js";
import type { EndpointFamily } from "../../model/endpoint-families.js";
import type { Entity, Field, Operation } from "../../model/model.js";
import {
  ofBody,
  ofChange,
  ofConflict,
  ofIdempotency,
  ofInput,
  ofQuery,
  ofRead,
  type EndpointDescription,
  type EndpointOwner,
  type EndpointRow,
} from "./endpoint-row.js";

/** Whether several records are written at once. Users are written one at a time. */
const writesSeveral = ({ keys, users }: EndpointOwner) => keys.length > 0 && users === undefined;

/** The parameters of every page that a GET reads. */
const ofPage = ["skip", "after", "count", "preferCount", "ifNoneMatch"] as const;

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
    description: {
      operationId: "findAll*",
      summary: "Find all",
      description: "Reads a page of all records, and counts all of them.",
      parameters: ["access", "orderBy", "skipInPath", "takeInPath"],
      answers: { 200: "found" },
      problems: ofRead,
    },
  },
  {
    name: "findByCondition",
    methods: ["get"],
    path: "/:access/findbycondition/:orderBy/:skip/:take/:condition",
    operation: "read",
    family: "path",
    description: {
      operationId: "find*ByCondition",
      summary: "Find by condition",
      description: "Reads a page of the records that meet a condition, and counts all that do.",
      parameters: ["access", "orderBy", "skipInPath", "takeInPath", "conditionInPath"],
      answers: { 200: "found" },
      problems: ["invalid-condition", ...ofRead],
    },
  },
  {
    name: "findById",
    methods: ["get"],
    path: "/:access/findbyid/:id",
    operation: "read",
    family: "path",
    description: {
      operationId: "find*ById",
      summary: "Find by id",
      description: "Finds one record by its key. `count` is 0 if there is none that the caller may read.",
      parameters: ["access", "key", "ifNoneMatch"],
      answers: { 200: "found", 304: "notModified" },
      problems: ["invalid-id", "invalid-header", "answer-too-large"],
    },
  },
  {
    name: "readPage",
    methods: ["get"],
    path: "/",
    operation: "read",
    family: "query",
    description: {
      operationId: "read*Page",
      summary: "Read a page",
      description:
        "Reads a page of the records that meet all conditions, with the members that `select` names.",
      parameters: ["where", "select", "order", "take", ...ofPage],
      answers: { 200: "page", 304: "notModified" },
      problems: [...ofQuery, "invalid-header"],
    },
  },
  {
    name: "readByBody",
    methods: ["post"],
    path: "/query",
    operation: "read",
    family: "query",
    description: {
      operationId: "query*",
      summary: "Read a page by a body",
      description: "Reads a page as `GET` does, for what is too long for a URL.",
      parameters: ["preferCount"],
      body: "read",
      answers: { 200: "page" },
      problems: [...ofBody, ...ofQuery],
    },
  },
  {
    name: "aggregate",
    methods: ["get"],
    path: "/aggregate",
    operation: "read",
    family: "query",
    description: {
      operationId: "aggregate*",
      summary: "Aggregate",
      description: "Groups records, and counts them or computes sums, averages, minima and maxima.",
      parameters: ["groups", "where", "having", "groupOrder", "groupTake", ...ofPage],
      answers: { 200: "groups", 304: "notModified" },
      problems: [...ofQuery, "invalid-value", "invalid-header"],
    },
  },
  {
    name: "readById",
    methods: ["get"],
    path: "/:id",
    operation: "read",
    family: "query",
    description: {
      operationId: "read*",
      summary: "Read by id",
      description: "Reads one record, with the members that `select` names.",
      parameters: ["key", "select", "ifNoneMatch"],
      answers: { 200: "selected", 304: "notModified" },
      problems: [
        "invalid-id",
        "invalid-query",
        "invalid-select",
        "invalid-header",
        "answer-too-large",
        "unknown-record",
      ],
    },
  },
  {
    name: "create",
    methods: ["post"],
    path: "/",
    operation: "create",
    description: {
      operationId: "create*",
      summary: "Create",
      description: "Creates a record. If the body may be an array, it creates all of its records or none.",
      parameters: ["prefer", "idempotencyKey"],
      body: "records",
      answers: { 201: "created" },
      problems: ["too-many-records", ...ofInput, ...ofConflict, ...ofIdempotency],
    },
  },
  {
    name: "upsert",
    methods: ["put"],
    path: "/",
    isFor: (entity) => entity.users === undefined && conflictTargets(entity).length > 0,
    operation: "create",
    secondOperation: "update",
    description: {
      operationId: "upsert*",
      summary: "Create or change",
      description: "Changes the records that exist already, and creates the others: all or none.",
      parameters: ["onConflict", "preferUpsert", "ifMatchAny"],
      body: "records",
      answers: { 200: "upserted", 201: "created" },
      problems: ["invalid-query", "too-many-records", ...ofInput, ...ofChange],
      writesMany: true,
    },
  },
  {
    name: "updateMany",
    methods: ["patch"],
    path: "/",
    isFor: writesSeveral,
    operation: "update",
    description: {
      operationId: "updateMany*",
      summary: "Change several",
      description: "Changes all records that meet a condition, or each record of an array: all or none.",
      parameters: ["whereOrArray", "preferMany", "ifMatchAny"],
      body: "changesOrArray",
      answers: { 200: "changedMany" },
      problems: [
        "invalid-id",
        "invalid-query",
        "invalid-condition",
        "nothing-to-update",
        "too-many-records",
        ...ofInput,
        "unknown-record",
        ...ofChange,
      ],
      writesMany: true,
    },
  },
  {
    name: "deleteMany",
    methods: ["delete"],
    path: "/",
    isFor: writesSeveral,
    operation: "delete",
    description: {
      operationId: "deleteMany*",
      summary: "Delete several",
      description: "Deletes all records that meet a condition, or none.",
      parameters: ["whereRequired", "preferMany", "ifMatchAny"],
      answers: { 200: "deletedMany" },
      problems: ["invalid-query", "invalid-condition", "invalid-header", "too-many-records", ...ofChange],
      writesMany: true,
    },
  },
  {
    name: "update",
    methods: ["put", "patch"],
    path: "/:id",
    operation: "update",
    description: {
      operationId: "update*",
      summary: "Change",
      description: "Changes the members that the body has. `PUT` and `PATCH` do the same.",
      parameters: ["key", "prefer", "ifMatch"],
      body: "changes",
      answers: { 200: "changed" },
      problems: ["invalid-id", "nothing-to-update", ...ofInput, "unknown-record", ...ofChange],
    },
  },
  {
    name: "delete",
    methods: ["delete"],
    path: "/:id",
    operation: "delete",
    description: {
      operationId: "delete*",
      summary: "Delete",
      description: "Deletes the record.",
      parameters: ["key", "prefer", "ifMatch"],
      answers: { 200: "deleted" },
      problems: ["invalid-id", "invalid-header", "unknown-record", ...ofChange],
    },
  },
] as const satisfies readonly EndpointRow[];

type Row = (typeof endpoints)[number];
type Description = Row["description"];

export type EndpointName = Row["name"];

/** The names by which the rows describe their parameters, bodies and answers. */
export type ParameterName = Description["parameters"][number];
export type BodyName = Extract<Description, { readonly body: string }>["body"];
export type AnswerName = AnswerIn<Description>;
type AnswerIn<D> = D extends { readonly answers: infer A } ? A[keyof A] : never;

/** An endpoint of the table. */
export type NamedEndpoint = EndpointRow<EndpointDescription<ParameterName, BodyName, AnswerName>> & {
  readonly name: EndpointName;
};

/** The path of an endpoint for a router, with the parameters of the key. */
export function endpointPath({ path }: Pick<Endpoint, "path">, keyParams: readonly string[]): string {
  return path.replace(/:id$/, keyParams.map((name) => `:${name}`).join("/"));
}

/** The endpoints of an entity. Without a key, no record has a path. */
export function endpointsOf(
  entity: EndpointOwner,
  families: readonly EndpointFamily[],
): readonly NamedEndpoint[] {
  const chosen: readonly NamedEndpoint[] = endpoints;
  return chosen.filter(
    ({ family, path, isFor }) =>
      (family === undefined || families.includes(family)) &&
      (isFor === undefined ? entity.keys.length > 0 || !path.endsWith("/:id") : isFor(entity)),
  );
}

/** The parameter names of the key, in order: its field names. Reads already have a parameter `access`. */
export function idParams({ keys }: Pick<Entity, "keys">): readonly string[] {
  return keys.map(idParam);
}

export function idParam({ name }: Field): string {
  return name === "access" ? "accessKey" : name;
}

/** The operations that the caller of an endpoint must be allowed to do. */
export function neededOperations({
  operation,
  secondOperation,
}: Pick<EndpointRow, "operation" | "secondOperation">): readonly Operation[] {
  return secondOperation === undefined ? [operation] : [operation, secondOperation];
}
