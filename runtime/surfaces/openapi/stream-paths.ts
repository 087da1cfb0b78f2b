import type { ProblemCode } from "../../errors/codes.js";
import { API_PREFIX } from "../../http/endpoint.js";
import type { Entity } from "../../model/model.js";
import { ofConflict, ofInput, ofQuery } from "../endpoints/endpoint-row.js";
import { endpointsOf, type EndpointName } from "../endpoints/endpoints.js";
import type { Components } from "./components.js";
import { positionOfRead, withPosition } from "./database-positions.js";
import { isShownTo } from "./entity-operations.js";
import { jsonContent, wholeObject } from "./object-schema.js";
import type { HttpMethod, MediaType, OperationObject, PathItems, Schema } from "./openapi-types.js";
import { problemResponses } from "./problem-responses.js";
import { mistakeSchema } from "./problem-schema.js";
import type { RecordContext } from "./record-schemas.js";
import { accessProblems, securityOf } from "./security.js";
import type { SharedParameter } from "./shared-parts.js";
import { PathParts } from "./shared-paths.js";

/** A use of an endpoint that sends or takes a stream. */
interface StreamUse {
  readonly endpoint: EndpointName;
  readonly method: HttpMethod;
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly SharedParameter[];
  readonly problems: readonly ProblemCode[];
}

/** The path of the operations that stream. */
export const STREAM_PATH = `${API_PREFIX}/{entity}`;

const NDJSON = "application/x-ndjson";
const CSV = "text/csv";

const uses: readonly StreamUse[] = [
  {
    endpoint: "readPage",
    method: "get",
    operationId: "streamRecords",
    summary: "Read a stream",
    description: `Reads all records that match, one per line. Send \`Accept: ${NDJSON}\` or \`Accept: ${CSV}\`, else the answer is a page in JSON. A \`POST\` to \`/query\` below this path answers in the same way.`,
    parameters: ["where", "select", "order", "streamTake", "skip", "after"],
    problems: [...ofQuery, "invalid-header"],
  },
  {
    endpoint: "create",
    method: "post",
    operationId: "createRecordStream",
    summary: "Create from a stream",
    description: "Creates a record from each line. Lines that fail are listed in the answer.",
    parameters: ["preferStream"],
    problems: ["malformed-csv", ...ofInput, ...ofConflict],
  },
];

/**
 * The operations that read or create streams of records, each described once for all entities. Their paths are those of
 * the other operations, with a parameter in place of the entity: beside JSON, every answer would be a page or a text to
 * generators of clients. `…/query`, which streams too, would match the path of a record.
 */
export function streamPaths(entities: readonly Entity[], context: RecordContext): PathItems {
  const item: Partial<Record<HttpMethod, OperationObject>> = {};
  for (const use of uses) {
    // Large documents already describe creates once for all entities.
    if (context.isLarge && use.endpoint === "create") continue;
    const some = entities.filter((entity) => hasUse(use, entity, context));
    if (some.length > 0) item[use.method] = describe(use, some, context);
  }
  return Object.keys(item).length === 0 ? {} : { [STREAM_PATH]: item };
}

function hasUse({ endpoint }: StreamUse, entity: Entity, context: RecordContext): boolean {
  // Users are created one at a time.
  if (endpoint === "create" && entity.users !== undefined) return false;
  const row = endpointsOf(entity, context.model.endpoints).find(({ name }) => name === endpoint);
  return row !== undefined && isShownTo(row, entity, context);
}

function describe(use: StreamUse, entities: readonly Entity[], context: RecordContext): OperationObject {
  const { endpoint, operationId, summary, description, parameters, problems } = use;
  const operation = endpoint === "create" ? "create" : "read";
  const parts = new PathParts([operation], entities, context);
  const codes = [...problems, ...accessProblems(parts.entity, operation, context.model)];
  const isRead = operation === "read";
  return {
    operationId,
    tags: [context.tags.streams],
    summary,
    description,
    security: securityOf(parts.entity, operation, context.model),
    parameters: [
      parts.entityName(),
      ...parts.parameters(parameters),
      ...(isRead ? positionOfRead(context) : []),
    ],
    requestBody: isRead ? undefined : { required: true, content: streamContent },
    responses: {
      ...(isRead
        ? { 200: { description: "All records that match.", content: streamContent } }
        : imported(context)),
      ...problemResponses(codes, `${operation}Stream`, context),
    },
  };
}

/** A record on each line of NDJSON, or of CSV after the names of its columns. */
const streamContent: Readonly<Record<string, MediaType>> = {
  [NDJSON]: { schema: { type: "string" } },
  [CSV]: { schema: { type: "string" } },
};

function imported(context: RecordContext) {
  const { components } = context;
  const success = {
    description: "How many records were created, and which lines were not.",
    headers: components.headers(["Preference-Applied"]),
    content: jsonContent(components.once("schemas", "Imported", () => importedSchema(components))),
  };
  return withPosition({ 207: success }, context);
}

function importedSchema(components: Components): Schema {
  return wholeObject({
    created: { type: "integer", minimum: 0 },
    failed: { type: "integer", minimum: 0 },
    errors: {
      type: "array",
      description: "The first 100 lines whose records were not created.",
      maxItems: 100,
      items: {
        type: "object",
        required: ["line", "code", "detail"],
        properties: {
          line: { type: "integer", minimum: 1 },
          code: { type: "string" },
          detail: { type: "string" },
          errors: { type: "array", items: mistakeSchema(components) },
        },
      },
    },
  });
}
