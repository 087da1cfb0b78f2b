import type { ProblemCode } from "../../errors/codes.js";
import type { BodyName } from "../endpoints/endpoints.js";
import type { DescribedEntity } from "./described-entity.js";
import { exampleBody } from "./body-schemas.js";
import { jsonContent, anyObject } from "./object-schema.js";
import type { RequestBody, Schema } from "./openapi-types.js";
import type { Limits } from "../../model/model.js";
import { MAX_NESTED_TAKE } from "../../model/settings/server-settings.js";
import { MAX_ORDER } from "../../read/parse-order.js";

/** The bodies that the rows of endpoints name. */
export const bodies: Readonly<Record<BodyName, (parts: DescribedEntity) => RequestBody>> = {
  read: ({ entity, examples, context: { components, isLarge } }) => ({
    required: true,
    content: jsonContent(
      components.once("schemas", "ReadRequest", () => readRequestSchema(entity.limits)),
      isLarge ? undefined : { where: examples.condition, select: examples.select, take: 10 },
    ),
  }),
  /** A new record, or an array of them. */
  records: (parts) =>
    bodyOf(parts, "create", (record) => ({ anyOf: [record, { type: "array", items: record }] })),
  changes: (parts) => bodyOf(parts, "update"),
  changesOrArray: (parts) =>
    bodyOf(parts, "update", (changes) => ({
      anyOf: [changes, { type: "array", items: parts.keyedChanges(changes) }],
    })),
};

/** @param toSchema Makes the schema of the body from the schema of one record. */
function bodyOf(
  parts: DescribedEntity,
  operation: "create" | "update",
  toSchema = (record: Schema): Schema => record,
): RequestBody {
  const { context, entity } = parts;
  const example = context.isLarge ? undefined : exampleBody(operation, entity, context);
  // Users are written one at a time.
  const one = parts.bodyOfOne(operation);
  const schema = parts.hasArrays ? toSchema(one) : one;
  return { required: true, content: jsonContent(schema, example) };
}

/** The problems that only some entities or configurations have. */
const dependentProblems: Partial<Readonly<Record<ProblemCode, (parts: DescribedEntity) => boolean>>> = {
  "request-running": ({ isIdempotent }) => isIdempotent,
  "idempotency-key-reused": ({ isIdempotent }) => isIdempotent,
  "precondition-required": ({ entity }) => entity.requiresPrecondition,
};

export function problemsOf(codes: readonly ProblemCode[], parts: DescribedEntity): readonly ProblemCode[] {
  return codes.filter((code) => dependentProblems[code]?.(parts) ?? true);
}

/** The body of a read: the parameters of a read by query string as members. */
function readRequestSchema({ maxConditionLength, maxTake, defaultTake, maxSkip }: Limits): Schema {
  const condition = [{ type: "string", minLength: 1, maxLength: maxConditionLength }, anyObject];
  return {
    type: "object",
    additionalProperties: false,
    properties: {
      where: {
        description: "A condition as text or as an object, or a list of conditions that must all hold.",
        anyOf: [...condition, { type: "array", items: { anyOf: condition } }],
      },
      select: {
        description: "A text, or an object with `true` for each field and an object for each relation.",
        anyOf: [
          { type: "string", minLength: 1 },
          { type: "object", minProperties: 1, additionalProperties: selectValue },
        ],
      },
      orderBy: {
        description: "A text, or a list of its parts.",
        anyOf: [
          { type: "string", minLength: 1 },
          { type: "array", items: { type: "string", minLength: 1 }, minItems: 1, maxItems: MAX_ORDER },
        ],
      },
      take: { type: "integer", minimum: 0, maximum: maxTake, default: defaultTake },
      skip: { type: "integer", minimum: 0, maximum: maxSkip },
      after: {
        type: "string",
        minLength: 1,
        description: "The `next` of the previous page. Not together with `skip`.",
      },
      count: { type: "boolean", default: false, description: "Count all matches." },
    },
  };
}

const selectValue: Schema = {
  description: `\`true\`, or the selection for a relation. A list returns up to ${MAX_NESTED_TAKE} records.`,
  anyOf: [{ type: "boolean" }, anyObject],
};
