import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { extname } from "node:path";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { sha256 } from "../../access/sha256.js";

/** A file that a page loads. */
export interface PageAsset {
  readonly type: string;
  /** A hash of the content. */
  readonly version: string;
  readonly gzipped: Buffer;
}

/** The assets of a page by name. */
export type PageAssets = ReadonlyMap<string, PageAsset>;

const TYPES: Readonly<Record<string, string>> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
};

/** The build, as seen from a file of the package, and from this file in the repository. */
const BUILDS = ["../", "../../../dist/"];

/**
 * Loads the assets of a page. They stay compressed in memory, as nearly all browsers ask for them.
 * @param name The name of their folder in the build.
 * @param option The option that switches the page on.
 * @throws {Error} If the package is not complete: a bundler may have left them out.
 */
export async function loadPageAssets(name: string, option: string): Promise<PageAssets> {
  const folder = BUILDS.map((path) => new URL(`${path}${name}/`, import.meta.url)).find((url) =>
    existsSync(url),
  );
  if (folder === undefined)
    throw new Error(
      `The page of "${option}" is not there: the package data-api lacks its folder dist/${name}. A bundler must leave the package as it is.`,
    );
  const files = (await readdir(folder)).filter((file) => file.endsWith(".gz"));
  const loaded = files.map(async (file) => {
    const asset = file.slice(0, -".gz".length);
    const gzipped = await readFile(new URL(file, folder));
    const version = sha256(gzipped).slice(0, 16);
    return [asset, { type: TYPES[extname(asset)] ?? "application/octet-stream", version, gzipped }] as const;
  });
  return new Map(await Promise.all(loaded));
}

/** The content of an asset. */
export function unzipped({ gzipped }: PageAsset): Promise<Buffer> {
  return promisify(gunzip)(gzipped);
}
