import { COUNT } from "../../http/headers/parse-prefer.js";
import type { Limits } from "../../model/model.js";
import { MAX_GROUPS } from "../../read/plan-aggregate.js";
import type { Header, Parameter, Schema } from "./openapi-types.js";

const text: Schema = { type: "string" };
const filledText: Schema = { type: "string", minLength: 1 };

function parametersIn(place: Parameter["in"], isRequired = false) {
  const kind = { in: place, ...(isRequired && { required: true as const }) };
  return (name: string, description: string, schema: Schema, example?: unknown): Parameter => {
    return { name, ...kind, description, schema, example };
  };
}

const inPath = parametersIn("path", true);
const inQuery = parametersIn("query");
const inQueryRequired = parametersIn("query", true);
const inHeader = parametersIn("header");

const ifMatch = inHeader(
  "If-Match",
  "The `ETag` of the expected version, or `*` for any. If the record has another version, the answer is 412.",
  text,
  "*",
);
const ifMatchAny = inHeader("If-Match", "`*` accepts any version.", { type: "string", enum: ["*"] }, "*");
const onConflict = { name: "onConflict", in: "query", schema: filledText } as const;

/** The parameters that the operations of all entities share. */
export function sharedParameters({ maxTake, maxSkip, defaultTake, maxConditionLength }: Limits) {
  const skip = { type: "integer", minimum: 0, maximum: maxSkip };
  const take = { type: "integer", minimum: 0, maximum: maxTake };
  const condition = { type: "string", minLength: 1, maxLength: maxConditionLength };
  const conditions = { type: "array", items: condition };
  const oneConditionOrMore = { ...conditions, minItems: 1 };
  return {
    orderBy: inPath("orderBy", "The field to sort by; `~` before it sorts in descending order.", {
      type: "string",
      pattern: "^~?[A-Za-z]\\w*$",
    }),
    skipInPath: inPath("skip", "Number of records to skip.", skip, 0),
    takeInPath: inPath("take", "Maximum number of records per page.", take, 10),
    conditionInPath: inPath(
      "condition",
      "The condition that records must meet: comparisons, joined by `&` and `|`.",
      condition,
    ),
    where: inQuery(
      "where",
      "A condition: comparisons, joined by `&` and `|`. If there are several, all must hold.",
      conditions,
    ),
    whereOrArray: inQuery(
      "where",
      "The condition for the records to change. Required, unless the body is an array, in which each record has its key.",
      oneConditionOrMore,
    ),
    whereRequired: inQueryRequired(
      "where",
      "The condition for the records. If there are several, all must hold.",
      oneConditionOrMore,
    ),
    having: inQuery(
      "having",
      "A condition on the groups, such as `count()>10`. If there are several, all must hold.",
      conditions,
      ["count()>10"],
    ),
    select: inQuery(
      "select",
      "The members of the answer, also of related records. Default: the own fields.",
      filledText,
    ),
    groups: inQueryRequired(
      "select",
      "The fields to group by, and the aggregates: `count()`, or `sum`, `avg`, `min` and `max` of a field.",
      filledText,
    ),
    order: inQuery(
      "orderBy",
      "The fields to sort by, separated by commas. `~` before a field sorts in descending order.",
      filledText,
    ),
    groupOrder: inQuery(
      "orderBy",
      "The aggregates and selected groups to sort by, such as `~count()`.",
      filledText,
      "~count()",
    ),
    take: inQuery("take", "Maximum number of records per page.", { ...take, default: defaultTake }),
    streamTake: inQuery("take", "Maximum number of records. Default: all.", { type: "integer", minimum: 0 }),
    groupTake: inQuery("take", "Maximum number of groups per page.", {
      type: "integer",
      minimum: 0,
      maximum: MAX_GROUPS,
      default: MAX_GROUPS,
    }),
    skip: inQuery("skip", "Number to skip. Not together with `after`.", skip),
    after: inQuery("after", "The `next` of the previous page. Requires the same `orderBy`.", filledText),
    count: inQuery("count", "Count all matches.", { type: "boolean", default: false }),
    preferCount: inHeader("Prefer", `\`${COUNT}\` counts all matches, as \`count\` does.`, text, COUNT),
    prefer: inHeader(
      "Prefer",
      "`return=representation`: the answer is the record, if the caller may read it. `handling=strict`: reject members of the body that cannot be set.",
      text,
      "return=representation",
    ),
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
    preferUpsert: inHeader(
      "Prefer",
      "`resolution=ignore-duplicates`: do not change existing records. `max-affected=10`, `return=representation` and `handling=strict` as for other writes.",
      text,
      "return=representation",
    ),
    preferMany: inHeader(
      "Prefer",
      "`max-affected=10`: reject a request that would write more records. `return=representation` and `handling=strict` as for one record.",
      text,
      "max-affected=10",
    ),
    preferStream: inHeader(
      "Prefer",
      "`handling=strict`: create all records or none, and reject members that cannot be set.",
      text,
      "handling=strict",
    ),
    databasePosition: inHeader(
      "Database-Position",
      "The positions that answers to writes have returned, separated by commas. The read sees everything written up to them.",
      text,
      "0/3019A28",
    ),
    ifNoneMatch: inHeader(
      "If-None-Match",
      "The `ETag` of a cached answer. If it is still current, the answer is 304.",
      text,
    ),
    ifMatch,
    ifMatchRequired: { ...ifMatch, required: true },
    ifMatchAny,
    ifMatchAnyRequired: { ...ifMatchAny, required: true },
    idempotencyKey: inHeader(
      "Idempotency-Key",
      "A unique key for this create. If the request is sent again with the same key, the record is created only once.",
      { type: "string", minLength: 1, maxLength: 257 },
      "8e03978e-40d5-43dd-bc93-6894a57f9324",
    ),
  } as const satisfies Readonly<Record<string, Parameter>>;
}

export type SharedParameters = ReturnType<typeof sharedParameters>;
export type SharedParameter = keyof SharedParameters;

/** The headers of answers. */
export const sharedHeaders = {
  ETag: { description: "The version, for `If-None-Match` and `If-Match`.", schema: text },
  Link: { description: 'The next page: `<?…>; rel="next"`, relative to the request.', schema: text },
  Location: {
    description: "The path of the new record.",
    schema: { type: "string", format: "uri-reference" },
  },
  "Database-Position": {
    description: "The position of the database after the write. A read that sends it back sees the write.",
    schema: text,
  },
  "Preference-Applied": { description: "The preference of `Prefer` that was applied.", schema: text },
  "WWW-Authenticate": {
    description: "The authentication scheme.",
    schema: { type: "string", pattern: "^Bearer\\b" },
  },
  Allow: { description: "The methods that the path allows.", schema: text },
  "Retry-After": {
    description: "Seconds to wait before sending the request again.",
    schema: { type: "integer", minimum: 0 },
  },
} as const satisfies Readonly<Record<string, Header>>;

export type SharedHeader = keyof typeof sharedHeaders;
