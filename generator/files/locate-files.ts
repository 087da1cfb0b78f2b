import type { OutputFolder } from "./output-folder.js";
import { defaultPath, markOf, type EntityArtifact, type FileId } from "../artifacts.js";
import type { EntityState } from "./state.js";

/** Where a file of an entity is. It may have been moved by hand. */
export type Location =
  | { readonly kind: "here"; readonly path: string }
  | { readonly kind: "missing"; readonly path: string }
  /** More than one file carries the mark. */
  | { readonly kind: "copies"; readonly paths: readonly string[] };

/**
 * Finds files by the mark in their first line. The folder is searched at most once, and only if a file is not
 * at its known path.
 */
export class FileLocator {
  readonly #folder: OutputFolder;
  #marked: ReadonlyMap<string, readonly string[]> | undefined;

  constructor(folder: OutputFolder) {
    this.#folder = folder;
  }

  locate(entity: string, artifact: EntityArtifact | "operation", state: EntityState | undefined): Location {
    const home = defaultPath(entity, artifact);
    const known = state?.files[artifact]?.path ?? home;
    const firstLine = this.#folder.readFirstLine(known);
    const found = readMark(firstLine);
    if (found === markOf({ entity, artifact })) return { kind: "here", path: known };
    // The file may have been moved and replaced by another one.
    this.#marked ??= findMarked(this.#folder);
    const [first, ...others] = this.#marked.get(markOf({ entity, artifact })) ?? [];
    if (first !== undefined)
      return others.length > 0
        ? { kind: "copies", paths: [first, ...others] }
        : { kind: "here", path: first };
    if (firstLine === undefined) return { kind: "missing", path: known };
    // A file with another file's mark is that other file, whatever the state says.
    return found !== undefined && known !== home
      ? { kind: "missing", path: home }
      : { kind: "here", path: known };
  }

  /** Whether the first line of a file carries the mark of this file. */
  isMarked(path: string, file: FileId): boolean {
    return readMark(this.#folder.readFirstLine(path)) === markOf(file);
  }
}

function readMark(firstLine: string | undefined): string | undefined {
  return /^\uFEFF?\/\/ @data-api (\S+)\s*$/.exec(firstLine ?? "")?.[1];
}

function findMarked(folder: OutputFolder): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const path of folder.listSources()) {
    const mark = readMark(folder.readFirstLine(path));
    if (mark !== undefined) found.set(mark, [...(found.get(mark) ?? []), path]);
  }
  return found;
}
