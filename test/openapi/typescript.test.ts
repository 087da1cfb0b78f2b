import openapiTypescript, { astToString, type OpenAPI3 } from "openapi-typescript";
import { expect, test, vi } from "vitest";
import { compileTrees } from "../regeneration/compile.js";
import { configurations } from "./configurations.js";
import { documentOf } from "./document-of.js";

vi.setConfig({ testTimeout: 120_000 });

// The types that openapi-typescript generates from the documents compile under strict options.

test("the types of every document compile", async () => {
  const trees = new Map<string, Record<string, string>>();
  for (const { name, config } of configurations) {
    const nodes = await openapiTypescript(documentOf(config) as unknown as OpenAPI3);
    trees.set(name.replaceAll(/\W+/g, "-"), { "api.ts": astToString(nodes) });
  }
  expect(compileTrees(trees)).toEqual([]);
  for (const tree of trees.values()) expect(tree["api.ts"]).toMatch(/export (?:interface|type) operations/);
});
