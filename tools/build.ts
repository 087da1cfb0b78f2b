import { chmodSync, copyFileSync, cpSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { rolldown } from "rolldown";
import { buildDocsPage } from "./build-docs-page.js";
import { configJsonSchema } from "../generator/config/config-json-schema.js";

/**
 * Builds the package except for its types. The code is bundled, because loading hundreds of files takes longer than
 * the rest of a start. The entries share their modules: an error that a hook throws must be of the class that the
 * server knows.
 */
const root = join(import.meta.dirname, "..");
const dist = join(root, "dist");

rmSync(dist, { recursive: true, force: true });
const entries = [
  "runtime/index",
  "runtime/kit",
  "runtime/schema",
  "generator/cli",
  "generator/main",
  "generator/generate-files",
];
const bundle = await rolldown({
  cwd: root,
  platform: "node",
  input: Object.fromEntries(entries.map((entry) => [entry, `${entry}.ts`])),
  // Packages stay dependencies.
  external: /^[^./]/,
});
// One level deep, like the source files, so that relative paths stay the same. Node.js keeps each source in memory,
// with two bytes a character if one of them is beyond Latin-1. The declarations contain the comments too.
await bundle.write({
  dir: dist,
  chunkFileNames: "shared/[name]-[hash].js",
  charset: "ascii",
  comments: { jsdoc: false },
});
await bundle.close();
await buildDocsPage(root, join(dist, "docs-page"));
// The client runs without Node.js, and old bundlers and React Native need CommonJS.
const client = await rolldown({
  cwd: root,
  platform: "neutral",
  input: { client: "runtime/client.ts" },
  transform: { target: "es2022" },
});
const folder = join(dist, "runtime");
await client.write({ dir: folder, format: "esm", entryFileNames: "[name].js" });
await client.write({ dir: folder, format: "cjs", entryFileNames: "[name].cjs" });
await client.close();
copyFileSync(join(root, "runtime/client.d.cts"), join(folder, "client.d.cts"));
cpSync(join(root, "templates"), join(dist, "templates"), { recursive: true });
writeFileSync(join(dist, "schema.json"), `${JSON.stringify(configJsonSchema(), null, 2)}\n`);
// npm sets the executable bit only when it installs a package, so a clone needs it here.
chmodSync(join(dist, "generator/cli.js"), 0o755);
