import {
  chmodSync,
  closeSync,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { CommandError } from "./command-error.js";

/** Enough for the first line of any file that was generated. */
const FIRST_BYTES = 512;

/** Other bytes could not be written back as they were. */
const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Where generated code goes. Every path is below it, with `/`, and is never followed out of it. */
export class OutputFolder {
  readonly root: string;
  /** Folders that were seen to be no links. */
  readonly #safeFolders = new Set<string>();

  constructor(root: string) {
    if (root === "") throw new CommandError("The output folder has no name. Name it with --out.");
    this.root = path.resolve(root);
    if (!canBeFolder(this.root))
      throw new CommandError(`The output folder "${root}" is a file, or below one. Name another with --out.`);
  }

  /** A path as people give it: below this folder, or below the working directory and then in this folder. */
  relative(given: string): string {
    const relative = path.relative(this.root, path.resolve(given)).split(path.sep).join("/");
    return relative.startsWith("../") || path.isAbsolute(relative) ? path.posix.normalize(given) : relative;
  }

  exists(file: string): boolean {
    return existsSync(this.#locate(file));
  }

  /** The text of a file, or undefined if there is none. */
  read(file: string): string | undefined {
    const absolute = this.#locate(file);
    const bytes = ifThere(() => readFileSync(absolute), file);
    if (bytes === undefined) return undefined;
    try {
      return utf8.decode(bytes);
    } catch {
      throw new CommandError(`"${file}" is not UTF-8 text.`);
    }
  }

  /**
   * The text of a file of our own, as it was written: git (`core.autocrlf`) and editors may have changed its line ends or
   * put a byte order mark before it.
   */
  readRecord(file: string): string | undefined {
    const text = this.read(file);
    return text === undefined ? undefined : toPlain(text);
  }

  /** The first line of a file, or undefined if there is none. */
  readFirstLine(file: string): string | undefined {
    const absolute = this.#locate(file);
    return ifThere(() => {
      const descriptor = openSync(absolute, "r");
      try {
        const bytes = Buffer.alloc(FIRST_BYTES);
        const length = readSync(descriptor, bytes, 0, FIRST_BYTES, 0);
        return bytes.toString("utf8", 0, length).split(/\r?\n/, 1)[0];
      } finally {
        closeSync(descriptor);
      }
    }, file);
  }

  /** Whether two paths lead to one file, because the case of letters does not count. */
  isSame(file: string, other: string): boolean {
    const [a, b] = [file, other].map((each) => statSync(this.#locate(each), { throwIfNoEntry: false }));
    return a !== undefined && b !== undefined && a.dev === b.dev && a.ino === b.ino;
  }

  /** Whether its owner has forbidden to write it. */
  isReadOnly(file: string): boolean {
    return (statSync(this.#locate(file)).mode & 0o222) === 0;
  }

  /** The names of the files in a folder, sorted by code units; none if there is no such folder. */
  list(folder: string): readonly string[] {
    const absolute = this.#locate(folder);
    return ifThere(() => readdirSync(absolute).sort(), folder) ?? [];
  }

  /** Every TypeScript file, sorted; links are passed over, and folders whose names begin with a dot. */
  listSources(folder = ""): readonly string[] {
    const absolute = this.#locate(folder);
    if (!existsSync(absolute)) return [];
    return readdirSync(absolute, { withFileTypes: true })
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .flatMap((entry) => {
        const place = folder === "" ? entry.name : `${folder}/${entry.name}`;
        if (entry.isDirectory())
          return entry.name.startsWith(".") || entry.name === "node_modules" ? [] : this.listSources(place);
        return entry.isFile() && /\.[mc]?tsx?$/.test(entry.name) ? [place] : [];
      });
  }

  /** Writes a file as a whole or not at all. */
  write(file: string, text: string): void {
    const absolute = this.#locate(file);
    mkdirSync(path.dirname(absolute), { recursive: true });
    const temporary = `${absolute}.data-api-tmp`;
    // Left behind by a run that was killed.
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

  /** Removes a file, and the folders that it leaves empty. */
  remove(file: string, successor?: string): void {
    if (successor !== undefined && this.isSame(file, successor)) {
      renameSync(this.#locate(file), this.#locate(successor));
      return;
    }
    rmSync(this.#locate(file), { force: true });
    for (let folder = path.posix.dirname(file); folder !== "."; folder = path.posix.dirname(folder)) {
      if (this.list(folder).length > 0 || !this.exists(folder)) return;
      rmdirSync(this.#locate(folder));
    }
  }

  /**
   * The absolute path. A link on the way could lead anywhere, so there may be none below the root.
   * @throws {CommandError} that names the link.
   */
  #locate(file: string): string {
    const absolute = path.resolve(this.root, file);
    const relative = path.relative(this.root, absolute);
    if (relative === ".." || relative.startsWith(`..${path.sep}`) || path.isAbsolute(relative)) {
      throw new CommandError(`"${file}" is not below the output folder.`);
    }
    let place = this.root;
    const parts = relative.split(path.sep);
    for (const [index, part] of parts.entries()) {
      place = path.join(place, part);
      if (this.#safeFolders.has(place)) continue;
      const kind = kindOf(place);
      if (kind === "nothing") break;
      if (kind === "link")
        throw new CommandError(
          `"${path.relative(this.root, place)}" in the output folder is a symbolic link. Generated files are not written through links: replace it by a folder or file.`,
        );
      if (kind === "folder") this.#safeFolders.add(place);
      if (kind === "file" && index < parts.length - 1)
        throw new CommandError(
          `"${path.relative(this.root, place)}" in the output folder is a file, where a folder is to be. Move it away.`,
        );
    }
    return absolute;
  }
}

/** A text with LF and without a byte order mark. */
export function toPlain(text: string): string {
  return text.replace(/^\uFEFF/, "").replaceAll("\r\n", "\n");
}

/** Whether there is a folder, or nothing that stands in its way. */
function canBeFolder(place: string): boolean {
  const stats = ifThere(() => statSync(place), place);
  if (stats !== undefined) return stats.isDirectory();
  const parent = path.dirname(place);
  return parent === place || canBeFolder(parent);
}

function kindOf(place: string): "link" | "folder" | "file" | "nothing" {
  const stats = lstatSync(place, { throwIfNoEntry: false });
  if (stats === undefined) return "nothing";
  return stats.isSymbolicLink() ? "link" : stats.isDirectory() ? "folder" : "file";
}

/** Undefined if there is no such file or folder. */
function ifThere<T>(read: () => T, file: string): T | undefined {
  try {
    return read();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    if (code === "EISDIR")
      throw new CommandError(
        `"${file}" in the output folder is a folder, where a file is to be. Move it away.`,
      );
    throw error;
  }
}
