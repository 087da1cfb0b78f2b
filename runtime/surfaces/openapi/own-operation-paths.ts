import { keyAllowsCall } from "../../access/api-key.js";
import { GUEST_ROLE } from "../../access/caller.js";
import type { ProblemCode } from "../../errors/codes.js";
import { OPERATIONS_PREFIX } from "../../http/endpoint.js";
import { inputFields, type OwnOperation } from "../../model/own-operation.js";
import { ofBody, ofConflict, ofIdempotency } from "../endpoints/endpoint-row.js";
import { definitionIn, queryForms, type ObjectSchema } from "../../model/query-forms.js";
import { callInput, callOutput, handlerOf } from "./call-json-schema.js";
import { referTo, type Components } from "./components.js";
import { positionOfRead, withPosition } from "./database-positions.js";
import { exampleOf } from "./example-values.js";
import { jsonContent } from "./object-schema.js";
import type {
  OperationObject,
  Parameter,
  PathItems,
  RequestBody,
  Response,
  Schema,
} from "./openapi-types.js";
import { problemResponses } from "./problem-responses.js";
import type { RecordContext } from "./record-schemas.js";
import { withOrWithoutToken } from "./security.js";

/** The paths of the operations that someone in the audience may call. */
export function ownOperationPaths(context: RecordContext): PathItems {
  const paths: Record<string, PathItems[string]> = {};
  for (const operation of context.model.ownOperations) {
    const { audience } = context;
    if (!operation.roles.some(audience.mayHave) || !keyAllowsCall(audience, operation)) continue;
    const method = operation.isRead ? "get" : "post";
    paths[`${OPERATIONS_PREFIX}/${operation.name}`] = { [method]: describeCall(operation, context) };
  }
  return paths;
}

function describeCall(operation: OwnOperation, context: RecordContext): OperationObject {
  const {
    name,
    description = `The operation "${operation.name}" of this server.`,
    isRead,
    roles,
  } = operation;
  const { model, components } = context;
  const isOpen = model.auth !== undefined && roles.includes(GUEST_ROLE);
  const hasKey = !isRead && model.idempotency !== undefined;
  const given = isRead
    ? [...queryParameters(operation, components), ...positionOfRead(context)]
    : hasKey
      ? [components.parameter("idempotencyKey")]
      : [];
  return {
    operationId: `call${name.charAt(0).toUpperCase()}${name.slice(1)}`,
    tags: [context.tags.operations],
    summary: `${isRead ? "Read" : "Call"} "${name}"`,
    description,
    security: isOpen ? withOrWithoutToken(model) : undefined,
    parameters: given.length > 0 ? given : undefined,
    requestBody: isRead ? undefined : requestBody(operation, components),
    responses: {
      ...(isRead ? success(operation, components) : withPosition(success(operation, components), context)),
      ...problemResponses(problemsOf(isRead, hasKey, context), isRead ? "callRead" : "call", context),
    },
  };
}

function requestBody(operation: OwnOperation, components: Components): RequestBody {
  const schema = callInput(operation);
  if (handlerOf(operation)?.input !== undefined)
    return { required: true, content: jsonContent(inDocument(schema, operation, "Input", components)) };
  const example = Object.fromEntries(inputFields(operation).map((field) => [field.name, exampleOf(field)]));
  return { required: true, content: jsonContent(schema, example) };
}

function queryParameters(operation: OwnOperation, components: Components): readonly Parameter[] {
  const forms = queryForms(operation);
  const schema = callInput(operation);
  const { properties = {}, required = [] } =
    handlerOf(operation)?.input === undefined ? schema : inDocument(schema, operation, "Input", components);
  const fields = new Map(inputFields(operation).map((field) => [field.name, field]));
  return Object.entries(properties).map(([name, each]) => {
    const parameter = queryParameter(name, each, required.includes(name), forms);
    const field = fields.get(name);
    return field !== undefined && forms.get(name) === "json"
      ? { ...parameter, example: JSON.stringify(exampleOf(field)) }
      : parameter;
  });
}

function queryParameter(
  name: string,
  schema: Schema,
  isRequired: boolean,
  forms: ReturnType<typeof queryForms>,
): Parameter {
  const parameter = { name, in: "query", required: isRequired || undefined } as const;
  switch (forms.get(name)) {
    case "json": {
      // Not `content`: most generators then type the value, and send "[object Object]".
      const { description, ...contentSchema } = schema;
      const text = { type: "string", contentMediaType: "application/json", contentSchema };
      return { ...parameter, description: sentences(description, "A value in JSON."), schema: text };
    }
    case "texts":
    case "scalars": {
      const { description, ...list } = schema;
      const words =
        "Repeat it for each item, or send a list in JSON: an item that begins with `[` needs that.";
      return { ...parameter, description: sentences(description, words), schema: list };
    }
    default:
      return { ...parameter, schema };
  }
}

function sentences(description: unknown, more: string): string {
  return typeof description === "string" ? `${description} ${more}` : more;
}

function success(operation: OwnOperation, components: Components): Readonly<Record<string, Response>> {
  const schema = callOutput(operation);
  if (schema === undefined) return { 204: { description: "The call succeeded." } };
  const isOwn = handlerOf(operation)?.output !== undefined;
  const shown = isOwn ? inDocument(schema, operation, "Output", components) : schema;
  return { 200: { description: "The answer.", content: jsonContent(shown) } };
}

/**
 * A schema as a part of the document. What it refers to in itself becomes a component, because a reference is
 * resolved against the document that it stands in (JSON Schema 2020-12, 8.2).
 */
function inDocument(
  { $defs = {}, ...whole }: ObjectSchema,
  { name }: OwnOperation,
  side: "Input" | "Output",
  components: Components,
): ObjectSchema {
  /** A point is in no name of a record's schema, and an index in no two names of this one. */
  const names = new Map(
    Object.keys($defs).map((key, index) => [key, `${name}.${side}.${key.replace(/\W/g, "")}${index + 1}`]),
  );
  const placeOf = ($ref: string) => ($ref === "#" ? `${name}.${side}` : names.get(definitionIn($ref)));
  const moved = <T>(part: T): T =>
    JSON.parse(JSON.stringify(part), (key, value: unknown) => {
      const place = key === "$ref" && typeof value === "string" ? placeOf(value) : undefined;
      return place === undefined ? value : referTo("schemas", place).$ref;
    }) as T;
  const own = moved<ObjectSchema>(whole);
  components.add("schemas", `${name}.${side}`, own);
  for (const [key, part] of Object.entries($defs))
    components.add("schemas", names.get(key) ?? key, moved(part));
  return own;
}

function problemsOf(isRead: boolean, hasKey: boolean, { model }: RecordContext): readonly ProblemCode[] {
  return [
    ...(isRead ? (["invalid-query"] as const) : ofBody),
    ...(["invalid-fields", "invalid-value", "answer-too-large"] as const),
    ...(hasKey ? (["invalid-header"] as const) : []),
    ...(model.auth === undefined ? [] : (["authentication-required", "invalid-token", "forbidden"] as const)),
    ...(isRead ? [] : ofConflict),
    ...(hasKey ? ofIdempotency : []),
    "operation-timeout",
  ];
}
