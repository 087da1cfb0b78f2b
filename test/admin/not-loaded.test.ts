import path from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { loadedModules, namesIn } from "../loaded-modules.js";

const product = pathToFileURL(path.join(import.meta.dirname, "../.tmp/product/runtime/index.js")).href;

/** The modules of the page that a server with this option loads until it has answered a request. */
function loadedWith(admin: unknown): readonly string[] {
  const code = `const { DataApi } = await import(${JSON.stringify(product)});
const api = new DataApi({
  database: { dialect: "sqlite", name: ":memory:" },
  auth: { secretKey: "a secret key for these tests only, 32 bytes" },
  entities: { note: { fields: { a: { type: "int", isEditable: true, isRequired: true } }, permissions: { read: ["guest"] } } },
  ...${JSON.stringify({ admin })},
});
api.setupApiEndpoints();
const server = await api.startAsync(0);
await fetch("http://127.0.0.1:" + server.address().port + "/api/data/note", { headers: { "View-As": "guest" } });
await api.stopAsync();
`;
  const loaded = loadedModules(["--input-type=module", "-e", code]);
  expect(loaded).toContain(product);
  return namesIn(loaded, /\/surfaces\/((?:admin|pages)\/[\w-]+)\.js/g);
}

test("a server without the admin page loads nothing of it", () => {
  expect(loadedWith(undefined)).toEqual([]);
  expect(loadedWith(false)).toEqual([]);
  expect(loadedWith(true)).toEqual([
    "admin/admin-page",
    "admin/schema-routes",
    "admin/show-model",
    "admin/view-as",
    "admin/viewable-roles",
    "pages/page-assets",
    "pages/serve-page",
    "pages/token-source",
  ]);
});
