import { COUNT } from "../../http/headers/parse-prefer.js";
import type { Limits } from "../../model/model.js";
import { MAX_GROUPS } from "../../read/plan-aggregate.js";
import type { Parameter } from "./openapi-types.js";

const ifMatch = {
  name: "If-Match",
  in: "header",
  description:
    "The `ETag` of the expected version, or `*` for any. If the record has another version, the answer is 412.",
  schema: { type: "string" },
  example: "*",
} as const;

const ifMatchAny = {
  name: "If-Match",
  in: "header",
  description: "`*` accepts any version.",
  schema: { type: "string", enum: ["*"] },
  example: "*",
} as const;

const onConflict = {
  name: "onConflict",
  in: "query",
  schema: { type: "string", minLength: 1 },
} as const;

/** The parameters that the operations of all entities share. */
export function sharedParameters({ maxTake, maxSkip, defaultTake, maxConditionLength }: Limits) {
  const skip = { type: "integer", minimum: 0, maximum: maxSkip };
  const condition = { type: "string", minLength: 1, maxLength: maxConditionLength };
  return {
    orderBy: {
      name: "orderBy",
      in: "path",
      required: true,
      description: "The field to sort by; `~` before it sorts in descending order.",
      schema: { type: "string", pattern: "^~?[A-Za-z]\\w*$" },
    },
    skipInPath: {
      name: "skip",
      in: "path",
      required: true,
      description: "Number of records to skip.",
      schema: skip,
      example: 0,
    },
    takeInPath: {
      name: "take",
      in: "path",
      required: true,
      description: "Maximum number of records per page.",
      schema: { type: "integer", minimum: 0, maximum: maxTake },
      example: 10,
    },
    conditionInPath: {
      name: "condition",
      in: "path",
      required: true,
      description: "The condition that records must meet, such as `views>10&title~trains`.",
      schema: condition,
    },
    where: {
      name: "where",
      in: "query",
      description: "A condition, such as `views>10&title~trains`. If there are several, all must hold.",
      schema: { type: "array", items: condition },
    },
    whereOrArray: {
      name: "where",
      in: "query",
      description:
        "The condition for the records to change. Required, unless the body is an array, in which each record has its key.",
      schema: { type: "array", items: condition, minItems: 1 },
    },
    whereRequired: {
      name: "where",
      in: "query",
      required: true,
      description: "The condition for the records. If there are several, all must hold.",
      schema: { type: "array", items: condition, minItems: 1 },
    },
    having: {
      name: "having",
      in: "query",
      description: "A condition on the groups, such as `count()>10`. If there are several, all must hold.",
      schema: { type: "array", items: condition },
      example: ["count()>10"],
    },
    select: {
      name: "select",
      in: "query",
      description:
        "The members of the answer: `id,title,author(username),comments(text;take=3),count(comments)`. Default: the own fields.",
      schema: { type: "string", minLength: 1 },
      example: "*",
    },
    groups: {
      name: "select",
      in: "query",
      required: true,
      description: "The groups and the aggregates: `status,month(createdat),count(),sum(total)`.",
      schema: { type: "string", minLength: 1 },
      example: "count()",
    },
    order: {
      name: "orderBy",
      in: "query",
      description:
        "The fields to sort by, such as `~createdat,author.username`. `~` before a field sorts in descending order.",
      schema: { type: "string", minLength: 1 },
    },
    groupOrder: {
      name: "orderBy",
      in: "query",
      description: "The aggregates and selected groups to sort by, such as `~count()`.",
      schema: { type: "string", minLength: 1 },
      example: "~count()",
    },
    take: {
      name: "take",
      in: "query",
      description: "Maximum number of records per page.",
      schema: { type: "integer", minimum: 0, maximum: maxTake, default: defaultTake },
    },
    groupTake: {
      name: "take",
      in: "query",
      description: "Maximum number of groups per page.",
      schema: { type: "integer", minimum: 0, maximum: MAX_GROUPS, default: MAX_GROUPS },
    },
    skip: {
      name: "skip",
      in: "query",
      description: "Number to skip. Not together with `after`.",
      schema: skip,
    },
    after: {
      name: "after",
      in: "query",
      description: "The `next` of the previous page. Requires the same `orderBy`.",
      schema: { type: "string", minLength: 1 },
    },
    count: {
      name: "count",
      in: "query",
      description: "Count all matches.",
      schema: { type: "boolean", default: false },
    },
    preferCount: {
      name: "Prefer",
      in: "header",
      description: `\`${COUNT}\` counts all matches, as \`count\` does.`,
      schema: { type: "string" },
      example: COUNT,
    },
    prefer: {
      name: "Prefer",
      in: "header",
      description:
        "`return=representation`: the answer is the record, if the caller may read it. `handling=strict`: reject members of the body that cannot be set.",
      schema: { type: "string" },
      example: "return=representation",
    },
    onConflict: {
      ...onConflict,
      description:
        "The fields that identify a record: the key, or a unique field. Each record must have them. Default: the key.",
    },
    onConflictRequired: {
      ...onConflict,
      required: true,
      description: "The unique field that identifies a record. Each record must have it.",
    },
    preferUpsert: {
      name: "Prefer",
      in: "header",
      description:
        "`resolution=ignore-duplicates`: do not change existing records. `max-affected=10`, `return=representation` and `handling=strict` as for other writes.",
      schema: { type: "string" },
      example: "return=representation",
    },
    preferMany: {
      name: "Prefer",
      in: "header",
      description:
        "`max-affected=10`: reject a request that would write more records. `return=representation` and `handling=strict` as for one record.",
      schema: { type: "string" },
      example: "max-affected=10",
    },
    databasePosition: {
      name: "Database-Position",
      in: "header",
      description:
        "The positions that answers to writes have returned, separated by commas. The read sees everything written up to them.",
      schema: { type: "string" },
      example: "0/3019A28",
    },
    ifNoneMatch: {
      name: "If-None-Match",
      in: "header",
      description: "The `ETag` of a cached answer. If it is still current, the answer is 304.",
      schema: { type: "string" },
    },
    ifMatch,
    ifMatchRequired: { ...ifMatch, required: true },
    ifMatchAny,
    ifMatchAnyRequired: { ...ifMatchAny, required: true },
    idempotencyKey: {
      name: "Idempotency-Key",
      in: "header",
      description:
        "A unique key for this create. If the request is sent again with the same key, the record is created only once.",
      schema: { type: "string", minLength: 1, maxLength: 257 },
      example: "8e03978e-40d5-43dd-bc93-6894a57f9324",
    },
  } as const satisfies Readonly<Record<string, Parameter>>;
}

export type SharedParameters = ReturnType<typeof sharedParameters>;
export type SharedParameter = keyof SharedParameters;

/** The headers of answers. */
export const sharedHeaders = {
  ETag: {
    description: "The version, for `If-None-Match` and `If-Match`.",
    schema: { type: "string" },
  },
  Link: {
    description: 'The next page: `<?…>; rel="next"`, relative to the request.',
    schema: { type: "string" },
  },
  Location: {
    description: "The path of the new record.",
    schema: { type: "string", format: "uri-reference" },
  },
  "Database-Position": {
    description: "The position of the database after the write. A read that sends it back sees the write.",
    schema: { type: "string" },
  },
  "Preference-Applied": {
    description: "The preference of `Prefer` that was applied.",
    schema: { type: "string" },
  },
} as const;

export type SharedHeader = keyof typeof sharedHeaders;
