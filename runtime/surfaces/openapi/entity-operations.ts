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
import { positionOfRead, withPosition } from "./database-positions.js";
import { openNames } from "./document-names.js";
import { EntityParts, likenessOf } from "./entity-parts.js";
import { addBodySchema, exampleBody } from "./input-schemas.js";
import { jsonContent, streamContent } from "./json-content.js";
import type { Operation, PathItem, Reference, RequestBody, Response, Schema } from "./openapi-types.js";
import { problemResponses } from "./problem-responses.js";
import { readRequestSchema } from "./read-request-schemas.js";
import { addRecordSchemas, namesOf, templateFor, type RecordContext } from "./record-schemas.js";
import { accessProblems, securityOf } from "./security.js";

/** One endpoint of an entity, as the document describes it. */
interface Described {
  readonly summary: string;
  readonly parameters: (parts: EntityParts) => readonly Reference[];
  /** Default: it takes none. */
  readonly body?: (parts: EntityParts) => RequestBody;
  readonly success: (parts: EntityParts) => Readonly<Record<string, Response | Reference>>;
  /** The possible mistakes in the request itself. */
  readonly problems: (parts: EntityParts) => readonly ProblemCode[];
}

const ofRead: readonly ProblemCode[] = ["invalid-order", "invalid-page", "answer-too-large"];
const ofQuery: readonly ProblemCode[] = ["invalid-query", "invalid-condition", "invalid-select", ...ofRead];
const ofBody: readonly ProblemCode[] = ["malformed-json", "invalid-body"];
const ofWrite: readonly ProblemCode[] = ["invalid-fields", "invalid-value", "invalid-header"];
const conflicts: readonly ProblemCode[] = ["unique-conflict", "foreign-key-conflict", "refused-by-database"];
const ofIdempotency: readonly ProblemCode[] = ["request-running", "idempotency-key-reused"];

/** The input and the answer of each endpoint. An endpoint without a description does not compile. */
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
    body: (parts) => {
      const body = bodyOf(parts, "create", (record) => ({
        anyOf: [record, { type: "array", items: record }],
      }));
      return parts.isStreamed ? { ...body, content: { ...body.content, ...streamContent } } : body;
    },
    success: (parts) => ({ 201: parts.created(), ...(parts.isStreamed && { 207: parts.streamed() }) }),
    problems: ({ isIdempotent, isStreamed }) => [
      "too-many-records",
      ...(isStreamed ? (["malformed-csv"] as const) : []),
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
    // Users cannot be changed in an array.
    parameters: (parts) =>
      parts.parameters(
        parts.entity.users === undefined ? "whereOrArray" : "whereRequired",
        ...(["preferMany", parts.ifMatchAny] as const),
      ),
    body: (parts) =>
      bodyOf(parts, "update", (changes) => ({
        anyOf: [changes, { type: "array", items: parts.keyedChanges(changes) }],
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
    parameters: (parts) => parts.parameters(parts.onConflict, "preferUpsert", parts.ifMatchAny),
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
    parameters: (parts) => parts.parameters("whereRequired", "preferMany", parts.ifMatchAny),
    success: (parts) => ({ 200: parts.changedMany() }),
    problems: ({ entity }) => [
      ...(["invalid-query", "invalid-condition", "invalid-header", "too-many-records"] as const),
      ...conflicts,
      ...preconditionProblems(entity),
    ],
  },
};

/** Writes of many records. Large documents describe them once for all entities, with arrays in the bodies of creates. */
export const ofManyRecords: ReadonlySet<EndpointName> = new Set(["upsert", "updateMany", "deleteMany"]);

/** @param toSchema Makes the schema of the body from the schema of one record. */
function bodyOf(
  parts: EntityParts,
  operation: "create" | "update",
  toSchema = (record: Schema | Reference): Schema | Reference => record,
): RequestBody {
  const { context, entity } = parts;
  const example = context.isLarge ? undefined : exampleBody(operation, entity, context);
  // Users are written one at a time.
  const one = parts.bodyOfOne(operation);
  const schema = parts.hasArrays ? toSchema(one) : one;
  return { required: true, content: jsonContent(schema, example) };
}

function preconditionProblems({ requiresPrecondition }: Entity): readonly ProblemCode[] {
  return ["precondition-failed", ...(requiresPrecondition ? (["precondition-required"] as const) : [])];
}

/**
 * The paths of an entity's endpoints with the operations that some of the audience may do, as members of a JSON
 * object. Adds the schemas of its records.
 */
export function entityPaths(entity: Entity, context: RecordContext): string {
  addRecordSchemas(entity, context);
  addBodySchema("create", entity, context);
  addBodySchema("update", entity, context);
  const template = templateFor(`paths ${likenessOf(entity, context)}`, context, () =>
    openPaths(entity, context),
  );
  return template.fill(namesOf(entity, context).byOpenName).slice(1, -1);
}

function openPaths(entity: Entity, context: RecordContext): Readonly<Record<string, PathItem>> {
  const parts = new EntityParts(entity, context);
  const paths: Record<string, Record<string, Operation>> = {};
  const params = idParams(entity);
  for (const endpoint of endpointsOf(entity, context.model.endpoints)) {
    const needed = neededOperations(endpoint);
    if (needed.some((operation) => shownTo(context.audience, entity, operation) === undefined)) continue;
    if (context.isLarge && (endpoint.family === "path" || ofManyRecords.has(endpoint.name))) continue;
    const path = documentPath(`${API_PREFIX}/${openNames.entity}${pathOf(endpoint, params)}`);
    const item = (paths[path] ??= {});
    const described = describeEndpoint(endpoint, parts);
    for (const method of endpoint.methods) {
      // Same as PATCH.
      if (context.isLarge && method === "put") continue;
      item[method] = { operationId: openNames.operationId(endpoint.name, method), ...described };
    }
  }
  return paths;
}

/** The parts that all methods of an endpoint share. */
export function describeEndpoint(
  endpoint: NamedEndpoint,
  parts: EntityParts,
): Omit<Operation, "operationId"> {
  const { entity, context, tags } = parts;
  const { name } = endpoint;
  const needed = neededOperations(endpoint);
  const { summary, parameters, body, success, problems } = described[name];
  const isRead = needed.every((operation) => operation === "read");
  const found = [...parameters(parts), ...(isRead ? positionOfRead(context) : [])];
  const succeeded = isRead ? success(parts) : withPosition(success(parts), context);
  const codes = [
    ...problems(parts),
    ...needed.flatMap((operation) => accessProblems(entity, operation, context.model)),
  ];
  const required = needed.map((operation) => securityOf(entity, operation, context.model));
  // The default security is the stricter one.
  const security = required.includes(undefined) ? undefined : required[0];
  const requestBody = body?.(parts);
  return {
    tags,
    summary,
    ...(security !== undefined && { security }),
    ...(found.length > 0 && { parameters: found }),
    ...(requestBody !== undefined && { requestBody }),
    responses: { ...succeeded, ...problemResponses(codes, name, context) },
  };
}

/** `/:orderid/:line` becomes `/{orderid}/{line}`. */
export function documentPath(path: string): string {
  return path.replace(/:(\w+)/g, "{$1}").replace(/\/$/, "");
}
