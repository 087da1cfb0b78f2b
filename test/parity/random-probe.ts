import fc from "fast-check";
import { parityConfig } from "./blog-config.js";
import type { Probe } from "./exchange.js";

const entityNames = Object.keys(parityConfig.entities);
const fieldNames = [
  ...new Set(Object.values(parityConfig.entities).flatMap(({ fields }) => Object.keys(fields))),
  ...["id", "nope", "ID", "Title", "__proto__"],
];

const entity = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...entityNames) },
  { weight: 1, arbitrary: fc.string() },
);
const name = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...fieldNames) },
  { weight: 1, arbitrary: fc.string() },
);
const id = fc.oneof(fc.integer({ min: 0, max: 30 }).map(String), fc.string());
const count = fc.oneof(fc.integer({ min: -1, max: 101 }).map(String), fc.string());
const orderBy = fc.tuple(fc.constantFrom("", "", "~", "~~"), name).map((parts) => parts.join(""));

const text = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.string(),
  fc.constantFrom(
    "null",
    "true",
    "1",
    "0.1",
    "2024-02-29",
    "2024-02-29T12:00:00Z",
    "draft",
    "9223372036854775807",
    '"x"',
  ),
);
const comparison = fc
  .tuple(name, fc.constantFrom("=", "<>", "<", "<=", ">", ">=", "~", "!", ""), text)
  .map((parts) => parts.join(""));
const condition = fc
  .array(fc.tuple(comparison, fc.constantFrom("&", "|", ")&(", "|(", "")), { minLength: 1, maxLength: 4 })
  .map((parts) => parts.flat().join(""));

const value = fc.oneof(
  text,
  fc.integer(),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
  fc.jsonValue({ maxDepth: 3 }),
);
const body = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .dictionary(name, value, { maxKeys: 6 })
      .map((fields) => JSON.stringify({ title: "t", ...fields })),
  },
  { weight: 1, arbitrary: fc.json() },
  { weight: 1, arbitrary: fc.string() },
);
const headers = fc
  .tuple(
    fc.constantFrom(
      "Content-Type: application/json",
      "Content-Type: application/json",
      "Content-Type: text/plain",
      "X: y",
    ),
    fc.constantFrom(
      "X-Y: z",
      "Prefer: return=representation",
      "Prefer: handling=strict",
      "Prefer: return=representation, handling=strict",
    ),
  )
  .map((lines): readonly string[] => lines);

function pathOf(...segments: readonly string[]): string {
  // A lone surrogate cannot be encoded in a path.
  return `/api/data/${segments.map((segment) => encodeURIComponent(segment.toWellFormed())).join("/")}`;
}

/** Requests that are valid, or nearly valid. */
export const randomProbe: fc.Arbitrary<Probe> = fc.oneof(
  fc.tuple(entity, orderBy, count, count).map(([target, order, skip, take]): Probe => {
    return { method: "GET", path: pathOf(target, "public", "findall", order, skip, take) };
  }),
  fc.tuple(entity, orderBy, condition).map(([target, order, where]): Probe => {
    return { method: "GET", path: pathOf(target, "public", "findbycondition", order, "0", "20", where) };
  }),
  fc
    .tuple(entity, id)
    .map(([target, key]): Probe => ({ method: "GET", path: pathOf(target, "public", "findbyid", key) })),
  fc.tuple(entity, headers, body).map(([target, lines, text]): Probe => {
    return { method: "POST", path: pathOf(target), headers: lines, body: text };
  }),
  fc
    .tuple(fc.constantFrom("PUT", "PATCH"), entity, id, headers, body)
    .map(([method, target, key, lines, text]): Probe => {
      return { method, path: pathOf(target, key), headers: lines, body: text };
    }),
  fc.tuple(entity, id, headers).map(([target, key, lines]): Probe => {
    return { method: "DELETE", path: pathOf(target, key), headers: lines };
  }),
  fc
    .tuple(
      fc.constantFrom("GET", "OPTIONS", "POST", "DELETE"),
      fc.array(fc.string({ maxLength: 8 }), { maxLength: 7 }),
    )
    .map(([method, segments]): Probe => ({ method, path: pathOf(...segments) })),
);
