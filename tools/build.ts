import { chmodSync, copyFileSync, cpSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { rolldown, type ChunkingContext } from "rolldown";
import { buildAdminPage } from "./build-admin-page.js";
import { buildDocsPage } from "./build-docs-page.js";
import { compileTemplates } from "./compile-templates.js";
import { configJsonSchema } from "../generator/config/config-json-schema.js";

/**
 * Builds the package except for its types. The code is bundled, because loading hundreds of files takes longer than
 * the rest of a start. The entries share their modules: an error that a hook throws must be of the class that the
 * server knows.
 */
const root = join(import.meta.dirname, "..");
const dist = join(root, "dist");

rmSync(dist, { recursive: true, force: true });
const folder = join(dist, "runtime");
/**
 * Packages of hundreds of modules, of which a start needs a part. They work together with the copies that an application
 * imports, because they know each other's objects by their members. All others stay dependencies.
 */
const bundled: readonly string[] = ["kysely", "zod"];
const isPackage = (id: string): boolean => /^[^./]/.test(id);
const entries = [
  "runtime/index",
  "runtime/kit",
  "runtime/schema",
  "generator/cli",
  "generator/main",
  "generator/generate-files",
  "generator/format-worker",
];
const bundle = await rolldown({
  cwd: root,
  platform: "node",
  preserveEntrySignatures: "allow-extension",
  input: Object.fromEntries(entries.map((entry) => [entry, `${entry}.ts`])),
  external: (id) => isPackage(id) && !bundled.includes(id),
});
/** A module of its own: it is the first that an entry loads, and fails on a Node.js that cannot load others. */
const first = join(root, "runtime/check-node.ts");
/** All of Kysely, zod as one object, and its words in fifty languages: of each, rooms need a part. */
const whole = /\/(?:kysely\/dist\/esm\/index|zod\/v4\/(?:locales\/index|classic\/external))\.js$/;
/** The modules that these modules load at once, themselves included. */
function roomOf(
  modules: readonly string[],
  { getModuleInfo }: Pick<ChunkingContext, "getModuleInfo">,
): ReadonlySet<string> {
  const found = new Set<string>();
  const all = modules.map((module) => join(root, module));
  for (let id = all.pop(); id !== undefined; id = all.pop()) {
    if (found.has(id) || id === first) continue;
    found.add(id);
    all.push(...(getModuleInfo(id)?.importedIds ?? []).filter((each) => !whole.test(each)));
  }
  return found;
}
type Rooms = readonly (readonly [name: string, ids: ReadonlySet<string>])[];

/**
 * What is loaded together is one file, because a file costs more than its text. A command needs a part of what a server
 * needs, which is a file of its own: more of it if it opens a database.
 */
function roomsOf(context: Pick<ChunkingContext, "getModuleInfo">): Rooms {
  const room = (...modules: readonly string[]) => roomOf(modules, context);
  const kysely = "node_modules/kysely/dist/esm/index.js";
  const start = room("runtime/index.ts", kysely);
  const ofStart = (...modules: readonly string[]) =>
    new Set([...room(...modules)].filter((id) => start.has(id)));
  return [
    ["command", room("generator/main.ts")],
    ["schemas", room("runtime/schema.ts")],
    ["names", ofStart("generator/commands/init.ts")],
    ["config", ofStart("generator/commands/validate.ts", "runtime/exports-for-configurations.ts")],
    ["facts", ofStart("generator/commands/generate.ts", "node_modules/kysely/dist/esm/raw-builder/sql.js")],
    ["databases", ofStart("generator/commands/import.ts", "generator/commands/export.ts", kysely)],
    ["start", start],
  ];
}
let rooms: Rooms | undefined;
const isEntry = new Set(entries.map((entry) => join(root, `${entry}.ts`)));
// One level deep, like the source files, so that relative paths stay the same. Node.js keeps each source in memory,
// with two bytes a character if one of them is beyond Latin-1. The declarations contain the comments too.
await bundle.write({
  dir: dist,
  chunkFileNames: "shared/[name]-[hash].js",
  charset: "ascii",
  comments: { jsdoc: false },
  codeSplitting: {
    includeDependenciesRecursively: false,
    groups: [
      {
        debugName: "rooms",
        name: (id, context) => {
          rooms ??= roomsOf({ getModuleInfo: (each) => context.getModuleInfo(each) });
          return isEntry.has(id) ? null : rooms.find(([, ids]) => ids.has(id))?.[0];
        },
      },
    ],
  },
});
await bundle.close();
await buildDocsPage(root, join(dist, "docs-page"));
await buildAdminPage(root, join(dist, "admin-page"));
for (const name of bundled)
  copyFileSync(join(root, "node_modules", name, "LICENSE"), join(dist, `LICENSE-${name}`));
// Schemas for pages, with the zod of the page.
const schema = await rolldown({
  cwd: root,
  platform: "neutral",
  input: { "schema-anywhere": "runtime/schema.ts" },
  external: isPackage,
});
await schema.write({
  dir: folder,
  entryFileNames: "[name].js",
  charset: "ascii",
  comments: { jsdoc: false },
});
await schema.close();
// The client runs without Node.js, and old bundlers and React Native need CommonJS.
const client = await rolldown({
  cwd: root,
  platform: "neutral",
  input: { client: "runtime/client.ts" },
  transform: { target: "es2022" },
});
await client.write({ dir: folder, format: "esm", entryFileNames: "[name].js" });
await client.write({ dir: folder, format: "cjs", entryFileNames: "[name].cjs" });
await client.close();
copyFileSync(join(root, "runtime/client.d.cts"), join(folder, "client.d.cts"));
const templates = join(root, "templates");
cpSync(templates, join(dist, "templates"), { recursive: true });
for (const [name, module] of compileTemplates(templates))
  writeFileSync(join(dist, "templates", `${name}.js`), module);
writeFileSync(join(dist, "schema.json"), `${JSON.stringify(configJsonSchema(), null, 2)}\n`);
// npm sets the executable bit only when it installs a package, so a clone needs it here.
chmodSync(join(dist, "generator/cli.js"), 0o755);
