import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { expect } from "vitest";

/** Writes down each module that is imported. */
const hook = `import { appendFileSync } from "node:fs";
export function load(url, context, next) {
  appendFileSync(process.env.LOADED, url + "\\n");
  return next(url, context);
}`;

/** Registers the hook, and adds what was required. */
const preload = `import { appendFileSync } from "node:fs";
import { createRequire, register } from "node:module";
register("data:text/javascript," + encodeURIComponent(${JSON.stringify(hook)}));
process.on("exit", () => {
  appendFileSync(process.env.LOADED, Object.keys(createRequire("file:///any.js").cache).join("\\n"));
});`;

/** The paths and URLs of the modules that Node.js loads with these arguments, one on each line. */
export function loadedModules(args: readonly string[], folder = process.cwd()): string {
  const list = path.join(fs.mkdtempSync(path.join(os.tmpdir(), "data-api-")), "loaded");
  const preloaded = `data:text/javascript,${encodeURIComponent(preload)}`;
  try {
    execFileSync(process.execPath, ["--import", preloaded, ...args], {
      cwd: folder,
      env: { ...process.env, LOADED: list, NODE_OPTIONS: "" },
    });
    return fs.readFileSync(list, "utf8");
  } finally {
    fs.rmSync(path.dirname(list), { recursive: true });
  }
}

const product = pathToFileURL(path.join(import.meta.dirname, ".tmp/product/runtime/index.js")).href;

/** The modules that a server with these options loads until it has answered a request. */
export function loadedByServer(options: object, address: string, method: string): string {
  const code = `const { DataApi } = await import(${JSON.stringify(product)});
const api = new DataApi({
  database: { dialect: "sqlite", name: ":memory:" },
  entities: { note: { fields: { a: { type: "int", isEditable: true, isRequired: true } }, permissions: { read: ["guest"] } } },
  ...${JSON.stringify(options)},
});
api.setupApiEndpoints();
const server = await api.startAsync(0);
await fetch("http://127.0.0.1:" + server.address().port + ${JSON.stringify(address)}, { method: ${JSON.stringify(method)} });
await api.stopAsync();
`;
  const loaded = loadedModules(["--input-type=module", "-e", code]);
  expect(loaded).toContain(product);
  return loaded;
}

/** The different names that a pattern finds, sorted. */
export function namesIn(loaded: string, pattern: RegExp): readonly string[] {
  return [...new Set(Array.from(loaded.matchAll(pattern), ([, name = ""]) => name))].sort();
}
