import {
  followed,
  type Json,
  type Located,
  type OpenapiJson,
  type Operation,
  type Parameter,
} from "./openapi-document.js";
import type { Source } from "./plan-requests.js";
import { bodyOf, jsonMedia, type PlannedBody, type PlannedRequest } from "./planned-request.js";
import { merged } from "./schema-values.js";

/** The condition of an update, required unless the body is an array. JSON Schema cannot express that. */
export function conditionOf({ method, parameters }: Operation): Parameter | undefined {
  return method === "patch" ? parameters.find(({ name }) => name === "where") : undefined;
}

/** Whether a record lacks a member of `onConflict`. */
export function lacksConflict({ parameters }: Operation, { values }: PlannedRequest, body: unknown): boolean {
  const parameter = parameters.find(({ name }) => name === "onConflict");
  const given = parameter === undefined ? undefined : values.get(parameter);
  if (typeof given !== "string") return false;
  return [body].flat().some((record) => given.split(",").some((name) => (record as Json)[name] == null));
}

/** A request with an array, which excludes a condition. */
export function withList(operation: Operation, base: PlannedRequest, body: PlannedBody): PlannedRequest {
  const condition = conditionOf(operation);
  return { ...base, values: new Map([...base.values].filter(([known]) => known !== condition)), body };
}

/** Arrays, if the document allows one record or several. Arrays of changes get the key of an existing record. */
export function planLists(
  source: Source,
  operation: Operation,
  base: PlannedRequest,
): readonly PlannedRequest[] {
  if (!takesList(source, operation)) return [];
  const one = jsonOf(base.body);
  const isChange = conditionOf(operation) !== undefined;
  return [
    {
      ...withList(operation, base, bodyOf([one])),
      title: "a list of one",
      expected: isChange ? "success" : "accepted",
    },
    { ...withList(operation, base, bodyOf([])), title: "an empty list", expected: "success" },
  ];
}

/** Arrays with an invalid record, or with a condition. */
export function planWrongLists(
  source: Source,
  operation: Operation,
  base: PlannedRequest,
): readonly PlannedRequest[] {
  const condition = conditionOf(operation);
  const expected = [400];
  const without = { ...base, title: "neither a condition nor a list", expected };
  const wrong =
    condition === undefined
      ? []
      : [{ ...without, values: withList(operation, base, base.body ?? bodyOf([])).values }];
  if (!takesList(source, operation)) return wrong;
  return [
    ...wrong,
    ...(condition === undefined
      ? []
      : [{ ...base, title: "a condition beside a list", body: bodyOf([], "all"), expected }]),
    ...[null, 1, []].map((item) => ({
      ...withList(operation, base, bodyOf([item], "all")),
      title: `a list of ${JSON.stringify(item)}`,
      expected,
    })),
  ];
}

export function takesList({ check }: Source, operation: Operation): boolean {
  const schema = jsonMedia(operation)?.schema;
  return schema !== undefined && check.isValid(schema, []);
}

/** The schema of one record, if an array of records is allowed too. */
export function schemaOfOne(document: OpenapiJson, { node, pointer }: Located): Located {
  const choices = (node["anyOf"] ?? []) as readonly Json[];
  const places = choices.map((choice, index) =>
    followed(document, { node: choice, pointer: `${pointer}/anyOf/${index}` }),
  );
  return places.find((place) => merged(document, place.node)["type"] === "object") ?? { node, pointer };
}

function jsonOf(body: PlannedBody | undefined): unknown {
  return typeof body?.content === "object" ? body.content.json : undefined;
}
