import type { OutputFolder } from "./output-folder.js";
import { defaultPath, type EntityArtifact, type FileId } from "./outputs.js";
import type { EntityState } from "./state.js";

/** Where the files of an entity are: people may have moved them. */
export type Location =
  | { readonly kind: "here"; readonly path: string }
  | { readonly kind: "missing"; readonly path: string }
  /** More than one file says that it is the one. */
  | { readonly kind: "copies"; readonly paths: readonly string[] };

/** Finds files by the mark in their first line; the folder is searched once, and only if something is not in its place. */
export class FileLocator {
  readonly #folder: OutputFolder;
  #marked: ReadonlyMap<string, readonly string[]> | undefined;

  constructor(folder: OutputFolder) {
    this.#folder = folder;
  }

  locate(entity: string, artifact: EntityArtifact, state: EntityState | undefined): Location {
    const home = defaultPath(entity, artifact);
    const known = state?.files[artifact]?.path ?? home;
    const firstLine = this.#folder.readFirstLine(known);
    const found = readMark(firstLine);
    if (found === markOf({ entity, artifact })) return { kind: "here", path: known };
    // People may have moved it and put something of their own in its place.
    this.#marked ??= findMarked(this.#folder);
    const [first, ...others] = this.#marked.get(markOf({ entity, artifact })) ?? [];
    if (first !== undefined)
      return others.length > 0
        ? { kind: "copies", paths: [first, ...others] }
        : { kind: "here", path: first };
    if (firstLine === undefined) return { kind: "missing", path: known };
    // A file that says that it is another one is that one, whatever the state says.
    return found !== undefined && known !== home
      ? { kind: "missing", path: home }
      : { kind: "here", path: known };
  }

  /** Whether the first line of a file says that it is this one. */
  isMarked(path: string, file: FileId): boolean {
    return readMark(this.#folder.readFirstLine(path)) === markOf(file);
  }
}

/** What the first line of a generated file says of it. */
export function markOf({ entity, artifact }: FileId): string {
  return entity === undefined ? artifact : `${entity}/${artifact}`;
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
