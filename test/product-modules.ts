import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { transformSync } from "rolldown/utils";
import type { Plugin } from "vite";

const root = join(import.meta.dirname, "..");
const built = join(import.meta.dirname, ".tmp/product");

/** What modules read relative to themselves. */
const ASSETS = ["dist", "templates", "package.json"];

/** The module that formats code, and the one that takes its place in tests. */
const FORMAT = "generator/files/format.ts";
const CACHED_FORMAT = "test/cached-format.ts";
const UNCACHED = "generator/files/uncached-format.ts";

/**
 * Gives tests the product's modules as JavaScript that Node.js loads by itself. Vitest runs a module in a function in
 * which each import is a property, and its server sends the text of each to every worker: that takes longer.
 */
export function productModules(): Plugin {
  return {
    name: "product-modules",
    enforce: "pre",
    resolveId(id, importer) {
      const file = id.startsWith(".") && importer !== undefined ? resolve(dirname(importer), id) : id;
      const source = relative(root, file);
      const module = builtFile(source);
      return /^(?:runtime|generator)\//.test(source) && existsSync(module) ? module : undefined;
    },
    // In watch mode.
    watchChange: buildProductModules,
  };
}

/** Builds the modules whose sources have changed. Several runs may do so at the same time. */
export function buildProductModules(): void {
  mkdirSync(built, { recursive: true });
  for (const asset of ASSETS) {
    const link = join(built, asset);
    if (!existsSync(link))
      writeWhole(link, (file) => {
        symlinkSync(join(root, asset), file);
      });
  }
  const sources = ["runtime", "generator"]
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((name) =>
        join(folder, name),
      ),
    )
    .filter((name) => /(?<!\.d)\.ts$/.test(name));
  for (const source of sources) buildModule(source, source === FORMAT ? UNCACHED : source);
  buildModule(CACHED_FORMAT, FORMAT);
}

function buildModule(source: string, as: string): void {
  const from = join(root, source);
  const to = builtFile(as);
  if ((statSync(to, { throwIfNoEntry: false })?.mtimeMs ?? 0) >= statSync(from).mtimeMs) return;
  const { code, map, errors } = transformSync(from, readFileSync(from, "utf8"), { sourcemap: true });
  if (errors.length > 0) throw new Error(`${source}: ${errors.map(({ message }) => message).join("\n")}`);
  mkdirSync(dirname(to), { recursive: true });
  const text =
    source === CACHED_FORMAT ? code.replaceAll("../generator/files/format.js", "./uncached-format.js") : code;
  const withMap = `${text}\n//# sourceMappingURL=data:application/json;base64,${Buffer.from(JSON.stringify(map)).toString("base64")}\n`;
  writeWhole(to, (file) => {
    writeFileSync(file, withMap);
  });
}

function builtFile(source: string): string {
  return join(built, source.replace(/\.ts$/, ".js"));
}

/** Other runs see the whole file, or the one before. */
function writeWhole(file: string, write: (file: string) => void): void {
  const written = `${file}.${process.pid}`;
  write(written);
  renameSync(written, file);
}
