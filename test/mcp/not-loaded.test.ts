import path from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { loadedModules, namesIn } from "../loaded-modules.js";

const product = pathToFileURL(path.join(import.meta.dirname, "../.tmp/product/runtime/index.js")).href;

/** What a server with this option loads for MCP until it has answered a request. */
function loadedWith(mcp: unknown): {
  readonly modules: readonly string[];
  readonly packages: readonly string[];
} {
  const code = `const { DataApi } = await import(${JSON.stringify(product)});
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
  const loaded = loadedModules(["--input-type=module", "-e", code]);
  expect(loaded).toContain(product);
  return {
    modules: namesIn(loaded, /\/surfaces\/mcp\/([\w-]+)\.js/g),
    packages: namesIn(loaded, /node_modules\/(@modelcontextprotocol\/\w+)\//g),
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
