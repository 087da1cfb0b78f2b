import { readFileSync, statSync } from "node:fs";
import path from "node:path";

/** The state of a file: empty if there is none. A file that is replaced has another inode. */
export type Stamp = string;

/** A relative path after `from`, `import` or `require`. One in a comment is watched too, which does no harm. */
const IMPORT = /\b(?:from|import|require)\s*\(?\s*["'](\.{1,2}(?:\/[^"'\n]*)?)["']/g;
const CODE = /\.[mc]?[jt]s$/;
/** An import of "./a.js" may mean "./a.ts", and one of "./a" a file with any of these endings. */
const EXTENSIONS = ["ts", "mts", "cts", "js", "mjs", "cjs"];

/**
 * These files and all project files that they import, each with its state. Packages are not followed. If an import
 * has no file, the files that it could mean are in the result as missing, so that their creation is noticed.
 */
export function projectFiles(entries: readonly string[]): ReadonlyMap<string, Stamp> {
  const files = new Map<string, Stamp>();
  const open = [...entries];
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (files.has(file)) continue;
    // Taken before the file is read: a change in between is noticed.
    const stamp = stampOf(file);
    files.set(file, stamp);
    if (stamp === "" || !CODE.test(file)) continue;
    for (const [, specifier = ""] of textOf(file).matchAll(IMPORT)) {
      const meant = meantBy(path.resolve(path.dirname(file), specifier));
      const found = meant.find((each) => stampOf(each) !== "");
      open.push(...(found === undefined ? meant : [found]));
    }
  }
  return files;
}

export function stampOf(file: string): Stamp {
  const stats = statSync(file, { throwIfNoEntry: false });
  return stats?.isFile() === true ? `${stats.ino} ${stats.mtimeMs} ${stats.size}` : "";
}

function meantBy(imported: string): readonly string[] {
  const withEnding = (base: string) => EXTENSIONS.map((extension) => `${base}.${extension}`);
  const written = imported.replace(/\.([mc]?)js$/, ".$1ts");
  return [
    ...(written === imported ? [] : [written]),
    imported,
    ...withEnding(imported),
    ...withEnding(path.join(imported, "index")),
  ];
}

function textOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    // It was deleted in between, or may not be read: running it says so.
    return "";
  }
}
