import path from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { loadedModules, namesIn } from "../loaded-modules.js";

const product = pathToFileURL(path.join(import.meta.dirname, "../.tmp/product/runtime/index.js")).href;

/** What a server with these options loads for live changes and webhooks until it has answered a request. */
function loadedWith(options: object): readonly string[] {
  const code = `const { DataApi } = await import(${JSON.stringify(product)});
const api = new DataApi({
  database: { dialect: "sqlite", name: ":memory:" },
  entities: { note: { fields: { a: { type: "int", isEditable: true, isRequired: true } }, permissions: { read: ["guest"] } } },
  ...${JSON.stringify(options)},
});
api.setupApiEndpoints();
const server = await api.startAsync(0);
await fetch("http://127.0.0.1:" + server.address().port + "/api/data/note/changes", { method: "HEAD" });
await api.stopAsync();
`;
  const loaded = loadedModules(["--input-type=module", "-e", code]);
  expect(loaded).toContain(product);
  // Checks the configuration.
  return namesIn(loaded, /\/runtime\/(changes|webhooks|surfaces\/live)\/(?!check-selects\.)[\w-]+\.js/g);
}

test("a server without live changes and webhooks loads nothing of them", () => {
  expect(loadedWith({})).toEqual([]);
  const [changes, live, webhooks] = ["changes", "surfaces/live", "webhooks"];
  expect(new Set(loadedWith({ changes: { entities: ["note"] } }))).toEqual(new Set([changes, live]));
  const secret = `whsec_${"A".repeat(32)}`;
  const hooks = [{ url: "https://example.com/", events: ["note.create"], secret }];
  expect(new Set(loadedWith({ webhooks: hooks }))).toEqual(new Set([changes, webhooks]));
});
