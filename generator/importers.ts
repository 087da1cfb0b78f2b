import fs from "node:fs";
import path from "node:path";
import type { OutputFolder } from "./output-folder.js";

/** A path without its ending: `./tag.schema.js` is what `tag.schema.ts` is imported by. */
export function stemOf(file: string): string {
  return file.replace(/\.[mc]?[jt]sx?$/, "");
}

/** The stems of the files that a file mentions, from where it is. */
export function importsOf(place: string, text: string): readonly string[] {
  return Array.from(text.matchAll(/["'](\.\.?\/[^"'\n]+)["']/g), ([, module = ""]) =>
    stemOf(path.posix.join(path.posix.dirname(place), module)),
  );
}

/**
 * Finds who imports generated files: any source in the project, which is the nearest folder with a `package.json`, else
 * the output folder. Gives one importer for each path, or none.
 * @param texts What files of the output folder will hold; undefined for those that do not count.
 */
export function findImporters(
  paths: readonly string[],
  texts: ReadonlyMap<string, string | undefined>,
  folder: OutputFolder,
): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  if (paths.length === 0) return found;
  const project = projectOf(folder.root) ?? folder.root;
  const targets = paths.map((file) => ({
    file,
    name: path.posix.basename(stemOf(file)),
    stem: stemOf(file),
  }));
  for (const source of listSources(project)) {
    const place = belowRoot(source, folder);
    const text = texts.has(place) ? texts.get(place) : ifReadable(() => fs.readFileSync(source, "utf8"));
    const mentioned = targets.filter(({ file, name }) => !found.has(file) && text?.includes(name) === true);
    if (text === undefined || mentioned.length === 0) continue;
    const imported = new Set(
      importsOf(place, text).map((module) => belowRoot(path.resolve(folder.root, module), folder)),
    );
    const aliased = aliasesIn(text);
    for (const { file, stem } of mentioned) {
      if (!imported.has(stem) && !aliased.some((module) => module.endsWith(`/${stem}`))) continue;
      const isInside = !place.startsWith("../") && !path.isAbsolute(place);
      found.set(file, isInside ? place : path.relative(project, source).split(path.sep).join("/"));
    }
  }
  return found;
}

function belowRoot(file: string, { root }: OutputFolder): string {
  return path.relative(root, file).split(path.sep).join("/");
}

/** Modules by another name than a relative path, such as `@/api/tag/tag.schema`, without their endings. */
function aliasesIn(text: string): readonly string[] {
  return Array.from(text.matchAll(/["']([^."'\n][^"'\n]*\/[^"'\n]+)["']/g), ([, module = ""]) =>
    stemOf(module),
  );
}

function projectOf(folder: string): string | undefined {
  if (fs.existsSync(path.join(folder, "package.json"))) return folder;
  const parent = path.dirname(folder);
  return parent === folder ? undefined : projectOf(parent);
}

/** Links are passed over, and folders whose names begin with a dot. */
function listSources(folder: string): readonly string[] {
  const entries = ifReadable(() => fs.readdirSync(folder, { withFileTypes: true })) ?? [];
  return entries
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const place = path.join(folder, entry.name);
      if (entry.isDirectory())
        return entry.name.startsWith(".") || entry.name === "node_modules" ? [] : listSources(place);
      return entry.isFile() && /\.[mc]?[jt]sx?$/.test(entry.name) ? [place] : [];
    });
}

/** The project is searched as far as it can be read: what is there besides generated code is none of a run's business. */
function ifReadable<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
