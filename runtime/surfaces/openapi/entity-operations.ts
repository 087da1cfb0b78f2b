import type { ProblemCode } from "../../errors/codes.js";
import { fieldTypes } from "../../model/field-type.js";
import type { Entity } from "../../model/model.js";
import { API_PREFIX } from "../../http/endpoint.js";
import { endpointsOf, idParams, pathOf, type EndpointName } from "../paths/endpoints.js";
import { shownTo } from "./audience.js";
import { exampleOf } from "./example-values.js";
import { inputSchema, pathSchema } from "./field-schemas.js";
import type {
  Operation,
  Parameter,
  PathItem,
  Reference,
  RequestBody,
  Response,
  Schema,
} from "./openapi-types.js";
import { problemResponses } from "./problem-responses.js";
import { accessProblems, securityOf } from "./security.js";
import { readRequestSchema } from "./read-request-schemas.js";
import {
  addInputSchema,
  addRecordSchemas,
  recordSchema,
  selectedSchema,
  type RecordContext,
} from "./record-schemas.js";
import { sharedHeaders, sharedParameters, type SharedParameter } from "./shared-parts.js";

/** One endpoint of an entity, as the document describes it. */
interface Described {
  readonly summary: string;
  readonly description?: string;
  readonly parameters: readonly Reference[];
  /** `undefined` if it takes none. */
  readonly body?: RequestBody | Reference;
  readonly success: Readonly<Record<string, Response | Reference>>;
  /** What may be wrong with the request itself. */
  readonly problems: readonly ProblemCode[];
}

/** An entity and the parts of the document that its operations refer to. */
class EntityParts {
  readonly entity: Entity;
  readonly context: RecordContext;
  readonly #parameters: ReturnType<typeof sharedParameters>;

  constructor(entity: Entity, context: RecordContext) {
    this.entity = entity;
    this.context = context;
    this.#parameters = sharedParameters(entity.limits);
  }

  get type(): string {
    return this.context.names.get(this.entity)?.type ?? this.entity.name;
  }

  parameters(...names: readonly SharedParameter[]): readonly Reference[] {
    return names.map((name) => this.context.components.add("parameters", name, this.#parameters[name]));
  }

  headers(...names: readonly (keyof typeof sharedHeaders)[]): Readonly<Record<string, Reference>> {
    return Object.fromEntries(
      names.map((name) => [name, this.context.components.add("headers", name, sharedHeaders[name])]),
    );
  }

  response(name: string, response: Response): Reference {
    return this.context.components.add("responses", name, response);
  }

  /** `public`, or `private` where records have owners and callers are known. */
  access(): Reference {
    const { entity, context } = this;
    const hasOwners = entity.ownerField !== undefined && context.model.auth !== undefined;
    return context.components.add("parameters", hasOwners ? "access" : "publicAccess", {
      name: "access",
      in: "path",
      required: true,
      description: hasOwners
        ? "`private` for the caller's own records, which needs a token; else `public`."
        : "Always `public`: these records have no owner.",
      schema: { type: "string", enum: hasOwners ? ["public", "private"] : ["public"] },
      example: "public",
    });
  }

  key(): readonly Reference[] {
    const { entity, context } = this;
    const names = idParams(entity);
    return entity.keys.map((key, index) => {
      const name = names[index] ?? key.name;
      const example = exampleOf(key, entity);
      const { path } = fieldTypes[key.type];
      return context.components.add("parameters", name, {
        name,
        in: "path",
        required: true,
        ...(key.description !== undefined && { description: key.description }),
        schema: pathSchema({ ...key, description: undefined }),
        example: path === undefined ? example : path.to(String(example)),
      } satisfies Parameter);
    });
  }

  get mayRead(): boolean {
    return shownTo(this.context.audience, this.entity, "read") !== undefined;
  }

  found(): Reference {
    return this.response(`${this.type}Found`, {
      description: "The records found.",
      headers: this.headers("ETag"),
      content: json({
        type: "object",
        required: ["count", "items"],
        properties: {
          count: { ...count, description: "The number of all records that match." },
          items: { type: "array", items: recordSchema(this.entity, this.context) },
        },
      }),
    });
  }

  page(): Reference {
    return this.response(`${this.type}Page`, {
      description: "A page of records.",
      headers: this.headers("ETag", "Link", "Preference-Applied"),
      content: json(pageSchema(selectedSchema(this.entity, this.context))),
    });
  }

  changed(): Reference {
    const { components } = this.context;
    const changed = components.add("schemas", "Changed", {
      type: "object",
      required: ["count"],
      properties: { count: { type: "integer", const: 1 } },
    });
    if (!this.mayRead)
      return this.response("Changed", { description: "It is done.", content: json(changed) });
    return this.response(`${this.type}Changed`, {
      description: "It is done. With `Prefer: return=representation`, the record.",
      headers: this.headers("ETag", "Preference-Applied"),
      content: json({ anyOf: [changed, recordSchema(this.entity, this.context)] }),
    });
  }

  notModified(): Reference {
    return this.response("NotModified", {
      description: "The caller has this version.",
      headers: this.headers("ETag"),
    });
  }
}

const count: Schema = { type: "integer", minimum: 0 };

function json(schema: Schema): NonNullable<Response["content"]> {
  return { "application/json": { schema } };
}

function pageSchema(items: Schema): Schema {
  return {
    type: "object",
    required: ["items"],
    properties: {
      items: { type: "array", items },
      next: { type: "string", description: "The `after` of the next page, if there is one." },
      count: { ...count, description: "The number of all that match, if it was asked for." },
    },
  };
}

const ofRead: readonly ProblemCode[] = ["invalid-order", "invalid-page", "answer-too-large"];
const ofQuery: readonly ProblemCode[] = ["invalid-query", "invalid-condition", "invalid-select", ...ofRead];
const ofBody: readonly ProblemCode[] = ["malformed-json", "invalid-body"];
const ofWrite: readonly ProblemCode[] = ["invalid-fields", "invalid-value", "invalid-header"];
const conflicts: readonly ProblemCode[] = ["unique-conflict", "foreign-key-conflict", "refused-by-database"];

/** What each endpoint takes and answers. An endpoint that is not described does not compile. */
const described: Readonly<Record<EndpointName, (parts: EntityParts) => Described>> = {
  findAll: (parts) => ({
    summary: "Find all",
    parameters: [parts.access(), ...parts.parameters("orderBy", "skipInPath", "takeInPath")].flat(),
    success: { 200: parts.found() },
    problems: ofRead,
  }),
  findByCondition: (parts) => ({
    summary: "Find by condition",
    parameters: [
      parts.access(),
      ...parts.parameters("orderBy", "skipInPath", "takeInPath", "conditionInPath"),
    ],
    success: { 200: parts.found() },
    problems: ["invalid-condition", ...ofRead],
  }),
  findById: (parts) => ({
    summary: "Find by id",
    parameters: [parts.access(), ...parts.key(), ...parts.parameters("ifNoneMatch")],
    success: { 200: parts.found(), 304: parts.notModified() },
    problems: ["invalid-id", "invalid-header", "answer-too-large"],
  }),
  readPage: (parts) => ({
    summary: "Read a page",
    parameters: parts.parameters(
      ...(["where", "select", "order", "take", "skip", "after", "count"] as const),
      ...(["preferCount", "ifNoneMatch"] as const),
    ),
    success: { 200: parts.page(), 304: parts.notModified() },
    problems: [...ofQuery, "invalid-header"],
  }),
  readByBody: (parts) => ({
    summary: "Read a page by a body",
    parameters: parts.parameters("preferCount"),
    body: parts.context.components.add("requestBodies", "ReadRequest", {
      required: true,
      content: {
        "application/json": {
          schema: readRequestSchema(parts.entity.limits, parts.context.components),
          example: { where: "id>10", take: 10 },
        },
      },
    }),
    success: { 200: parts.page() },
    problems: [...ofBody, ...ofQuery],
  }),
  aggregate: (parts) => ({
    summary: "Aggregate",
    parameters: parts.parameters(
      ...(["groups", "where", "having", "groupOrder", "groupTake", "skip", "after", "count"] as const),
      ...(["preferCount", "ifNoneMatch"] as const),
    ),
    success: {
      200: parts.response("Groups", {
        description: "Groups of records, each with the members of `select` under their texts.",
        headers: parts.headers("ETag", "Link", "Preference-Applied"),
        content: json(pageSchema({ type: "object" })),
      }),
      304: parts.notModified(),
    },
    problems: [...ofQuery, "invalid-value", "invalid-header"],
  }),
  readById: (parts) => ({
    summary: "Read by id",
    parameters: [...parts.key(), ...parts.parameters("select", "ifNoneMatch")],
    success: {
      200: {
        description: "The record.",
        headers: parts.headers("ETag"),
        content: json(selectedSchema(parts.entity, parts.context)),
      },
      304: parts.notModified(),
    },
    problems: [
      ...(["invalid-id", "invalid-query", "invalid-select"] as const),
      ...(["invalid-header", "answer-too-large", "unknown-record"] as const),
    ],
  }),
  create: (parts) => {
    const isIdempotent = parts.context.model.idempotency !== undefined;
    return {
      summary: "Create",
      parameters: parts.parameters("prefer", ...(isIdempotent ? (["idempotencyKey"] as const) : [])),
      ...bodyOf(parts, "create"),
      success: { 201: createdResponse(parts) },
      problems: [
        ...ofBody,
        ...ofWrite,
        ...conflicts,
        ...(isIdempotent ? (["request-running", "idempotency-key-reused"] as const) : []),
      ],
    };
  },
  update: (parts) => ({
    summary: "Change",
    parameters: [...parts.key(), ...parts.parameters("prefer", ifMatchOf(parts.entity))],
    ...bodyOf(parts, "update"),
    success: { 200: parts.changed() },
    problems: [
      ...(["invalid-id", "nothing-to-update", ...ofBody, ...ofWrite, "unknown-record"] as const),
      ...conflicts,
      ...preconditionProblems(parts.entity),
    ],
  }),
  delete: (parts) => ({
    summary: "Delete",
    parameters: [...parts.key(), ...parts.parameters("prefer", ifMatchOf(parts.entity))],
    success: { 200: parts.changed() },
    problems: [
      ...(["invalid-id", "invalid-header", "unknown-record"] as const),
      ...conflicts,
      ...preconditionProblems(parts.entity),
    ],
  }),
};

function bodyOf(parts: EntityParts, operation: "create" | "update"): Pick<Described, "body"> {
  const input = addInputSchema(operation, parts.entity, parts.context);
  if (input === undefined) return {};
  const body: RequestBody = {
    required: true,
    content: { "application/json": { schema: input.schema, example: input.example } },
  };
  // PUT and PATCH take the same.
  return {
    body:
      operation === "create"
        ? body
        : parts.context.components.add("requestBodies", `${parts.type}Changes`, body),
  };
}

function createdResponse(parts: EntityParts): Response {
  const { entity, context } = parts;
  const id = keySchema(entity);
  return {
    description: parts.mayRead
      ? "It is created: its id. With `Prefer: return=representation`, the record."
      : "It is created: its id.",
    headers: parts.headers("Location", ...(parts.mayRead ? (["ETag", "Preference-Applied"] as const) : [])),
    content: json(parts.mayRead ? { anyOf: [id, recordSchema(entity, context)] } : id),
  };
}

/** The id of a record: the value of its key, or an object of those of its fields. */
function keySchema({ keys }: Entity): Schema {
  const schemas = keys.map((key) => [key.name, inputSchema({ ...key, description: undefined })] as const);
  const [only] = schemas;
  return schemas.length === 1 && only !== undefined
    ? only[1]
    : { type: "object", required: keys.map(({ name }) => name), properties: Object.fromEntries(schemas) };
}

function ifMatchOf({ requiresPrecondition }: Entity): SharedParameter {
  return requiresPrecondition ? "ifMatchRequired" : "ifMatch";
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
  for (const endpoint of endpointsOf(entity, context.model.endpoints)) {
    const { name, methods, operation } = endpoint;
    const shown = shownTo(context.audience, entity, operation);
    if (shown === undefined) continue;
    const { parameters, body, success, problems, ...words } = described[name](parts);
    const security = securityOf(entity, operation, context.model);
    const path = documentPath(`${API_PREFIX}/${entity.name}${pathOf(endpoint, idParams(entity))}`);
    const item = paths.get(path) ?? {};
    paths.set(path, item);
    for (const method of methods)
      item[method] = {
        operationId: context.names.get(entity)?.operationId(name, method) ?? "",
        tags: [entity.name],
        ...words,
        ...(security !== undefined && { security }),
        ...(parameters.length > 0 && { parameters }),
        ...(body !== undefined && { requestBody: body }),
        responses: {
          ...success,
          ...problemResponses(
            [...problems, ...accessProblems(entity, operation, context.model)],
            name,
            context.components,
          ),
        },
      };
  }
  return [...paths];
}

/** `/:orderid/:line` becomes `/{orderid}/{line}`. */
export function documentPath(path: string): string {
  return path.replace(/:(\w+)/g, "{$1}").replace(/\/$/, "");
}
