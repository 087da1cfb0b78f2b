import fs from "node:fs";
import path from "node:path";
import { listFiles } from "../files/folder-listing.js";
import type { OutputFolder } from "../files/output-folder.js";

/** A path without its extension: `tag.schema.ts` is imported as `./tag.schema.js`. */
export function stemOf(file: string): string {
  return file.replace(/\.[mc]?[jt]sx?$/, "");
}

/** The paths, without extension, of the files that a text imports relative to its place. */
export function importsOf(place: string, text: string): readonly string[] {
  return Array.from(text.matchAll(/["'](\.\.?\/[^"'\n]+)["']/g), ([, module = ""]) =>
    stemOf(path.posix.join(path.posix.dirname(place), module)),
  );
}

/**
 * Finds files that import generated files. It searches all sources of the project: the nearest folder with a
 * `package.json`, or else the output folder. Returns at most one importer for each path.
 * @param texts The future texts of files in the output folder; `undefined` for a file to ignore.
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

/** Imports by an alias such as `@/api/tag/tag.schema`, without extension. */
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

function listSources(folder: string): readonly string[] {
  const read = (each: string) => ifReadable(() => fs.readdirSync(each, { withFileTypes: true })) ?? [];
  return listFiles(folder, read).filter((file) => /\.[mc]?[jt]sx?$/.test(file));
}

/** Skips unreadable files: files outside the generated code must not fail a run. */
function ifReadable<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
