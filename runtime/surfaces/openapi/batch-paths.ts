import type { ProblemCode } from "../../errors/codes.js";
import { BATCH_PATH } from "../../http/endpoint.js";
import { operations as kinds, type Entity, type Operation as Kind } from "../../model/model.js";
import { ofConflict, ofIdempotency, ofInput } from "../endpoints/endpoint-row.js";
import { shownTo } from "./audience.js";
import { withPosition } from "./database-positions.js";
import { jsonContent, anyObject, wholeObject } from "./object-schema.js";
import type { PathItems, Schema } from "./openapi-types.js";
import { problemResponses } from "./problem-responses.js";
import type { RecordContext } from "./record-schemas.js";
import { accessProblems, securityOf } from "./security.js";

const name: Schema = {
  type: "string",
  pattern: "^[A-Za-z_]\\w{0,63}$",
  description: "A name by which later operations refer to the answer: `@name.member`.",
};
const ifMatch: Schema = {
  type: "string",
  description: "The `etag` of the expected version, or `*` for any.",
};
const input: Schema = {
  ...anyObject,
  description:
    "The fields, as in the body of the single request. A text that begins with `@` refers to a member of an earlier answer; `@@` stands for `@`.",
};
const select: Schema = {
  anyOf: [{ type: "string" }, anyObject],
  description: "The members of the answer. Default: the own fields.",
};

/** The members of each kind of operation beside its id. */
const members: Readonly<Record<Kind, Readonly<Record<string, Schema>>>> = {
  create: { input },
  update: { changes: input, ifMatch },
  delete: { ifMatch },
  read: { select },
};

/** The path of batches, with the operations that some of the audience may do. */
export function batchPaths(context: RecordContext): PathItems {
  const { model, components } = context;
  const shown = kinds.flatMap((kind) => {
    const entities = model.entities.filter((entity) => isShown(entity, kind, context));
    return entities.length === 0 ? [] : [{ kind, entities }];
  });
  if (model.batch === false || shown.length === 0) return {};
  const { maxOperations } = model.batch;
  const body = components.once("schemas", "Batch", () => ({
    type: "object",
    additionalProperties: false,
    required: ["operations"],
    properties: {
      operations: {
        type: "array",
        minItems: 1,
        maxItems: maxOperations,
        items: { oneOf: shown.map(({ kind, entities }) => operationSchema(kind, entities)) },
      },
    },
  }));
  const access = shown.flatMap(({ kind, entities }) =>
    entities.flatMap((entity) => accessProblems(entity, kind, model)),
  );
  const security = shown.flatMap(({ kind, entities }) =>
    entities.map((entity) => securityOf(entity, kind, model)),
  );
  const success = {
    description: "A result for each operation, in their order.",
    headers: components.headers(["Preference-Applied"]),
    content: jsonContent(components.once("schemas", "BatchAnswer", () => answerSchema)),
  };
  const hasKeys = model.idempotency !== undefined;
  const post = {
    operationId: "batch",
    tags: [context.tags.batch],
    summary: "Run several operations",
    description: "Runs all operations in one transaction, in their order, or none of them.",
    security: security.find((each) => each !== undefined),
    parameters: [
      components.parameter("prefer"),
      ...(hasKeys ? [components.parameter("idempotencyKey")] : []),
    ],
    requestBody: { required: true, content: jsonContent(body) },
    responses: {
      ...withPosition({ 200: success }, context),
      ...problemResponses([...new Set([...problemsOf(context), ...access])], "batch", context),
    },
  } as const;
  return { [BATCH_PATH]: { post } };
}

/** A record without a key can be created only. */
function isShown(entity: Entity, kind: Kind, { audience }: RecordContext): boolean {
  return shownTo(audience, entity, kind) !== undefined && (kind === "create" || entity.keys.length > 0);
}

function operationSchema(kind: Kind, entities: readonly Entity[]): Schema {
  const own = members[kind];
  const isWrite = kind === "create" || kind === "update";
  const ids = kind === "create" ? {} : { id: idSchema };
  return {
    type: "object",
    additionalProperties: false,
    required: [kind, ...Object.keys(ids), ...(isWrite ? Object.keys(own).slice(0, 1) : [])],
    properties: {
      [kind]: { type: "string", enum: entities.map((entity) => entity.name), description: "The entity." },
      ...ids,
      ...own,
      as: name,
    },
  };
}

const idSchema: Schema = {
  anyOf: [{ type: ["string", "number", "boolean"] }, anyObject],
  description:
    "The id: the value of the key, or an object of its fields if there are several. It may be a reference.",
};

const answerSchema = wholeObject({
  results: {
    type: "array",
    items: {
      type: "object",
      required: ["status"],
      properties: {
        status: { type: "integer", enum: [200, 201], description: "The status of the single request." },
        id: { ...idSchema, description: "The id of a new record." },
        record: {
          ...anyObject,
          description:
            "The record that was read or, with `Prefer: return=representation`, the record that was written.",
        },
        etag: { type: "string", description: "The version of the record." },
      },
    },
  },
});

function problemsOf({ model }: RecordContext): readonly ProblemCode[] {
  return [
    ...ofInput,
    "invalid-query",
    "invalid-select",
    "invalid-id",
    "nothing-to-update",
    "answer-too-large",
    "unknown-entity",
    "unknown-record",
    ...ofConflict,
    "precondition-failed",
    ...(model.entities.some((entity) => entity.requiresPrecondition)
      ? (["precondition-required"] as const)
      : []),
    ...(model.idempotency === undefined ? [] : ofIdempotency),
    "batch-timeout",
  ];
}
