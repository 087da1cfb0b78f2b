import fc from "fast-check";
import type { SchemaCheck } from "./schema-check.js";
import { nodeAt, type Json, type Located, type OpenapiJson } from "./openapi-document.js";

/** The depth of nested values. Optional members below it are omitted. */
const DEPTH = 3;

/** Random valid values of a schema, generated from the schema alone. */
export function validValues(
  document: OpenapiJson,
  schema: Located,
  check: SchemaCheck,
): fc.Arbitrary<unknown> {
  return valuesOf(document, schema.node, DEPTH).filter((value) => check.isValid(schema, value));
}

function valuesOf(document: OpenapiJson, schema: Json, depth: number): fc.Arbitrary<unknown> {
  // Schemas may be recursive, so the next level is resolved when a value is generated.
  return fc.constant(undefined).chain(() => valuesNow(document, merged(document, schema), depth));
}

function valuesNow(document: OpenapiJson, schema: Json, depth: number): fc.Arbitrary<unknown> {
  if ("const" in schema) return fc.constant(schema["const"]);
  if (Array.isArray(schema["enum"])) return fc.constantFrom(...(schema["enum"] as readonly unknown[]));
  for (const word of ["oneOf", "anyOf"]) {
    const { [word]: choices, ...rest } = schema;
    if (Array.isArray(choices))
      return fc.oneof(
        ...(choices as readonly Json[]).map((choice) => valuesOf(document, joined(rest, choice), depth)),
      );
  }
  const { type } = schema;
  if (Array.isArray(type))
    return fc.oneof(
      ...(type as readonly string[]).map((one) => valuesOf(document, { ...schema, type: one }, depth)),
    );
  switch (type) {
    case "null":
      return fc.constant(null);
    case "boolean":
      return fc.boolean();
    case "integer":
      return fc.integer(boundsOf(schema, -(2 ** 31), 2 ** 31 - 1));
    case "number":
      return fc.double({ ...boundsOf(schema, -1e9, 1e9), noNaN: true, noDefaultInfinity: true });
    case "string":
      return texts(schema);
    case "array": {
      const minLength = Number(schema["minItems"] ?? 0);
      const maxLength = Math.min(Number(schema["maxItems"] ?? 3), minLength + (depth > 0 ? 3 : 0));
      const items = valuesOf(document, (schema["items"] ?? {}) as Json, depth - 1);
      return schema["uniqueItems"] === true
        ? fc.uniqueArray(items, { minLength, maxLength, selector: (item) => JSON.stringify(item) })
        : fc.array(items, { minLength, maxLength });
    }
    case "object":
      return objects(document, schema, depth);
    default:
      if (schema["properties"] !== undefined) return objects(document, schema, depth);
      return fc.jsonValue({ maxDepth: 2, stringUnit: "binary" });
  }
}

/** Objects for requests, without read-only members. */
function objects(document: OpenapiJson, schema: Json, depth: number): fc.Arbitrary<unknown> {
  const properties = Object.entries((schema["properties"] ?? {}) as Readonly<Record<string, Json>>);
  const required = (schema["required"] ?? []) as readonly string[];
  const isWritten = (property: Json) => merged(document, property)["readOnly"] !== true;
  const chosen = properties.filter(
    ([name, property]) => required.includes(name) || (depth > 0 && isWritten(property)),
  );
  const record = Object.fromEntries(
    chosen.map(([name, property]) => [name, valuesOf(document, property, depth - 1)]),
  );
  return fc
    .record(record, { requiredKeys: required.filter((name) => name in record) })
    .map((value) => ({ ...value }));
}

const formats: Readonly<Record<string, fc.Arbitrary<string>>> = {
  date: days().map((day) => day.slice(0, 10)),
  "date-time": days(),
  time: days().map((day) => day.slice(11)),
  duration: fc.tuple(fc.nat(20), fc.nat(11), fc.nat(20)).map(([y, m, d]) => `P${y}Y${m}M${d}D`),
  uuid: fc.uuid(),
  email: fc.stringMatching(/^[a-z]{1,8}@[a-z]{1,8}\.(?:org|com)$/),
  uri: fc.webUrl(),
};

function days(): fc.Arbitrary<string> {
  return fc
    .date({ min: new Date("1970-01-01"), max: new Date("2099-12-31"), noInvalidDate: true })
    .map((day) => day.toISOString());
}

function texts(schema: Json): fc.Arbitrary<string> {
  const minLength = Number(schema["minLength"] ?? 0);
  const maxLength = Math.min(Number(schema["maxLength"] ?? Infinity), minLength + 12);
  const { pattern, format } = schema;
  const isLongEnough = (text: string) => {
    const { length } = Array.from(text);
    return length >= minLength && length <= Number(schema["maxLength"] ?? Infinity);
  };
  const found = typeof format === "string" ? formats[format] : undefined;
  if (found !== undefined) return found.filter(isLongEnough);
  if (schema["contentEncoding"] === "base64")
    return fc
      .uint8Array({ maxLength: 6, minLength: 1 })
      .map((bytes) => Buffer.from(bytes).toString("base64"));
  if (typeof pattern === "string") return matching(new RegExp(pattern, "u")).filter(isLongEnough);
  // Whole characters without U+0000, which the server does not accept in texts.
  return fc
    .string({ unit: "binary", minLength, maxLength })
    .map((text) => text.replaceAll("\0", "0"))
    .filter(isLongEnough);
}

/** Candidates for patterns with lookaheads, for which fast-check cannot generate texts. */
const unnamed = ["P1D", "PT1H30M", "P1Y2M3DT4H5M6S", "-P2D", "12:30:00", "2024-02-29T12:00:00", "abcd", "1"];

function matching(pattern: RegExp): fc.Arbitrary<string> {
  return pattern.source.includes("(?=") || pattern.source.includes("(?!")
    ? fc.constantFrom(...unnamed.filter((text) => pattern.test(text)))
    : fc.stringMatching(pattern).filter(isInCalendar);
}

/** Patterns do not check the number of days in a month. */
function isInCalendar(text: string): boolean {
  const [, day] = /^(\d{4}-\d\d-\d\d)(?:T|$)/.exec(text) ?? [];
  if (day === undefined) return true;
  const found = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(found.getTime()) && found.toISOString().startsWith(day) && !day.startsWith("0000");
}

function boundsOf(
  schema: Json,
  least: number,
  greatest: number,
): { readonly min: number; readonly max: number } {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema as Record<
    string,
    number | undefined
  >;
  const step = schema["type"] === "integer" ? 1 : Number.EPSILON;
  const min = minimum ?? (exclusiveMinimum === undefined ? least : exclusiveMinimum + step);
  const max = maximum ?? (exclusiveMaximum === undefined ? greatest : exclusiveMaximum - step);
  return { min: Math.max(min, -(2 ** 53)), max: Math.min(max, 2 ** 53) };
}

/** A schema merged with its reference and all parts of its `allOf`. */
export function merged(document: OpenapiJson, schema: Json): Json {
  const { $ref, allOf, ...own } = schema;
  let all: Json = own;
  if (typeof $ref === "string") all = joined(merged(document, nodeAt(document, $ref.replace(/^#/, ""))), all);
  for (const part of (allOf ?? []) as readonly Json[]) all = joined(all, merged(document, part));
  return all;
}

function joined(first: Json, second: Json): Json {
  const properties = [first["properties"], second["properties"]].filter((some) => some !== undefined);
  const required = [first["required"], second["required"]].flatMap(
    (some) => (some ?? []) as readonly string[],
  );
  return {
    ...first,
    ...second,
    ...(properties.length > 0 && { properties: Object.assign({}, ...properties) as Json }),
    ...(required.length > 0 && { required: [...new Set(required)] }),
  };
}
