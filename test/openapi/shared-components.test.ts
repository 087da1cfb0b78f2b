import type { Config } from "data-api";
import { describe, expect, test } from "vitest";
import { field, openEntity } from "../conformance/fields.js";
import { startServer } from "../conformance/start-server.js";
import { modes, sqlite } from "../conformance/targets.js";
import { configurations } from "./configurations.js";
import { documentOf } from "./document-of.js";
import { nasty } from "./nasty.js";
import { operationsOf, type Json } from "./openapi-document.js";
import { servedDocument } from "./served-document.js";

// What holds for every document as a whole, also with so many entities that operations are described briefly.

const notes = Object.fromEntries(
  Array.from({ length: 101 }, (_, index) => [`note${index}`, openEntity({ title: field("string") })]),
);
const many: Config = { ...nasty, entities: { ...nasty.entities, ...notes } };
const onlyRead = Object.fromEntries(
  Object.keys(many.entities).map((name) => [
    name,
    { fields: { title: field("string") }, permissions: { read: ["guest"] } },
  ]),
);
const onlyWritten = Object.fromEntries(
  Object.keys(many.entities).map((name) => [
    name,
    { fields: { title: field("string") }, permissions: { update: ["guest"], create: ["guest"] } },
  ]),
);

describe.each<{ readonly name: string; readonly config: Config }>([
  ...configurations,
  { name: "many entities", config: many },
  { name: "many entities, by path", config: { ...many, endpoints: ["path"] } },
  { name: "many entities, by query and strict", config: { ...many, endpoints: ["query"], strictBody: true } },
  { name: "many entities that are read-only", config: { ...many, entities: onlyRead } },
  {
    name: "many entities that are read-only, by path",
    config: { ...many, entities: onlyRead, endpoints: ["path"] },
  },
  {
    name: "many entities that cannot be read",
    config: { ...many, entities: onlyWritten, strictBody: true },
  },
])("$name", ({ config }) => {
  const document = documentOf(config);
  const operations = operationsOf(document);

  test("the OpenAPI document uses each of its components", () => {
    const text = JSON.stringify(document);
    const used = new Set(Array.from(text.matchAll(/"\$ref":"#\/components\/([^"]+)"/g), ([, name]) => name));
    const { securitySchemes: _, ...kinds } = document["components"] as Readonly<Record<string, Json>>;
    const names = Object.entries(kinds).flatMap(([kind, parts]) =>
      Object.keys(parts).map((name) => `${kind}/${name}`),
    );
    expect(names.filter((name) => !used.has(name))).toEqual([]);
  });

  test("the OpenAPI document describes the tags of its operations, which differ in more than case and underscores", () => {
    const tags = (document["tags"] as readonly { readonly name: string }[]).map(({ name }) => name);
    const plain = tags.map((name) => name.toLowerCase().replaceAll(/[_ ]/g, ""));
    expect(new Set(plain).size).toBe(tags.length);
    const used = operations.flatMap(({ node }) => node["tags"] as readonly string[]);
    expect(tags).toEqual(expect.arrayContaining(used));
  });

  test("operations of the OpenAPI document have ids of their own, and descriptions unless there are many entities", () => {
    const ids = operations.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const isLarge = Object.keys(config.entities).length > 100;
    const silent = operations.filter(({ node }) => typeof node["description"] !== "string");
    if (!isLarge) expect(silent.map(({ id }) => id)).toEqual([]);
  });

  test("the OpenAPI document has one kind of body for each status of an operation", () => {
    const mixed = operations.flatMap(({ id, responses }) =>
      Array.from(responses, ([status, { media }]) => ({
        name: `${id} ${status}`,
        types: new Set(media.map(({ schema }) => JSON.stringify(schema?.node))),
      })).filter(({ types }) => types.size > 1),
    );
    expect(mixed.map(({ name }) => name)).toEqual([]);
  });

  test("the OpenAPI document has no object without members", () => {
    const empty = JSON.stringify(document).match(/\{"type":"object"(?:,"description":"(?:[^"\\]|\\.)*")?\}/g);
    expect(empty).toBeNull();
  });
});

test("both modes serve the same OpenAPI document", async () => {
  const { database: _, ...config } = nasty;
  const documents = [];
  for (const mode of modes) {
    const server = await startServer(mode, sqlite, config);
    documents.push(JSON.stringify(await servedDocument(server)));
    await server.stop();
  }
  expect(documents[1]).toBe(documents[0]);
  expect(JSON.parse(documents[0] ?? "")).toMatchObject({ info: nasty.openapi });
});
