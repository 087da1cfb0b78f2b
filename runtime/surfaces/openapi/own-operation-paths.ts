import { z } from "zod";
import { GUEST_ROLE } from "../../access/caller.js";
import type { ProblemCode } from "../../errors/codes.js";
import { OPERATIONS_PREFIX } from "../../http/endpoint.js";
import type { Field } from "../../model/model.js";
import {
  inputFields,
  outputFields,
  returnMembers,
  type HandlerCall,
  type OwnOperation,
} from "../../model/own-operation.js";
import { ofBody, ofConflict, ofIdempotency } from "../endpoints/endpoint-row.js";
import { definitionIn, inputJsonSchema, queryForms, type ObjectSchema } from "../../model/query-forms.js";
import { referTo, type Components } from "./components.js";
import { positionOfRead, withPosition } from "./database-positions.js";
import { exampleOf } from "./example-values.js";
import { answerSchema, inputSchema } from "./field-schemas.js";
import { jsonContent } from "./json-content.js";
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
    if (!operation.roles.some(context.audience.mayHave)) continue;
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
    security: isOpen ? withOrWithoutToken : undefined,
    parameters: given.length > 0 ? given : undefined,
    requestBody: isRead ? undefined : requestBody(operation, components),
    responses: {
      ...(isRead ? success(operation, components) : withPosition(success(operation, components), context)),
      ...problemResponses(problemsOf(isRead, hasKey, context), isRead ? "callRead" : "call", context),
    },
  };
}

function requestBody(operation: OwnOperation, components: Components): RequestBody {
  const { input } = handlerOf(operation) ?? {};
  if (input !== undefined)
    return {
      required: true,
      content: jsonContent(inDocument(inputJsonSchema(input), operation, "Input", components)),
    };
  const fields = inputFields(operation);
  const example = Object.fromEntries(fields.map((field) => [field.name, exampleOf(field)]));
  const schema = {
    ...objectOf(fields, inputSchema, ({ isRequired }) => isRequired),
    additionalProperties: false,
  };
  return { required: true, content: jsonContent(schema, example) };
}

function queryParameters(operation: OwnOperation, components: Components): readonly Parameter[] {
  const { input } = handlerOf(operation) ?? {};
  const forms = queryForms(operation);
  if (input === undefined)
    return inputFields(operation).map((field) => {
      const schema = inputSchema({ ...field, isNullable: false });
      const isJson = forms.get(field.name) === "json";
      const example = isJson ? JSON.stringify(exampleOf(field)) : undefined;
      return { ...queryParameter(field.name, schema, field.isRequired, forms), example };
    });
  const { properties = {}, required = [] } = inDocument(
    inputJsonSchema(input),
    operation,
    "Input",
    components,
  );
  return Object.entries(properties).map(([name, schema]) =>
    queryParameter(name, schema, required.includes(name), forms),
  );
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
  const { output } = handlerOf(operation) ?? {};
  if (output !== undefined)
    return {
      200: {
        description: "The answer.",
        content: jsonContent(inDocument(outputJsonSchema(output), operation, "Output", components)),
      },
    };
  const { returns } = operation;
  const outs = outputFields(operation);
  const member = returnMembers[returns.kind];
  if (member === undefined && outs.length === 0) return { 204: { description: "The call succeeded." } };
  const rowsOf = (fields: readonly Field[]): Schema => ({
    type: "array",
    maxItems: operation.maxRows,
    items: objectOf(fields, answerSchema),
  });
  const answered = objectOf(outs, answerSchema);
  const own: Readonly<Record<string, Schema>> =
    returns.kind === "rows"
      ? { [returnMembers.rows]: rowsOf(returns.fields) }
      : returns.kind === "value"
        ? { [returnMembers.value]: answerSchema(returns.field) }
        : returns.kind === "results"
          ? { [returnMembers.results]: { type: "array", prefixItems: returns.results.map(rowsOf) } }
          : {};
  const schema = {
    ...answered,
    required: [...Object.keys(own), ...answered.required],
    properties: { ...own, ...answered.properties },
  };
  return { 200: { description: "The answer.", content: jsonContent(schema) } };
}

function objectOf(
  fields: readonly Field[],
  schemaOf: (field: Field) => Schema,
  isRequired: (field: Field) => boolean = () => true,
) {
  return {
    type: "object",
    required: fields.filter(isRequired).map(({ name }) => name),
    properties: Object.fromEntries(fields.map((field) => [field.name, schemaOf(field)])),
  };
}

function handlerOf({ work }: OwnOperation): HandlerCall | undefined {
  return work.kind === "handler" ? work : undefined;
}

/** Parts of a zod schema that JSON Schema cannot express are left open. */
function outputJsonSchema(schema: z.ZodType): ObjectSchema {
  return z.toJSONSchema(schema, { io: "output", unrepresentable: "any" }) as ObjectSchema;
}

function withoutDialect(schema: Schema): Schema {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => keyword !== "$schema"));
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
  const own = moved<ObjectSchema>(withoutDialect(whole));
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
