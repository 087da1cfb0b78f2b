import { readFileSync, statSync } from "node:fs";
import path from "node:path";
import { ts } from "ts-morph";

/** The endings that an import may leave out, or write differently than the file. */
const ENDINGS = ["", ".ts", ".mts", ".cts", ".js", ".mjs", ".cjs", ".json", "/index.ts", "/index.js"];

/** The maximum number of steps of one search, because constants and files may refer to each other in a circle. */
const MAX_STEPS = 500;

/** The parsed files of a project, each read once. Nothing in them is run. */
export class SourceFiles {
  readonly #files = new Map<string, ts.SourceFile | undefined>();
  #steps = 0;

  /** Starts a search. */
  restart(): void {
    this.#steps = 0;
  }

  /** Takes a step of the search. `false` if the limit is reached. */
  step(): boolean {
    return ++this.#steps <= MAX_STEPS;
  }

  /** The parsed file at an absolute path. `undefined` if it cannot be read. */
  at(file: string): ts.SourceFile | undefined {
    if (!this.#files.has(file)) this.#files.set(file, parseFile(file));
    return this.#files.get(file);
  }

  /** The target of a relative import. Packages are not followed. */
  imported(by: ts.SourceFile, specifier: string): ts.SourceFile | undefined {
    if (!/^\.{1,2}(\/|$)/.test(specifier)) return undefined;
    const target = path.resolve(path.dirname(by.fileName), specifier);
    // TypeScript imports a file by the name of its compiled form.
    const typed = target.replace(/\.([mc]?)js$/, ".$1ts");
    const found = [typed, ...ENDINGS.map((ending) => target + ending)].find(isFile);
    return found === undefined ? undefined : this.at(found);
  }
}

function isFile(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false })?.isFile() === true;
}

/** The tree of a TypeScript, JavaScript or JSON file. */
function parseFile(file: string): ts.SourceFile | undefined {
  try {
    // A byte order mark does not count as a column.
    const text = readFileSync(file, "utf8").replace(/^\uFEFF/, "");
    return ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  } catch {
    return undefined;
  }
}
