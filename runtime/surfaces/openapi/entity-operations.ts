import type { ProblemCode } from "../../errors/codes.js";
import { API_PREFIX } from "../../http/endpoint.js";
import type { Entity } from "../../model/model.js";
import {
  endpointsOf,
  idParams,
  neededOperations,
  pathOf,
  type EndpointName,
  type NamedEndpoint,
} from "../paths/endpoints.js";
import { shownTo } from "./audience.js";
import { EntityParts } from "./entity-parts.js";
import { jsonContent } from "./json-content.js";
import type { Operation, PathItem, Reference, RequestBody, Response, Schema } from "./openapi-types.js";
import { problemResponses } from "./problem-responses.js";
import { readRequestSchema } from "./read-request-schemas.js";
import { addInputSchema, addRecordSchemas, type RecordContext } from "./record-schemas.js";
import { accessProblems, securityOf } from "./security.js";

/** One endpoint of an entity, as the document describes it. */
interface Described {
  readonly summary: string;
  readonly parameters: (parts: EntityParts) => readonly Reference[];
  /** Default: it takes none. */
  readonly body?: (parts: EntityParts) => RequestBody | undefined;
  readonly success: (parts: EntityParts) => Readonly<Record<string, Response | Reference>>;
  /** What may be wrong with the request itself. */
  readonly problems: (parts: EntityParts) => readonly ProblemCode[];
}

const ofRead: readonly ProblemCode[] = ["invalid-order", "invalid-page", "answer-too-large"];
const ofQuery: readonly ProblemCode[] = ["invalid-query", "invalid-condition", "invalid-select", ...ofRead];
const ofBody: readonly ProblemCode[] = ["malformed-json", "invalid-body"];
const ofWrite: readonly ProblemCode[] = ["invalid-fields", "invalid-value", "invalid-header"];
const conflicts: readonly ProblemCode[] = ["unique-conflict", "foreign-key-conflict", "refused-by-database"];
const ofIdempotency: readonly ProblemCode[] = ["request-running", "idempotency-key-reused"];

/** What each endpoint takes and answers. An endpoint that is not described does not compile. */
const described: Readonly<Record<EndpointName, Described>> = {
  findAll: {
    summary: "Find all",
    parameters: (parts) => [parts.access(), ...parts.parameters("orderBy", "skipInPath", "takeInPath")],
    success: (parts) => ({ 200: parts.found() }),
    problems: () => ofRead,
  },
  findByCondition: {
    summary: "Find by condition",
    parameters: (parts) => [
      parts.access(),
      ...parts.parameters("orderBy", "skipInPath", "takeInPath", "conditionInPath"),
    ],
    success: (parts) => ({ 200: parts.found() }),
    problems: () => ["invalid-condition", ...ofRead],
  },
  findById: {
    summary: "Find by id",
    parameters: (parts) => [parts.access(), ...parts.key(), ...parts.parameters("ifNoneMatch")],
    success: (parts) => ({ 200: parts.found(), 304: parts.notModified() }),
    problems: () => ["invalid-id", "invalid-header", "answer-too-large"],
  },
  readPage: {
    summary: "Read a page",
    parameters: (parts) =>
      parts.parameters(
        ...(["where", "select", "order", "take", "skip", "after", "count"] as const),
        ...(["preferCount", "ifNoneMatch"] as const),
      ),
    success: (parts) => ({ 200: parts.page(), 304: parts.notModified() }),
    problems: () => [...ofQuery, "invalid-header"],
  },
  readByBody: {
    summary: "Read a page by a body",
    parameters: (parts) => parts.parameters("preferCount"),
    body: ({ entity, examples, context: { components, isLarge } }) => ({
      required: true,
      content: jsonContent(
        readRequestSchema(entity.limits, components),
        isLarge ? undefined : { where: examples.condition, take: 10 },
      ),
    }),
    success: (parts) => ({ 200: parts.page() }),
    problems: () => [...ofBody, ...ofQuery],
  },
  aggregate: {
    summary: "Aggregate",
    parameters: (parts) =>
      parts.parameters(
        ...(["groups", "where", "having", "groupOrder", "groupTake", "skip", "after", "count"] as const),
        ...(["preferCount", "ifNoneMatch"] as const),
      ),
    success: (parts) => ({ 200: parts.groups(), 304: parts.notModified() }),
    problems: () => [...ofQuery, "invalid-value", "invalid-header"],
  },
  readById: {
    summary: "Read by id",
    parameters: (parts) => [...parts.key(), ...parts.parameters("select", "ifNoneMatch")],
    success: (parts) => ({ 200: parts.selected(), 304: parts.notModified() }),
    problems: () => [
      ...(["invalid-id", "invalid-query", "invalid-select"] as const),
      ...(["invalid-header", "answer-too-large", "unknown-record"] as const),
    ],
  },
  create: {
    summary: "Create",
    parameters: (parts) =>
      parts.parameters("prefer", ...(parts.isIdempotent ? (["idempotencyKey"] as const) : [])),
    body: (parts) =>
      bodyOf(parts, "create", (record) => ({ anyOf: [record, { type: "array", items: record }] })),
    success: (parts) => ({ 201: parts.created() }),
    problems: ({ isIdempotent }) => [
      "too-many-records",
      ...ofBody,
      ...ofWrite,
      ...conflicts,
      ...(isIdempotent ? ofIdempotency : []),
    ],
  },
  update: {
    summary: "Change",
    parameters: (parts) => [...parts.key(), ...parts.parameters("prefer", parts.ifMatch)],
    body: (parts) => bodyOf(parts, "update"),
    success: (parts) => ({ 200: parts.changed() }),
    problems: ({ entity }) => [
      ...(["invalid-id", "nothing-to-update", ...ofBody, ...ofWrite, "unknown-record"] as const),
      ...conflicts,
      ...preconditionProblems(entity),
    ],
  },
  delete: {
    summary: "Delete",
    parameters: (parts) => [...parts.key(), ...parts.parameters("prefer", parts.ifMatch)],
    success: (parts) => ({ 200: parts.changed() }),
    problems: ({ entity }) => [
      ...(["invalid-id", "invalid-header", "unknown-record"] as const),
      ...conflicts,
      ...preconditionProblems(entity),
    ],
  },
  updateMany: {
    summary: "Change several",
    parameters: (parts) => parts.parameters("where", "preferMany"),
    body: (parts) =>
      bodyOf(parts, "update", (changes) => ({
        anyOf: [changes, { type: "array", items: { allOf: [parts.keyAndTag(), changes] } }],
      })),
    success: (parts) => ({ 200: parts.changedMany() }),
    problems: ({ entity }) => [
      ...(["invalid-id", "invalid-query", "invalid-condition", "nothing-to-update"] as const),
      ...(["too-many-records", ...ofBody, ...ofWrite, "unknown-record"] as const),
      ...conflicts,
      ...preconditionProblems(entity),
    ],
  },
  upsert: {
    summary: "Create or change",
    parameters: (parts) => parts.parameters("onConflict", "preferUpsert"),
    body: (parts) =>
      bodyOf(parts, "create", (record) => ({ anyOf: [record, { type: "array", items: record }] })),
    success: (parts) => ({ 200: parts.upserted(), 201: parts.created() }),
    problems: ({ entity }) => [
      ...(["invalid-query", "too-many-records", ...ofBody, ...ofWrite, ...conflicts] as const),
      ...preconditionProblems(entity),
    ],
  },
  deleteMany: {
    summary: "Delete several",
    parameters: (parts) => parts.parameters("whereRequired", "preferMany"),
    success: (parts) => ({ 200: parts.changedMany() }),
    problems: ({ entity }) => [
      ...(["invalid-query", "invalid-condition", "invalid-header", "too-many-records"] as const),
      ...conflicts,
      ...preconditionProblems(entity),
    ],
  },
};

function bodyOf(
  parts: EntityParts,
  operation: "create" | "update",
  toSchema = (record: Schema | Reference): Schema | Reference => record,
): RequestBody | undefined {
  const { context, entity } = parts;
  const input = addInputSchema(operation, entity, context);
  if (input === undefined) return undefined;
  return {
    required: true,
    content: jsonContent(toSchema(input.schema), context.isLarge ? undefined : input.example()),
  };
}

function preconditionProblems({ requiresPrecondition }: Entity): readonly ProblemCode[] {
  return ["precondition-failed", ...(requiresPrecondition ? (["precondition-required"] as const) : [])];
}

/** The paths of an entity's endpoints, with the operations that some of the audience may do. */
export function entityPaths(
  entity: Entity,
  context: RecordContext,
): readonly (readonly [string, PathItem])[] {
  const parts = new EntityParts(entity, context);
  const paths = new Map<string, Record<string, Operation>>();
  addRecordSchemas(entity, context);
  const params = idParams(entity);
  for (const endpoint of endpointsOf(entity, context.model.endpoints)) {
    const needed = neededOperations(endpoint);
    if (needed.some((operation) => shownTo(context.audience, entity, operation) === undefined)) continue;
    if (context.isLarge && endpoint.family === "path") continue;
    const path = documentPath(`${API_PREFIX}/${entity.name}${pathOf(endpoint, params)}`);
    const item = paths.get(path) ?? {};
    paths.set(path, item);
    const described = describeEndpoint(endpoint, parts);
    for (const method of endpoint.methods) {
      // It does what PATCH does.
      if (context.isLarge && method === "put") continue;
      item[method] = { operationId: parts.operationId(endpoint.name, method), ...described };
    }
  }
  return [...paths];
}

/** What is the same for all methods of an endpoint. */
export function describeEndpoint(
  endpoint: NamedEndpoint,
  parts: EntityParts,
): Omit<Operation, "operationId"> {
  const { entity, context, tags } = parts;
  const { name, operation } = endpoint;
  const { summary, parameters, body, success, problems } = described[name];
  // Most entities have the same.
  const shared = parts.shared(`${name} ${operation}`, () => {
    const found = parameters(parts);
    const codes = [...problems(parts), ...accessProblems(entity, operation, context.model)];
    return {
      parameters: found.length === 0 ? undefined : found,
      responses: problemResponses(codes, name, context),
    };
  });
  const security = securityOf(entity, operation, context.model);
  const requestBody = body?.(parts);
  return {
    tags,
    summary,
    ...(security !== undefined && { security }),
    ...(shared.parameters !== undefined && { parameters: shared.parameters }),
    ...(requestBody !== undefined && { requestBody }),
    responses: { ...success(parts), ...shared.responses },
  };
}

/** `/:orderid/:line` becomes `/{orderid}/{line}`. */
export function documentPath(path: string): string {
  return path.replace(/:(\w+)/g, "{$1}").replace(/\/$/, "");
}
