import type { ProblemCode } from "../../errors/codes.js";
import type { BodyName } from "../endpoints/endpoints.js";
import type { DescribedEntity } from "./described-entity.js";
import { exampleBody } from "./body-schemas.js";
import { jsonContent } from "./json-content.js";
import type { RequestBody, Schema } from "./openapi-types.js";
import { readRequestSchema } from "./read-request-schemas.js";

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
