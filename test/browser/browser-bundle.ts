import path from "node:path";
import { createContext, runInContext } from "node:vm";
import { gzipSync } from "node:zlib";
import { rolldown } from "rolldown";

const repository = path.resolve(import.meta.dirname, "../..");
const ENTRY = "entry.js";

/** Code as a bundler makes it for a page. */
export interface BrowserBundle {
  /** A script that leaves the exports of its entry in the variable `bundle`. */
  readonly code: string;
  /** The files in it, by their path from the root. */
  readonly files: readonly string[];
  /** What it would still import: nothing, unless a package of Node.js is asked for. */
  readonly imports: readonly string[];
  readonly bytes: number;
  readonly gzipped: number;
}

/**
 * Bundles this code, minified. It imports files by their path from the root, as `/examples/…`.
 * @param root A project with the package installed. Default: this repository, with the package as its sources.
 */
export async function bundleForBrowser(entry: string, root = repository): Promise<BrowserBundle> {
  const bundle = await rolldown({
    input: ENTRY,
    cwd: root,
    platform: "browser",
    // Warnings are about what is imported and not there.
    onLog: (level, { message }) => {
      throw new Error(`${level}: ${message}`);
    },
    resolve: {
      alias: root === repository ? { "data-api/schema": path.join(root, "runtime/schema.ts") } : {},
    },
    plugins: [
      {
        name: "entry",
        resolveId: (id, importer) =>
          id === ENTRY ? id : importer === ENTRY && id.startsWith("/") ? path.join(root, id) : undefined,
        load: (id) => (id === ENTRY ? entry : undefined),
      },
    ],
  });
  const { output } = await bundle.generate({ format: "iife", name: "bundle", minify: true });
  await bundle.close();
  const [{ code, moduleIds, imports }] = output;
  return {
    code,
    files: moduleIds.filter((id) => id !== ENTRY).map((id) => path.relative(root, id)),
    imports,
    bytes: code.length,
    gzipped: gzipSync(code).length,
  };
}

/** Runs a bundle where there is only the language: no module, timer, console or Buffer. Returns its exports. */
export function runBare({ code }: BrowserBundle): unknown {
  return runInContext(`${code}; bundle`, createContext(Object.create(null) as object));
}
