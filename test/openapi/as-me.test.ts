import { beforeAll, expect, test, vi } from "vitest";
import { told, toldByHeader } from "../conformance/callers.js";
import { field } from "../conformance/fields.js";
import { startServer, type TestServer } from "../conformance/start-server.js";
import { sqlite } from "../conformance/targets.js";
import { lintDocument, parseDocument } from "./lint-document.js";
import { operationsOf, type OpenapiJson } from "./openapi-document.js";
import { servedDocument } from "./served-document.js";
import { unlimited } from "./worlds.js";

vi.setConfig({ testTimeout: 120_000 });

// With `?as=me`, the document has only what the caller's roles may do. It is valid even if they may do nothing.

let server: TestServer;
beforeAll(async () => {
  server = await startServer("dynamic", sqlite, {
    auth: toldByHeader,
    openapi: true,
    server: unlimited,
    entities: {
      note: {
        fields: { title: field("string"), price: field("decimal"), pin: field("secret") },
        permissions: {
          read: ["admin", { role: "reader", fields: { exclude: ["price"] } }],
          create: ["admin"],
        },
      },
    },
  });
});

async function documentFor(query: string, ...roles: readonly string[]): Promise<OpenapiJson> {
  const document = await servedDocument(server, query, told({ userId: 1, roles }));
  expect(await lintDocument(document)).toEqual([]);
  expect(await parseDocument(document)).toEqual([]);
  return document;
}

/** The methods of the operations below an entity. */
function methodsOn(document: OpenapiJson, entity: string): readonly string[] {
  const below = operationsOf(document).filter(({ path }) => path.startsWith(`/api/data/${entity}`));
  return [...new Set(below.map(({ method, path }) => (path.endsWith("/query") ? "get" : method)))];
}

test("with `as=me`, a role without permissions gets a valid OpenAPI document without records", async () => {
  const document = await documentFor("?as=me", "stranger");
  expect(methodsOn(document, "note")).toEqual([]);
  expect(JSON.stringify(document)).not.toMatch(/price|"note"|Note/);
});

test("with `as=me`, the OpenAPI document of a role with a list of fields has only these fields", async () => {
  const document = await documentFor("?as=me", "reader");
  expect(methodsOn(document, "note")).toEqual(["get"]);
  expect(JSON.stringify(document)).not.toMatch(/"price"|"pin"/);
  expect(JSON.stringify(document)).toContain('"title"');
});

test("with `as=me`, the OpenAPI document of an admin has all methods, as the document without it", async () => {
  const own = await documentFor("?as=me", "admin");
  const all = await documentFor("", "stranger");
  expect(methodsOn(own, "note")).toEqual(["get", "post"]);
  expect(methodsOn(all, "note")).toEqual(["get", "post"]);
  expect(JSON.stringify(own)).toContain('"price"');
});
