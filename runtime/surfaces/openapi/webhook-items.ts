import type { Entity } from "../../model/model.js";
import { shownTo } from "./audience.js";
import { keySchema } from "./field-schemas.js";
import { jsonContent } from "./json-content.js";
import { wholeObject } from "./object-schema.js";
import type { OperationObject, Parameter, PathItems, Schema } from "./openapi-types.js";
import { documentNamesOf, selectedSchema, type RecordContext } from "./record-schemas.js";

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
