import type { ProblemCode } from "../../errors/codes.js";
import type { AnswerName, BodyName, ParameterName } from "../endpoints/endpoints.js";
import type { DescribedEntity } from "./described-entity.js";
import { exampleBody } from "./body-schemas.js";
import { jsonContent, streamContent } from "./json-content.js";
import type { ReferenceObject, RequestBody, Response, Schema } from "./openapi-types.js";
import { readRequestSchema } from "./read-request-schemas.js";

// What the names in the rows of endpoints stand for. A name without its part does not compile.

/** The parameters that depend on the entity or the configuration. The others have the name of a shared one. */
const dependentParameters = {
  access: (parts: DescribedEntity) => [parts.access()],
  key: (parts: DescribedEntity) => parts.key(),
  idempotencyKey: (parts: DescribedEntity) => (parts.isIdempotent ? parts.parameters("idempotencyKey") : []),
  ifMatch: (parts: DescribedEntity) => parts.parameters(parts.ifMatch),
  ifMatchAny: (parts: DescribedEntity) => parts.parameters(parts.ifMatchAny),
  onConflict: (parts: DescribedEntity) => parts.parameters(parts.onConflict),
} as const satisfies Partial<Record<ParameterName, (parts: DescribedEntity) => readonly ReferenceObject[]>>;

export function describedParameters(
  names: readonly ParameterName[],
  parts: DescribedEntity,
): readonly ReferenceObject[] {
  return names.flatMap((name) =>
    isDependent(name) ? dependentParameters[name](parts) : parts.parameters(name),
  );
}

function isDependent(name: ParameterName): name is keyof typeof dependentParameters {
  return name in dependentParameters;
}

export const bodies: Readonly<Record<BodyName, (parts: DescribedEntity) => RequestBody>> = {
  read: ({ entity, examples, context: { components, isLarge } }) => ({
    required: true,
    content: jsonContent(
      readRequestSchema(entity.limits, components),
      isLarge ? undefined : { where: examples.condition, take: 10 },
    ),
  }),
  records: (parts) => recordsOf(parts),
  recordsOrStream: (parts) => {
    const body = recordsOf(parts);
    return parts.isStreamed ? { ...body, content: { ...body.content, ...streamContent } } : body;
  },
  changes: (parts) => bodyOf(parts, "update"),
  changesOrArray: (parts) =>
    bodyOf(parts, "update", (changes) => ({
      anyOf: [changes, { type: "array", items: parts.keyedChanges(changes) }],
    })),
};

/** A new record, or an array of them. */
function recordsOf(parts: DescribedEntity): RequestBody {
  return bodyOf(parts, "create", (record) => ({ anyOf: [record, { type: "array", items: record }] }));
}

/** @param toSchema Makes the schema of the body from the schema of one record. */
function bodyOf(
  parts: DescribedEntity,
  operation: "create" | "update",
  toSchema = (record: Schema | ReferenceObject): Schema | ReferenceObject => record,
): RequestBody {
  const { context, entity } = parts;
  const example = context.isLarge ? undefined : exampleBody(operation, entity, context);
  // Users are written one at a time.
  const one = parts.bodyOfOne(operation);
  const schema = parts.hasArrays ? toSchema(one) : one;
  return { required: true, content: jsonContent(schema, example) };
}

/** `undefined` if the entity does not give the answer. */
const answers: Readonly<
  Record<AnswerName, (parts: DescribedEntity) => Response | ReferenceObject | undefined>
> = {
  found: (parts) => parts.found(),
  notModified: (parts) => parts.notModified(),
  page: (parts) => parts.page(),
  groups: (parts) => parts.groups(),
  selected: (parts) => parts.selected(),
  created: (parts) => parts.created(),
  streamed: (parts) => (parts.isStreamed ? parts.streamed() : undefined),
  changed: (parts) => parts.changed("changed"),
  deleted: (parts) => parts.changed("deleted"),
  upserted: (parts) => parts.upserted(),
  changedMany: (parts) => parts.changedMany("changed"),
  deletedMany: (parts) => parts.changedMany("deleted"),
};

/** The successful answers by status. */
export function answersOf(
  named: Readonly<Record<number, AnswerName>>,
  parts: DescribedEntity,
): Readonly<Record<string, Response | ReferenceObject>> {
  const found: Record<string, Response | ReferenceObject> = {};
  for (const [status, name] of Object.entries(named)) {
    const answer = answers[name](parts);
    if (answer !== undefined) found[status] = answer;
  }
  return found;
}

/** The problems that only some entities or configurations have. */
const dependentProblems: Partial<Readonly<Record<ProblemCode, (parts: DescribedEntity) => boolean>>> = {
  "malformed-csv": ({ isStreamed }) => isStreamed,
  "request-running": ({ isIdempotent }) => isIdempotent,
  "idempotency-key-reused": ({ isIdempotent }) => isIdempotent,
  "precondition-required": ({ entity }) => entity.requiresPrecondition,
};

export function problemsOf(codes: readonly ProblemCode[], parts: DescribedEntity): readonly ProblemCode[] {
  return codes.filter((code) => dependentProblems[code]?.(parts) ?? true);
}
