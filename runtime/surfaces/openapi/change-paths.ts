import { API_PREFIX, FOLLOW_PATH } from "../../http/endpoint.js";
import type { Entity } from "../../model/model.js";
import { shownTo } from "./audience.js";
import { DescribedEntity } from "./described-entity.js";
import type { Parameter, PathItems, OperationObject, Schema } from "./openapi-types.js";
import { problemResponses } from "./problem-responses.js";
import { documentNamesOf, type RecordContext, selectedSchema } from "./record-schemas.js";
import { accessProblems, securityOf } from "./security.js";
import { keySchema } from "./field-schemas.js";
import { jsonContent, wholeObject } from "./object-schema.js";

const lastEventId: Parameter = {
  name: "Last-Event-ID",
  in: "header",
  description: "The id of the last event that the client got: the stream continues after it.",
  schema: { type: "string" },
};

const DESCRIPTION =
  "Sends the changes of the records that meet the condition, as server-sent events: `create`, `update` and `delete`, with the key and the record as data; `reset`, after which the client has to read again; `end`, with a problem document.";

/** The stream of changes of an entity, if its changes can be followed and someone in the audience may read it. */
export function changePaths(entity: Entity, context: RecordContext): PathItems {
  const { model, audience } = context;
  const followed = model.changes === false ? [] : model.changes.entities;
  const isFollowed = followed.some((name) => name.toLowerCase() === entity.name.toLowerCase());
  if (!isFollowed || shownTo(audience, entity, "read") === undefined) return {};
  const parts = new DescribedEntity(entity, context);
  const codes = [
    ...(["invalid-query", "invalid-condition", "invalid-select", "invalid-header"] as const),
    ...accessProblems(entity, "read", model),
  ];
  const get = {
    operationId: `follow${documentNamesOf(entity, context).type}Changes`,
    tags: parts.tags,
    summary: "Follow changes",
    description: context.isLarge ? undefined : DESCRIPTION,
    security: securityOf(entity, "read", model),
    parameters: [...parts.parameters(["where", "select"]), lastEventId],
    responses: {
      200: {
        description: "The changes as they happen, until the client or the server ends the stream.",
        content: { "text/event-stream": { schema: { type: "string" } } },
      },
      ...problemResponses(codes, "followChanges", context),
    },
  };
  return { [`${API_PREFIX}/${entity.name}${FOLLOW_PATH}`]: { get } };
}

/**
 * The calls of webhooks by event, for those who build a receiver. Only of entities that the audience may read, because
 * records are described. `undefined` if there are none.
 */
export function webhookItems(shown: readonly Entity[], context: RecordContext): PathItems | undefined {
  const { webhooks } = context.model;
  if (webhooks === undefined) return undefined;
  const items: Record<string, PathItems[string]> = {};
  for (const entity of shown) {
    if (shownTo(context.audience, entity, "read") === undefined) continue;
    for (const kind of ["create", "update", "delete"] as const)
      if (webhooks.hooks.some(({ events }) => events.get(entity.name)?.has(kind) === true))
        items[`${entity.name}.${kind}`] = { post: describeCall(entity, kind, context) };
  }
  return Object.keys(items).length === 0 ? undefined : items;
}

function describeCall(
  entity: Entity,
  kind: "create" | "update" | "delete",
  context: RecordContext,
): OperationObject {
  const { type } = documentNamesOf(entity, context);
  const keys = entity.keys.map((key) => [key.name, keySchema(key)] as const);
  const data: Schema = kind === "delete" ? wholeObject(Object.fromEntries(keys)) : selectedSchema(type);
  const members = [
    ["type", { type: "string", enum: [`${entity.name}.${kind}`] }],
    ["timestamp", { type: "string", format: "date-time", description: "When the change was made." }],
    ["data", data],
  ] as const;
  return {
    operationId: `on${type}${kind.charAt(0).toUpperCase()}${kind.slice(1)}`,
    tags: [entity.name],
    summary: `A "${entity.name}" was ${kind}d`,
    description: "Signed as in Standard Webhooks. The same id can come more than once.",
    security: [],
    parameters: signatureHeaders,
    requestBody: { required: true, content: jsonContent(wholeObject(Object.fromEntries(members))) },
    responses: {
      "2XX": { description: "The change was received." },
      410: { description: "No more changes are wanted: the webhook is switched off." },
      default: { description: "The change was not received: it is sent again later." },
    },
  };
}

const signatureHeaders: readonly Parameter[] = [
  header("webhook-id", "The id of the delivery, the same in all tries."),
  header("webhook-timestamp", "The time of the try, in seconds since 1970."),
  header("webhook-signature", "Signatures of id, timestamp and body, separated by blanks."),
];

function header(name: string, description: string): Parameter {
  return { name, in: "header", required: true, description, schema: { type: "string" } };
}
