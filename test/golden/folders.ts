import fs from "node:fs";
import path from "node:path";
import type { Config } from "data-api";

/** A configuration with the code that is generated from it, committed. */
export interface GoldenFolder {
  readonly name: string;
  readonly config: string;
  readonly expected: string;
  /** The statements that make what its database must have before anything is served from it, where there are any. */
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

/** Every file below a folder by its path with `/`, as bytes would be compared. */
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

/** The same of texts that are not in files yet. */
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
