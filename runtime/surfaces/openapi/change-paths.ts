import { API_PREFIX, FOLLOW_PATH } from "../../http/endpoint.js";
import type { Entity } from "../../model/model.js";
import { shownTo } from "./audience.js";
import { DescribedEntity } from "./described-entity.js";
import type { Parameter, PathItems } from "./openapi-types.js";
import { problemResponses } from "./problem-responses.js";
import { documentNamesOf, type RecordContext } from "./record-schemas.js";
import { accessProblems, securityOf } from "./security.js";

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
