import path from "node:path";
import { createContext, runInContext } from "node:vm";
import { gzipSync } from "node:zlib";
import { rolldown } from "rolldown";

const repository = path.resolve(import.meta.dirname, "../..");
const ENTRY = "entry.js";

/** The bundle of a page. */
export interface BrowserBundle {
  /** A script that assigns the exports of its entry to the variable `bundle`. */
  readonly code: string;
  /** The files in the bundle, as paths from the root. */
  readonly files: readonly string[];
  /** The remaining imports: none, unless the code needs a module of Node.js. */
  readonly imports: readonly string[];
  readonly bytes: number;
  readonly gzipped: number;
}

/**
 * Bundles and minifies this code. Its imports are paths from the root, such as `/examples/…`.
 * @param root A project with the package installed. Default: this repository, with the sources of the package.
 */
export async function bundleForBrowser(entry: string, root = repository): Promise<BrowserBundle> {
  const bundle = await rolldown({
    input: ENTRY,
    cwd: root,
    platform: "browser",
    // Warnings report missing imports.
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

/** Runs a bundle with the language alone: no modules, timers, console or Buffer. Returns its exports. */
export function runBare({ code }: BrowserBundle): unknown {
  return runInContext(`${code}; bundle`, createContext(Object.create(null) as object));
}
