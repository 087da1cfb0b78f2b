import { isUtf8 } from "node:buffer";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { CommandError } from "../command-error.js";
import {
  emptyListing,
  isName,
  kindOf,
  listFiles,
  listFolder,
  readEntries,
  type EntryKind,
  type Listing,
} from "./folder-listing.js";

/** What Node decodes invalid UTF-8 to. */
const REPLACEMENT = "\uFFFD";

/**
 * The folder of generated code. All paths are relative to it, use `/`, and must not lead out of it. An
 * instance serves one run: it reads the disk once and looks again only after a write.
 */
export class OutputFolder {
  readonly root: string;
  /** Folders that are known not to be links. */
  readonly #safeFolders = new Set<string>();
  readonly #listings = new Map<string, Listing>();
  readonly #texts = new Map<string, string | undefined>();

  constructor(root: string) {
    if (root === "") throw new CommandError("The output folder has no name. Name it with --out.");
    this.root = path.resolve(root);
    // The root itself may be a link, because the user has named it.
    this.#safeFolders.add(this.root);
    if (!canBeFolder(this.root))
      throw new CommandError(`The output folder "${root}" is a file, or below one. Name another with --out.`);
  }

  /**
   * Resolves a path from the command line: either a path inside this folder as seen from the working
   * directory, or a path relative to this folder.
   */
  relative(given: string): string {
    const relative = path.relative(this.root, path.resolve(given)).split(path.sep).join("/");
    return relative.startsWith("../") || path.isAbsolute(relative) ? path.posix.normalize(given) : relative;
  }

  exists(file: string): boolean {
    return this.#find(file).kind !== "nothing";
  }

  /** The text of a file, or `undefined` if it does not exist. @throws {CommandError} if it is not UTF-8. */
  read(file: string): string | undefined {
    const text = this.#readLoosely(file);
    // Invalid bytes could not be written back unchanged.
    if (text?.includes(REPLACEMENT) === true && !isUtf8(readFileSync(this.#locate(file))))
      throw new CommandError(`"${file}" is not UTF-8 text.`);
    return text;
  }

  /**
   * The text of a record as it was written. Git (`core.autocrlf`) and editors may have changed its line ends
   * or added a byte order mark.
   */
  readRecord(file: string): string | undefined {
    const text = this.read(file);
    return text === undefined ? undefined : toPlain(text);
  }

  /** The first line of a file, or `undefined` if there is no such file. */
  readFirstLine(file: string): string | undefined {
    return this.#readLoosely(file)?.split(/\r?\n/, 1)[0];
  }

  #readLoosely(file: string): string | undefined {
    if (!this.#texts.has(file)) {
      const { absolute, kind } = this.#find(file);
      const text = kind === "nothing" ? undefined : ifThere(() => readFileSync(absolute, "utf8"), file);
      this.#texts.set(file, text);
    }
    return this.#texts.get(file);
  }

  /** Whether two paths lead to the same file, as on a case-insensitive file system. */
  isSame(file: string, other: string): boolean {
    const [a, b] = [file, other].map((each) => statSync(this.#locate(each), { throwIfNoEntry: false }));
    return a !== undefined && b !== undefined && a.dev === b.dev && a.ino === b.ino;
  }

  /** Whether the file is write-protected. */
  isReadOnly(file: string): boolean {
    return (statSync(this.#locate(file)).mode & 0o222) === 0;
  }

  /** The names of the files in a folder, sorted by code units; empty if there is no such folder. */
  list(folder: string): readonly string[] {
    const absolute = this.#locate(folder);
    return ifThere(() => readdirSync(absolute).sort(), folder) ?? [];
  }

  /** All TypeScript files, sorted. Links, folders with a leading dot and `node_modules` are skipped. */
  listSources(): readonly string[] {
    return listFiles(this.root, readEntries)
      .filter((file) => /\.[mc]?tsx?$/.test(file))
      .map((file) => path.relative(this.root, file).split(path.sep).join("/"));
  }

  /** Writes a file atomically: to a temporary file, which is then renamed. */
  write(file: string, text: string): void {
    const absolute = this.#locateForChange(file);
    mkdirSync(path.dirname(absolute), { recursive: true });
    const temporary = `${absolute}.data-api-tmp`;
    // A killed run may have left it behind.
    rmSync(temporary, { force: true });
    try {
      writeFileSync(temporary, text, { flag: "wx" });
      if (existsSync(absolute)) chmodSync(temporary, statSync(absolute).mode);
      renameSync(temporary, absolute);
    } catch (error) {
      rmSync(temporary, { force: true });
      throw error;
    }
  }

  /**
   * Removes a file and the folders that become empty.
   * @param successor The file that replaces it. If both are the same file, because case does not matter, the
   * file is renamed.
   */
  remove(file: string, successor?: string): void {
    const absolute = this.#locateForChange(file);
    if (successor !== undefined && this.isSame(file, successor)) {
      renameSync(absolute, this.#locate(successor));
      return;
    }
    rmSync(absolute, { force: true });
    for (let folder = path.posix.dirname(file); folder !== "."; folder = path.posix.dirname(folder)) {
      if (this.list(folder).length > 0 || !existsSync(this.#locate(folder))) return;
      rmdirSync(this.#locate(folder));
    }
  }

  /** The path of a file that is about to change. Clears everything that was read before. */
  #locateForChange(file: string): string {
    this.#listings.clear();
    this.#texts.clear();
    return this.#locate(file);
  }

  /** Like `#follow`, but reads each folder only once, because most of the requested files do not exist. */
  #find(file: string): Place {
    const slash = file.lastIndexOf("/");
    const name = file.slice(slash + 1);
    if (!isName(name)) return this.#follow(file);
    const listing = this.#listing(slash === -1 ? "" : file.slice(0, slash) || "/");
    const kind = listing.kindOf(name);
    return kind === "link" ? this.#follow(file) : { absolute: below(listing, name), kind };
  }

  #listing(folder: string): Listing {
    let listing = this.#listings.get(folder);
    if (listing === undefined) {
      listing = this.#listBelow(folder) ?? listFolder(this.#follow(folder, true).absolute);
      this.#listings.set(folder, listing);
    }
    return listing;
  }

  /**
   * Lists a folder if the listing of the folder above shows that it is one, or that there is none. This takes one call
   * of the system, or none. `undefined` if `#follow` must decide.
   */
  #listBelow(folder: string): Listing | undefined {
    const slash = folder.lastIndexOf("/");
    const name = folder.slice(slash + 1);
    if (slash === 0 || !isName(name)) return undefined;
    const above = this.#listing(slash === -1 ? "" : folder.slice(0, slash));
    const kind = above.kindOf(name);
    const absolute = below(above, name);
    if (kind === "nothing") return emptyListing(absolute);
    return kind === "folder" ? listFolder(absolute) : undefined;
  }

  #locate(file: string): string {
    return this.#follow(file).absolute;
  }

  /**
   * The absolute path and the kind of its entry. Links below the root are refused, because they could lead anywhere.
   * @throws {CommandError} for a link, for a file in place of a folder, and for a path outside the root.
   */
  #follow(file: string, isFolder = false): Place {
    const absolute = path.resolve(this.root, file);
    const relative = path.relative(this.root, absolute);
    if (relative === ".." || relative.startsWith(`..${path.sep}`) || path.isAbsolute(relative))
      throw new CommandError(`"${file}" is not below the output folder.`);
    let place = this.root;
    let kind: EntryKind = "folder";
    const parts = relative.split(path.sep);
    for (const [index, part] of parts.entries()) {
      place = path.join(place, part);
      kind = this.#safeFolders.has(place) ? "folder" : kindOf(place);
      if (kind === "nothing") break;
      if (kind === "link")
        throw new CommandError(
          `"${path.relative(this.root, place)}" in the output folder is a symbolic link. Generated files are not written through links: replace it with a folder or file.`,
        );
      if (kind === "folder") this.#safeFolders.add(place);
      if (kind === "file" && (isFolder || index < parts.length - 1))
        throw new CommandError(
          `"${path.relative(this.root, place)}" in the output folder is a file, but must be a folder. Move it away.`,
        );
    }
    return { absolute, kind };
  }
}

interface Place {
  readonly absolute: string;
  readonly kind: EntryKind;
}

/** The path of an entry. `path.join` also normalizes it, which is slow for many files. */
function below({ absolute }: Listing, name: string): string {
  return absolute + path.sep + name;
}

/** The text with LF and without a byte order mark. */
export function toPlain(text: string): string {
  return text.replace(/^\uFEFF/, "").replaceAll("\r\n", "\n");
}

/** Whether the path is a folder, or one could be created there. */
function canBeFolder(place: string): boolean {
  const stats = ifThere(() => statSync(place), place);
  if (stats !== undefined) return stats.isDirectory();
  const parent = path.dirname(place);
  return parent === place || canBeFolder(parent);
}

/** `undefined` if there is no such file or folder. @throws {CommandError} for a folder in place of a file. */
function ifThere<T>(read: () => T, file: string): T | undefined {
  try {
    return read();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    if (code === "EISDIR")
      throw new CommandError(`"${file}" in the output folder is a folder, but must be a file. Move it away.`);
    throw error;
  }
}
