import { expect, test, vi } from "vitest";
import { lacksExtra } from "../extras/extras.js";
import { compileTrees } from "../regeneration/compile.js";
import { configurations } from "./configurations.js";
import { documentOf } from "./document-of.js";
import { openapiPackages } from "./openapi-packages.js";

vi.setConfig({ testTimeout: 120_000 });

// The types that openapi-typescript generates from the documents compile under strict options.

test.skipIf(lacksExtra("openapi"))(
  "the types that openapi-typescript makes of every OpenAPI document compile",
  async () => {
    const { default: openapiTypescript, astToString } = await (await openapiPackages()).openapiTypescript();
    const trees = new Map<string, Record<string, string>>();
    for (const { name, config } of configurations) {
      const nodes = await openapiTypescript(documentOf(config));
      trees.set(name.replaceAll(/\W+/g, "-"), { "api.ts": astToString(nodes) });
    }
    expect(compileTrees(trees)).toEqual([]);
    for (const tree of trees.values()) expect(tree["api.ts"]).toMatch(/export (?:interface|type) operations/);
  },
);
