import fs from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import blog from "../../examples/blog/data-api.config.js";
import messages from "../../examples/messages/data-api.config.js";
import { startServer, type TestConfig, type TestServer } from "../conformance/start-server.js";
import { sqlite } from "../conformance/targets.js";
import { lacksExtra } from "../extras/extras.js";
import { compileTrees } from "../regeneration/compile.js";
import { clientGenerators, generatorsFolder, type ClientTree } from "./client-generators.js";
import { clientStories } from "./client-stories.js";
import { documentOf } from "./document-of.js";
import { nasty } from "./nasty.js";
import { servedDocument } from "./served-document.js";
import { unlimited } from "./worlds.js";

// Clients of four generators compile under strict options, and read and write records of a server: they assign null
// and leave out members that have defaults.

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

const names = Object.keys(clientGenerators);
let server: TestServer | undefined;
let folder = "";
const trees = new Map<string, ClientTree>();

const isSkipped = lacksExtra("openapi");
beforeAll(async () => {
  if (isSkipped) return;
  folder = fs.mkdtempSync(path.join(generatorsFolder, "clients-"));
  const { database: _, ...config } = nasty as unknown as TestConfig & { readonly database: unknown };
  server = await startServer("dynamic", sqlite, { ...config, server: unlimited });
  const documents = {
    blog: documentOf(blog),
    messages: documentOf(messages),
    nasty: await servedDocument(server),
  };
  for (const name of names)
    for (const [of, document] of Object.entries(documents)) {
      const tree = (await clientGenerators[name]?.(structuredClone(document), server.url)) ?? {};
      trees.set(`${of} ${name}`, of === "nasty" ? { ...tree, "story.ts": clientStories[name] ?? "" } : tree);
    }
});
afterAll(async () => {
  if (server === undefined) return;
  await server.stop();
  fs.rmSync(folder, { recursive: true, force: true });
});

test.skipIf(isSkipped)(
  "clients that generators make of all OpenAPI documents compile under strict options",
  () => {
    expect([...trees.values()].every((tree) => Object.keys(tree).length > 0)).toBe(true);
    const errors = compileTrees(trees, {
      exactOptionalPropertyTypes: false,
      lib: ["es2023", "dom", "dom.iterable"],
      paths: {
        "openapi-fetch": [path.join(generatorsFolder, "node_modules/openapi-fetch/dist/index.d.mts")],
      },
    });
    expect(errors).toEqual([]);
  },
);

test.skipIf(isSkipped).each(names)(
  "the client that %s makes of the OpenAPI document reads and writes records of the server",
  async (name) => {
    const home = path.join(folder, name);
    for (const [file, text] of Object.entries(trees.get(`nasty ${name}`) ?? {})) {
      fs.mkdirSync(path.dirname(path.join(home, file)), { recursive: true });
      fs.writeFileSync(path.join(home, file), text);
    }
    const { story } = (await import(/* @vite-ignore */ path.join(home, "story.ts"))) as {
      readonly story: (url: string) => Promise<readonly unknown[]>;
    };
    expect(await story(server?.url ?? "")).toEqual([
      [201, "draft", false, null, null],
      [200, { count: 1 }],
      [null, null, 2024, { a: [1] }],
      [{ title: `of ${name}`, grade: "b" }],
      [1, 1],
      [1],
      [200, 2, 200],
      [
        [201, undefined],
        [200, 1999],
      ],
      { words: ["a", "[b"], numbers: [1, 2], data: { a: 1 }, year: 2024 },
      '{"least":5,"numbers":[7],"range":{"from":1}}',
      ["application/x-ndjson", 2],
      ["invalid-fields", "year"],
    ]);
  },
);
