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
    const known = state?.files[artifact]?.path ?? defaultPath(entity, artifact);
    const mark = markOf({ entity, artifact });
    const firstLine = this.#folder.readFirstLine(known);
    const found = { kind: firstLine === undefined ? "missing" : "here", path: known } as const;
    // A file that nobody has generated yet cannot have been moved.
    if (state === undefined || (firstLine !== undefined && readMark(firstLine) === mark)) return found;
    // People may have moved it and put something of their own in its place.
    this.#marked ??= findMarked(this.#folder);
    const [first, ...others] = this.#marked.get(mark) ?? [];
    if (first === undefined) return found;
    return others.length > 0 ? { kind: "copies", paths: [first, ...others] } : { kind: "here", path: first };
  }
}

/** What the first line of a generated file says of it. */
export function markOf({ entity, artifact }: FileId): string {
  return entity === undefined ? artifact : `${entity}/${artifact}`;
}

function readMark(firstLine: string): string | undefined {
  return /^\uFEFF?\/\/ @data-api (\S+)\s*$/.exec(firstLine)?.[1];
}

function findMarked(folder: OutputFolder): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const path of folder.listSources()) {
    const mark = readMark(folder.readFirstLine(path) ?? "");
    if (mark !== undefined) found.set(mark, [...(found.get(mark) ?? []), path]);
  }
  return found;
}
