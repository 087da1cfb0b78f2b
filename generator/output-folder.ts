import { lstatSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";

/** Where generated code goes. Every path is below it, with `/`, and is never followed out of it. */
export class OutputFolder {
  readonly root: string;

  constructor(root: string) {
    this.root = path.resolve(root);
  }

  /** The text of a file, or undefined if there is none. */
  read(file: string): string | undefined {
    const absolute = this.#locate(file);
    try {
      return readFileSync(absolute, "utf8");
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }

  /** The names of the files in a folder, sorted; none if there is no such folder. */
  list(folder: string): readonly string[] {
    try {
      return readdirSync(this.#locate(folder)).sort();
    } catch (error) {
      if (isMissing(error)) return [];
      throw error;
    }
  }

  /** Writes a file as a whole or not at all. */
  write(file: string, text: string): void {
    const absolute = this.#locate(file);
    mkdirSync(path.dirname(absolute), { recursive: true });
    const temporary = `${absolute}.${process.pid}.tmp`;
    try {
      writeFileSync(temporary, text, { flag: "wx" });
      renameSync(temporary, absolute);
    } catch (error) {
      rmSync(temporary, { force: true });
      throw error;
    }
  }

  remove(file: string): void {
    rmSync(this.#locate(file), { force: true });
  }

  /**
   * The absolute path. A link on the way could lead anywhere, so there may be none below the root.
   * @throws {Error} that names the link.
   */
  #locate(file: string): string {
    const absolute = path.resolve(this.root, file);
    const relative = path.relative(this.root, absolute);
    if (relative.startsWith("..") || path.isAbsolute(relative))
      throw new Error(`"${file}" is not below the output folder.`);
    let place = this.root;
    for (const part of relative.split(path.sep)) {
      place = path.join(place, part);
      if (isLink(place))
        throw new Error(
          `"${path.relative(this.root, place)}" is a symbolic link; generated files are not written through links.`,
        );
    }
    return absolute;
  }
}

function isLink(place: string): boolean {
  try {
    return lstatSync(place).isSymbolicLink();
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === "ENOENT" || code === "ENOTDIR";
}
