import { lstatSync, readdirSync, type Dirent, type Stats } from "node:fs";
import path from "node:path";

export type EntryKind = "link" | "folder" | "file" | "nothing";

/** The entries of a folder, read once from the disk. */
export interface Listing {
  readonly absolute: string;
  readonly kindOf: (name: string) => EntryKind;
}

/** Lists a folder. A missing folder is empty. */
export function listFolder(absolute: string): Listing {
  const entries = readEntries(absolute);
  const kinds = new Map(entries.map((entry) => [entry.name, kindIn(entry)]));
  let folded: ReadonlySet<string> | undefined;
  return {
    absolute,
    kindOf: (name) => {
      const kind = kinds.get(name);
      if (kind !== undefined || entries.length === 0) return kind ?? "nothing";
      // On a case-insensitive file system, a file also has other spellings of its name.
      folded ??= new Set(Array.from(kinds.keys(), fold));
      return folded.has(fold(name)) ? kindOf(path.join(absolute, name)) : "nothing";
    },
  };
}

/** The listing of a folder that does not exist. */
export function emptyListing(absolute: string): Listing {
  return { absolute, kindOf: () => "nothing" };
}

export function kindOf(place: string): EntryKind {
  const stats = lstatSync(place, { throwIfNoEntry: false });
  return stats === undefined ? "nothing" : kindIn(stats);
}

/** Whether the text is a plain name of a file or folder, not a path. */
export function isName(text: string): boolean {
  return text !== "" && text !== "." && text !== ".." && !/[/\\:]/.test(text);
}

/**
 * The files below a folder, sorted. Links, folders with a leading dot and `node_modules` are skipped.
 * @param read Reads one folder.
 */
export function listFiles(folder: string, read: (folder: string) => readonly Dirent[]): readonly string[] {
  return read(folder)
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const place = path.join(folder, entry.name);
      if (entry.isDirectory())
        return entry.name.startsWith(".") || entry.name === "node_modules" ? [] : listFiles(place, read);
      return entry.isFile() ? [place] : [];
    });
}

function kindIn(entry: Stats | Dirent): EntryKind {
  return entry.isSymbolicLink() ? "link" : entry.isDirectory() ? "folder" : "file";
}

/** The entries of a folder; none if there is no such folder. */
export function readEntries(absolute: string): readonly Dirent[] {
  try {
    return readdirSync(absolute, { withFileTypes: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}

function fold(name: string): string {
  return name.normalize("NFC").toLowerCase();
}
