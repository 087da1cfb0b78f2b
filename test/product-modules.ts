import { createHash } from "node:crypto";
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { VERSION } from "rolldown";
import { transformSync, type TransformResult } from "rolldown/utils";
import type { Plugin } from "vite";
import { compileTemplates } from "../tools/compile-templates.js";

const root = join(import.meta.dirname, "..");
const built = join(import.meta.dirname, ".tmp/product");
const FOLDERS = ["runtime", "generator"];

/** What modules read by a path relative to themselves. */
const ASSETS = ["dist", "package.json"];

/** The module that formats code, and its replacement in tests. */
const FORMAT = "generator/files/format.ts";
const CACHED_FORMAT = "test/cached-format.ts";
const UNCACHED = "generator/files/uncached-format.ts";

/** The inputs of a build besides the source. */
const HOW = `${VERSION} ${readFileSync(join(import.meta.dirname, "product-modules.ts"), "utf8")}`;

/**
 * Provides the product's modules as JavaScript that Node.js loads natively. Vitest would wrap each module in a function
 * whose imports are properties, and send its text from its server to every worker, which takes longer.
 */
export function productModules(): Plugin {
  return {
    name: "product-modules",
    enforce: "pre",
    resolveId(id, importer) {
      const file = id.startsWith(".") && importer !== undefined ? resolve(dirname(importer), id) : id;
      const source = nameOf(file).replace(/\.js$/, ".ts");
      if (!FOLDERS.some((folder) => source.startsWith(`${folder}/`)) || !existsSync(join(root, source)))
        return undefined;
      // Never the source itself, because then the module would be loaded twice.
      if (!existsSync(builtFile(source))) buildProductModules();
      return builtFile(source);
    },
    // In watch mode, a source may be half-written.
    watchChange() {
      try {
        buildProductModules();
      } catch (error) {
        this.warn((error as Error).message);
      }
    },
  };
}

/** Builds the modules whose sources have changed. Several runs may do so concurrently. */
export function buildProductModules(): void {
  mkdirSync(built, { recursive: true });
  for (const asset of ASSETS) linkAsset(asset);
  buildTemplates();
  const sources = FOLDERS.flatMap((folder) => filesIn(root, folder)).filter((name) =>
    /(?<!\.d)\.ts$/.test(name),
  );
  for (const source of sources) buildModule(source, source === FORMAT ? UNCACHED : source);
  buildModule(CACHED_FORMAT, FORMAT);
  const modules = new Set([...sources, UNCACHED].map(builtFile));
  for (const name of FOLDERS.flatMap((folder) => filesIn(built, folder))) {
    const file = join(built, name);
    if (name.endsWith(".js") && !modules.has(file)) rmSync(file, { force: true });
  }
}

/** Templates are read as text, and loaded as modules. */
function buildTemplates(): void {
  // An earlier version linked the whole folder.
  if (lstatSync(join(built, "templates"), { throwIfNoEntry: false })?.isSymbolicLink() === true)
    rmSync(join(built, "templates"));
  for (const [name, module] of compileTemplates(join(root, "templates"))) {
    const text = readFileSync(join(root, "templates", name), "utf8");
    for (const [file, content] of [
      [join(built, "templates", name), text],
      [join(built, "templates", `${name}.js`), module],
    ] as const) {
      if (existsSync(file) && readFileSync(file, "utf8") === content) continue;
      mkdirSync(dirname(file), { recursive: true });
      writeWhole(file, (whole) => {
        writeFileSync(whole, content);
      });
    }
  }
}

function buildModule(source: string, as: string): void {
  const from = join(root, source);
  const to = builtFile(as);
  const text = readFileSync(from, "utf8");
  const mark = `// ${createHash("sha256").update(HOW).update(text).digest("hex")}\n`;
  if (existsSync(to) && readFileSync(to, "utf8").startsWith(mark)) return;
  const { code, map } = toJavaScript(source, text);
  const inPlace =
    source === CACHED_FORMAT ? code.replaceAll("../generator/files/format.js", "./uncached-format.js") : code;
  const mapping = Buffer.from(JSON.stringify({ ...map, mappings: `;${map?.mappings ?? ""}` })).toString(
    "base64",
  );
  mkdirSync(dirname(to), { recursive: true });
  writeWhole(to, (file) => {
    writeFileSync(file, `${mark}${inPlace}\n//# sourceMappingURL=data:application/json;base64,${mapping}\n`);
  });
}

/** Removes the types from a module. Throws if the module is invalid. */
export function toJavaScript(name: string, text: string): TransformResult {
  const result = transformSync(join(root, name), text, { sourcemap: true });
  if (result.errors.length > 0)
    throw new Error(`${name}: ${result.errors.map(({ message }) => message).join("\n")}`);
  return result;
}

/** A relative link, so that in a copy of the checkout it leads into the copy. */
function linkAsset(asset: string): void {
  const link = join(built, asset);
  const target = relative(built, join(root, asset));
  if (existsSync(link) && readlinkSync(link) === target) return;
  writeWhole(link, (file) => {
    symlinkSync(target, file);
  });
}

function filesIn(parent: string, folder: string): string[] {
  const path = join(parent, folder);
  if (!existsSync(path)) return [];
  return readdirSync(path, { recursive: true, encoding: "utf8" }).map(
    (name) => `${folder}/${name.replaceAll(sep, "/")}`,
  );
}

/** A file's name relative to the repository, with slashes. */
function nameOf(file: string): string {
  return relative(root, file).replaceAll(sep, "/");
}

/** The path of the JavaScript of one of the product's sources. */
export function builtFile(source: string): string {
  return join(built, source.replace(/\.ts$/, ".js"));
}

/** Writes a file at once: other runs see the whole new file, or the old one. */
function writeWhole(file: string, write: (file: string) => void): void {
  const written = `${file}.${process.pid}`;
  write(written);
  renameSync(written, file);
}
