import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";

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

/** The different names that a pattern finds, sorted. */
export function namesIn(loaded: string, pattern: RegExp): readonly string[] {
  return [...new Set(Array.from(loaded.matchAll(pattern), ([, name = ""]) => name))].sort();
}
