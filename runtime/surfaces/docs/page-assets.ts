import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";

/** A file that the page loads. */
export interface PageAsset {
  readonly type: string;
  /** A hash of the content. */
  readonly version: string;
  readonly gzipped: Buffer;
}

const TYPES: Readonly<Record<string, string>> = {
  "swagger-ui-bundle.js": "text/javascript; charset=utf-8",
  "swagger-ui.css": "text/css; charset=utf-8",
  "page.js": "text/javascript; charset=utf-8",
  "page.css": "text/css; charset=utf-8",
};

/**
 * The folder of the assets in the build: as seen from a file of the package, and from this file in the repository.
 */
const FOLDERS = ["../docs-page/", "../../../dist/docs-page/"];

/**
 * Loads the assets of the page, by name. They stay compressed in memory, as nearly all browsers ask for them.
 * @throws {Error} If the package is not complete: a bundler may have left them out.
 */
export async function loadPageAssets(): Promise<ReadonlyMap<string, PageAsset>> {
  const folder = FOLDERS.map((path) => new URL(path, import.meta.url)).find((url) => existsSync(url));
  if (folder === undefined)
    throw new Error(
      'The page of "openapi.page" is not there: the package data-api lacks its folder dist/docs-page. A bundler must leave the package as it is.',
    );
  const loaded = Object.entries(TYPES).map(async ([name, type]) => {
    const gzipped = await readFile(new URL(`${name}.gz`, folder));
    const version = createHash("sha256").update(gzipped).digest("base64url").slice(0, 16);
    return [name, { type, version, gzipped }] as const;
  });
  return new Map(await Promise.all(loaded));
}

/** The content of an asset. */
export function unzipped({ gzipped }: PageAsset): Promise<Buffer> {
  return promisify(gunzip)(gzipped);
}
