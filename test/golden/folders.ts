import fs from "node:fs";
import path from "node:path";
import type { Config } from "data-api";
import { afterEachFile } from "../after-file.js";
import { withAlike } from "./alike.js";

/** A configuration with its generated code, both committed. */
export interface GoldenFolder {
  readonly name: string;
  readonly config: string;
  readonly expected: string;
  /** The file with the statements that prepare its database, which need not exist. */
  readonly before: string;
}

export const goldenFolders: readonly GoldenFolder[] = fs
  .readdirSync(import.meta.dirname, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => ({
    name,
    config: path.join(import.meta.dirname, name, "config.ts"),
    expected: path.join(import.meta.dirname, name, "expected"),
    before: path.join(import.meta.dirname, name, "before.sql"),
  }));

export async function loadGoldenConfig({ config }: GoldenFolder): Promise<Config> {
  const module = (await import(config)) as { default: Config };
  return module.default;
}

/** Every file below a folder, by its path with `/`. Latin-1 keeps each byte for comparisons. */
export function readFolder(folder: string): ReadonlyMap<string, string> {
  if (!fs.existsSync(folder)) return new Map();
  const files = fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
  return new Map(
    files.map((file) => [
      path.relative(folder, file).replaceAll(path.sep, "/"),
      fs.readFileSync(file).toString("latin1"),
    ]),
  );
}

/** Every golden file of a folder, also those that others stand for. */
export function readGolden({ expected }: GoldenFolder): ReadonlyMap<string, string> {
  return withAlike(expected, readFolder(expected));
}

/** The place of all golden files of a folder: a temporary one if others stand for some. */
export function placeOfGolden(folder: GoldenFolder): string {
  const files = readGolden(folder);
  if (files.size === readFolder(folder.expected).size) return folder.expected;
  // Below the repository, so that imports of packages resolve.
  const parent = path.join(import.meta.dirname, "../.tmp");
  fs.mkdirSync(parent, { recursive: true });
  const place = fs.mkdtempSync(path.join(parent, "golden-"));
  afterEachFile(() => {
    fs.rmSync(place, { recursive: true, force: true });
  });
  writeFolder(
    place,
    new Map(Array.from(files, ([file, bytes]) => [file, Buffer.from(bytes, "latin1").toString()])),
  );
  return place;
}

/** The same for texts that are not in files yet. */
export function asBytes(files: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  return new Map(Array.from(files, ([file, text]) => [file, Buffer.from(text).toString("latin1")]));
}

export function writeFolder(folder: string, files: ReadonlyMap<string, string>): void {
  fs.rmSync(folder, { recursive: true, force: true });
  for (const [file, text] of files) {
    fs.mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    fs.writeFileSync(path.join(folder, file), text);
  }
}
