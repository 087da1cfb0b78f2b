import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";

const product = pathToFileURL(path.join(import.meta.dirname, "../.tmp/product/runtime/index.js")).href;

/** Writes down each module that Node.js loads. */
const hook = `import { appendFileSync } from "node:fs";
export function load(url, context, next) {
  appendFileSync(process.env.LOADED, url + "\\n");
  return next(url, context);
}`;

/** The modules of the page that a server with this option loads until it has answered a request. */
function loadedWith(admin: unknown): readonly string[] {
  const list = path.join(fs.mkdtempSync(path.join(os.tmpdir(), "data-api-")), "loaded");
  const code = `import { register } from "node:module";
register("data:text/javascript," + encodeURIComponent(${JSON.stringify(hook)}));
const { DataApi } = await import(${JSON.stringify(product)});
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
  execFileSync(process.execPath, ["--input-type=module", "-e", code], {
    env: { ...process.env, LOADED: list, NODE_OPTIONS: "" },
  });
  const loaded = fs.readFileSync(list, "utf8").split("\n");
  fs.rmSync(path.dirname(list), { recursive: true });
  expect(loaded).toContain(product);
  const folders = Array.from(loaded.join("\n").matchAll(/\/surfaces\/((?:admin|pages)\/[\w-]+)\.js/g));
  return folders.map(([, name = ""]) => name).sort();
}

test("a server without the page loads nothing of it", () => {
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
