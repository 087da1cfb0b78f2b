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

/** What a server with this option loads for MCP until it has answered a request. */
function loadedWith(mcp: unknown): {
  readonly modules: readonly string[];
  readonly packages: readonly string[];
} {
  const list = path.join(fs.mkdtempSync(path.join(os.tmpdir(), "data-api-")), "loaded");
  const code = `import { register } from "node:module";
register("data:text/javascript," + encodeURIComponent(${JSON.stringify(hook)}));
const { DataApi } = await import(${JSON.stringify(product)});
const api = new DataApi({
  database: { dialect: "sqlite", name: ":memory:" },
  entities: { note: { fields: { a: { type: "int", isEditable: true, isRequired: true } }, permissions: { read: ["guest"] } } },
  ...${JSON.stringify({ mcp })},
});
api.setupApiEndpoints();
const server = await api.startAsync(0);
await fetch("http://127.0.0.1:" + server.address().port + "/mcp", { method: "POST" });
await api.stopAsync();
`;
  execFileSync(process.execPath, ["--input-type=module", "-e", code], {
    env: { ...process.env, LOADED: list, NODE_OPTIONS: "" },
  });
  const loaded = fs.readFileSync(list, "utf8");
  fs.rmSync(path.dirname(list), { recursive: true });
  expect(loaded).toContain(product);
  const found = (pattern: RegExp) =>
    [...new Set(Array.from(loaded.matchAll(pattern), ([, name = ""]) => name))].sort();
  return {
    modules: found(/\/surfaces\/mcp\/([\w-]+)\.js/g),
    packages: found(/node_modules\/(@modelcontextprotocol\/\w+)\//g),
  };
}

test("a server without MCP loads nothing of it", () => {
  expect(loadedWith(undefined)).toEqual({ modules: [], packages: [] });
  expect(loadedWith(false)).toEqual({ modules: [], packages: [] });
  const { modules, packages } = loadedWith(true);
  expect(packages).toEqual(["core", "node", "server"].map((name) => `@modelcontextprotocol/${name}`));
  expect(modules).toContain("mcp-routes");
  // For standard input only.
  expect(modules).not.toContain("stdio");
});
