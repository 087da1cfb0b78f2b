import { expect, test } from "vitest";
import { loadedByServer, namesIn } from "../loaded-modules.js";

/** What a server with this option loads for MCP until it has answered a request. */
function loadedWith(mcp: unknown): {
  readonly modules: readonly string[];
  readonly packages: readonly string[];
} {
  const loaded = loadedByServer({ mcp }, "/mcp", "POST");
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
