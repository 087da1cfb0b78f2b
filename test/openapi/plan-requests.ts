import fc from "fast-check";
import type { Json, Located, Media, OpenapiJson, Operation, Parameter } from "./openapi-document.js";
import { escaped, followed, operationsOf } from "./openapi-document.js";
import {
  conditionOf,
  lacksConflict,
  planLists,
  planWrongLists,
  schemaOfOne,
  takesList,
  withList,
} from "./plan-lists.js";
import { bodyOf, jsonMedia, type PlannedBody, type PlannedRequest } from "./planned-request.js";
import type { SchemaCheck } from "./schema-check.js";
import { merged, validValues } from "./schema-values.js";

/** All input for the generated requests: a document and a random seed. */
export interface Source {
  readonly document: OpenapiJson;
  readonly check: SchemaCheck;
  readonly seed: number;
  /** The number of random requests for each operation. */
  readonly runs: number;
}

/** Requests that the document allows. */
export function planValidRequests(source: Source, operation: Operation): readonly PlannedRequest[] {
  const base = baseOf(source, operation);
  const { values } = base;
  const media = jsonMedia(operation);
  return [
    base,
    ...operation.parameters.flatMap((parameter) =>
      examplesFor(source, parameter).map((value): PlannedRequest => {
        const title = `${parameter.in} ${parameter.name}=${JSON.stringify(value)}`;
        const isReal = parameter.in !== "header" && parameter.name !== "after";
        return {
          ...base,
          title,
          values: new Map([...values, [parameter, value]]),
          expected: isReal ? "success" : "any",
        };
      }),
    ),
    ...(media?.examples ?? []).map((example, index): PlannedRequest => ({
      ...base,
      title: `body of example ${index + 1}`,
      body: bodyOf(example),
      // A record with its values may exist already.
      expected: "accepted",
    })),
    ...randomRequests(source, operation, base),
    ...planLists(source, operation, base),
    ...(isTokenOptional(operation)
      ? [{ ...base, title: "without a token", token: "none", expected: "any" } as const]
      : []),
  ];
}

/** Requests that the document rules out, each with one mistake. */
export function planInvalidRequests(source: Source, operation: Operation): readonly PlannedRequest[] {
  const base = baseOf(source, operation);
  return [
    ...wrongParameters(source, operation, base),
    ...wrongBodies(source, operation, base),
    ...planWrongLists(source, operation, base),
    ...wrongTokens(operation, base),
  ];
}

function baseOf(source: Source, operation: Operation): PlannedRequest {
  const required = operation.parameters.filter(
    (parameter) => parameter.isRequired || parameter === conditionOf(operation),
  );
  const media = jsonMedia(operation);
  return {
    title: "what is required",
    values: new Map(required.map((parameter) => [parameter, usualValue(source, parameter)])),
    body: media === undefined ? streamBody(source, operation) : bodyOf(usualBody(source, media)),
    headers: acceptOf(operation),
    token: operation.security.length > 0 ? "valid" : "none",
    expected: "success",
  };
}

/** An answer that is not JSON must be asked for. */
function acceptOf({ responses }: Operation): Readonly<Record<string, string>> {
  const types = [...(responses.get("200")?.media ?? [])].map(({ type }) => type);
  const [first] = types;
  return first === undefined || types.includes("application/json") ? {} : { Accept: first };
}

/** A line with the example of the operation that creates one record. */
function streamBody({ document }: Source, { body, parameters }: Operation): PlannedBody | undefined {
  const type = body?.media.find((media) => media.type === NDJSON)?.type;
  if (type === undefined) return undefined;
  const entity = parameters.find(({ name }) => name === "entity")?.examples[0];
  const create = operationsOf(document).find(
    ({ path, method }) => method === "post" && path === `/api/data/${String(entity)}`,
  );
  const [example] = create === undefined ? [] : (jsonMedia(create)?.examples ?? []);
  return { type, content: `${JSON.stringify(example)}\n`, kept: "all" };
}

const NDJSON = "application/x-ndjson";

function usualValue(source: Source, parameter: Parameter): unknown {
  const [first] = examplesFor(source, parameter);
  return first ?? sampled(source, parameter.schema, 1)[0];
}

function usualBody(source: Source, media: Media): unknown {
  const [first] = media.examples;
  if (first !== undefined || media.schema === undefined) return first;
  return sampled(source, media.schema, 1)[0];
}

/** The examples of a parameter and its listed values. Without any: its default. */
function examplesFor({ document }: Source, { examples, schema }: Parameter): readonly unknown[] {
  const { enum: listed, default: usual } = merged(document, schema.node);
  const known = [...examples, ...((listed ?? []) as readonly unknown[])];
  return known.length === 0 && usual !== undefined ? [usual] : [...new Set(known)];
}

function sampled({ document, check, seed }: Source, schema: Located, count: number): readonly unknown[] {
  return fc.sample(validValues(document, schema, check), { seed, numRuns: count });
}

/** Random bodies, and random values for parameters, except those with a grammar of their own. */
function randomRequests(
  source: Source,
  operation: Operation,
  base: PlannedRequest,
): readonly PlannedRequest[] {
  const { document, runs } = source;
  const schema = jsonMedia(operation)?.schema;
  const free = operation.parameters.filter((parameter) => {
    const { type, enum: listed } = merged(document, parameter.schema.node);
    return parameter.in === "query" && (type === "integer" || type === "boolean" || listed !== undefined);
  });
  if (schema === undefined && free.length === 0) return [];
  const bodies = schema === undefined ? [] : sampled(source, schema, runs);
  const columns = free.map((parameter) => sampled(source, parameter.schema, runs));
  return Array.from({ length: runs }, (_, run): PlannedRequest => {
    // Half of the requests omit a parameter, in a different pattern for each.
    const given = free.flatMap((parameter, index) =>
      ((run >> (index % 4)) & 1) === 0 ? [[parameter, columns[index]?.[run]] as const] : [],
    );
    const body = schema === undefined ? base.body : bodyOf(bodies[run]);
    const isList = Array.isArray(bodies[run]);
    // Random keys belong to no record.
    const isOfOthers =
      isList && conditionOf(operation) !== undefined && (bodies[run] as readonly unknown[]).length > 0;
    const lacksNamed = isOfOthers ? false : lacksConflict(operation, base, bodies[run]);
    const { values } = isList && body !== undefined ? withList(operation, base, body) : base;
    return {
      ...base,
      title: `random request ${run + 1}`,
      values: new Map([...values, ...given]),
      body: isOfOthers && body !== undefined ? { ...body, kept: "all" } : body,
      // Random texts do not follow the grammar of conditions and selections.
      expected: lacksNamed ? "refusal" : operation.path.endsWith("/query") || isOfOthers ? "any" : "accepted",
    };
  });
}

function wrongParameters(
  source: Source,
  { parameters }: Operation,
  base: PlannedRequest,
): readonly PlannedRequest[] {
  return parameters.flatMap((parameter): PlannedRequest[] => {
    const wrong = wrongValues(source, parameter.schema).filter(
      // In URLs and headers, all values are text.
      ([, value]) => typeof value !== "object" && !isValidAsSent(source, parameter, value),
    );
    const missing =
      parameter.isRequired && parameter.in !== "path"
        ? [
            {
              ...base,
              title: `without ${parameter.in} ${parameter.name}`,
              values: new Map([...base.values].filter(([known]) => known !== parameter)),
              expected: "refusal",
            } as const,
          ]
        : [];
    return [
      ...missing,
      ...wrong
        .filter(([, value]) => parameter.in !== "path" || value !== "")
        .map(([title, value]): PlannedRequest => ({
          ...base,
          title: `${parameter.in} ${parameter.name}: ${title}`,
          values: new Map([...base.values, [parameter, value]]),
          keepsPath: parameter.in === "path",
          expected: "refusal",
        })),
    ];
  });
}

/** Whether the text of a value is valid as text, number or boolean, or as the only item of a list. */
function isValidAsSent({ document, check }: Source, { schema }: Parameter, value: unknown): boolean {
  const text = String(value);
  const isBoolean = text === "true" || text === "false";
  const read = isBoolean ? text === "true" : /^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : text;
  const isList = merged(document, schema.node)["type"] === "array";
  return [text, read].some((each) => check.isValid(schema, isList ? [each] : each));
}

function wrongBodies(source: Source, operation: Operation, base: PlannedRequest): readonly PlannedRequest[] {
  const media = jsonMedia(operation);
  if (media?.schema === undefined) return [];
  const { document } = source;
  const schema = schemaOfOne(document, media.schema);
  const usual = usualBody(source, media) as Json;
  const whole = merged(document, schema.node);
  const properties = (whole["properties"] ?? {}) as Readonly<Record<string, Json>>;
  const required = (whole["required"] ?? []) as readonly string[];
  const refused = (title: string, body: PlannedBody | undefined, more: Partial<PlannedRequest> = {}) => ({
    ...base,
    title,
    body,
    expected: "refusal" as const,
    ...more,
  });
  const text = JSON.stringify(usual);
  return [
    refused(
      "a body of another media type",
      { type: "text/plain", content: text, kept: "all" },
      { expected: [415] },
    ),
    refused(
      "a form",
      { type: "application/x-www-form-urlencoded", content: "a=1", kept: "all" },
      { expected: [415] },
    ),
    refused("no media type", { type: undefined, content: text, kept: "all" }, { expected: [415] }),
    refused(
      "another charset",
      { type: "application/json; charset=utf-16", content: text, kept: "all" },
      { expected: [415] },
    ),
    refused(
      "no JSON",
      { type: "application/json", content: text.slice(0, -1), kept: "all" },
      { expected: [400] },
    ),
    ...(takesList(source, operation) ? [] : [refused("a list", bodyOf([usual], "all"), { expected: [400] })]),
    refused("null", bodyOf(null, "all"), { expected: [400] }),
    refused("an empty body", { type: "application/json", content: "", kept: "all" }, { expected: [400] }),
    refused("a body that is too large", bodyOf({ ...usual, more: "x".repeat(120_000) }), { expected: [413] }),
    ...required.map((name) =>
      refused(
        `without ${name}`,
        bodyOf(Object.fromEntries(Object.entries(usual).filter(([key]) => key !== name)), [name]),
      ),
    ),
    ...unknownMembers(source, schema, usual, refused),
    ...Object.entries(properties).flatMap(([name, property]) => {
      if (merged(document, property)["readOnly"] === true) return [];
      const place = placeOf(document, schema, name);
      if (place === undefined) return [];
      return wrongValues(source, place).map(([title, value]) =>
        refused(`${name}: ${title}`, bodyOf({ ...usual, [name]: value }, [name])),
      );
    }),
  ];
}

type Refused = (title: string, body: PlannedBody, more?: Partial<PlannedRequest>) => PlannedRequest;

/** An unknown member is a mistake if the schema is closed, or if the request asks for strict handling. */
function unknownMembers(
  { check }: Source,
  schema: Located,
  usual: Json,
  refused: Refused,
): readonly PlannedRequest[] {
  const body = bodyOf({ ...usual, nosuchmember: 1 });
  const isClosed = !check.isValid(schema, { ...usual, nosuchmember: 1 });
  return [
    refused("an unknown member", body, { expected: isClosed ? "refusal" : "any" }),
    refused("an unknown member, strictly", body, { headers: { Prefer: "handling=strict" }, expected: [400] }),
  ];
}

/** The schema of a member, in the schema itself or in its parts. */
function placeOf(document: OpenapiJson, schema: Located, name: string): Located | undefined {
  const { node, pointer } = schema;
  const properties = node["properties"] as Readonly<Record<string, Json>> | undefined;
  const own = properties?.[name];
  if (own !== undefined) return { node: own, pointer: `${pointer}/properties/${escaped(name)}` };
  const parts = [
    ...(typeof node["$ref"] === "string"
      ? [followed(document, { node: { $ref: node["$ref"] }, pointer })]
      : []),
    ...((node["allOf"] ?? []) as readonly Json[]).map((part, index) =>
      followed(document, { node: part, pointer: `${pointer}/allOf/${index}` }),
    ),
  ];
  for (const part of parts) {
    const found = placeOf(document, part, name);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Invalid values for a schema, each with the reason. */
function wrongValues({ document, check }: Source, schema: Located): readonly (readonly [string, unknown])[] {
  const whole = merged(document, schema.node);
  const branches = [
    whole,
    ...["anyOf", "oneOf"].flatMap((word) => (whole[word] ?? []) as readonly Json[]),
  ].map((branch) => merged(document, branch));
  const limit = (word: string): number | undefined =>
    branches.map((branch) => branch[word]).find((value) => typeof value === "number");
  const maxLength = limit("maxLength");
  const maximum = limit("maximum");
  const minimum = limit("minimum");
  const maxItems = limit("maxItems");
  const candidates: readonly (readonly [string, unknown])[] = [
    ["an object", { nosuchmember: [1] }],
    ["a list", [[{ nosuchmember: 1 }]]],
    ["another text", "~ no such value ~"],
    ["empty", ""],
    // An exact decimal is a text, but numbers are accepted.
    ...(branches.some(({ format }) => format === "decimal") ? [] : [["half a number", 1.5] as const]),
    ["null", null],
    ...(maxLength === undefined ? [] : [["too long", "x".repeat(maxLength + 1)] as const]),
    ...(maximum === undefined ? [] : [["too great", maximum + 1] as const]),
    ...(minimum === undefined ? [] : [["too small", minimum - 1] as const]),
    ...(maxItems === undefined ? [] : [["too many", Array.from({ length: maxItems + 1 }, () => 1)] as const]),
  ];
  return candidates.filter(([, value]) => !check.isValid(schema, value));
}

function wrongTokens(operation: Operation, base: PlannedRequest): readonly PlannedRequest[] {
  if (operation.security.flat().length === 0) return [];
  const expected = [401];
  return [
    ...(isTokenOptional(operation)
      ? []
      : [{ ...base, title: "without the token", token: "none", expected } as const]),
    { ...base, title: "with a token that nobody has signed", token: "bad", expected },
  ];
}

function isTokenOptional({ security }: Operation): boolean {
  return security.some((alternative) => alternative.length === 0);
}
