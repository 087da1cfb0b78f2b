import { Router, type Request, type RequestHandler, type Response } from "express";
import { answersMethod, methodsOf } from "../../http/endpoint.js";
import { answersCurrent } from "../../http/headers/answers-current.js";
import { varyBy } from "../../http/headers/cache-headers.js";
import { addHeaders, sendHead, type HeaderList } from "../../http/headers/header-list.js";
import { recordTag } from "../../records/record-tag.js";
import { unzipped, type PageAsset, type PageAssets } from "./page-assets.js";

/** A page, and the files that it loads from below its path. */
interface ServedPage {
  /** The last segment of its path. */
  readonly segment: string;
  readonly html: string;
  /** Its content security policy. */
  readonly policy: readonly string[];
  readonly assets: PageAssets;
}

/** The files of one version never change. */
const IMMUTABLE = "public, max-age=31536000, immutable";
/** Clients may cache it, but must revalidate it before each use. */
const COMPARED = "no-cache";
/** A file that is named after its content. */
const HASHED_NAME = /\.[\w-]{8}\.js$/;
const allowed = methodsOf([{ methods: ["get"] }]);

/** The URL of an asset, relative to the page without a last slash. */
export function assetUrl(segment: string, name: string, assets: PageAssets): string {
  const version = HASHED_NAME.test(name) ? "" : `?v=${assets.get(name)?.version ?? ""}`;
  return `${segment}/${name}${version}`;
}

/** Serves a page and its assets. They are the same for all callers. */
export function servePage({ segment, html, policy, assets }: ServedPage): RequestHandler {
  const tag = recordTag(html);
  const bytes = Buffer.from(html);
  const security = ["Content-Security-Policy", policy.join(";")];

  const router = Router();
  router.all("/", (req, res) => {
    if (answersMethod(req.method, res, allowed)) return;
    if (hasLastSlash(req)) {
      // Its URLs are relative to the path without the slash.
      sendHead(res, 308, ["Location", `../${segment}`, "Content-Length", 0]);
      res.end();
      return;
    }
    addHeaders(res, [...security, "Cache-Control", COMPARED]);
    if (answersCurrent(res, tag)) return;
    const type = ["Content-Type", "text/html; charset=utf-8"];
    sendBytes(res, bytes, [...type, "ETag", tag]);
  });
  router.all("/:asset", async (req, res, next) => {
    const { asset: name } = req.params;
    const asset = assets.get(name);
    if (asset === undefined) next();
    else if (!answersMethod(req.method, res, allowed)) {
      const isVersioned = HASHED_NAME.test(name) || req.query["v"] === asset.version;
      await sendAsset(req, res, asset, isVersioned);
    }
  });
  return router;
}

function hasLastSlash({ originalUrl }: Request): boolean {
  return /^[^?]*\/(?:\?|$)/.test(originalUrl);
}

/**
 * During an update, a page of one version may load files of another version, which must not be cached under the
 * page's URLs.
 */
async function sendAsset(req: Request, res: Response, asset: PageAsset, isVersioned: boolean): Promise<void> {
  const { type, version, gzipped } = asset;
  addHeaders(res, ["Cache-Control", isVersioned ? IMMUTABLE : COMPARED]);
  varyBy(res, "Accept-Encoding");
  const isZipped = req.acceptsEncodings("gzip") !== false;
  // The compressed file is another representation (RFC 9110, 8.8.3.3).
  const tag = isZipped ? `"${version}-gzip"` : `"${version}"`;
  if (answersCurrent(res, tag)) return;
  const headers = ["Content-Type", type, "ETag", tag];
  if (isZipped) sendBytes(res, gzipped, [...headers, "Content-Encoding", "gzip"]);
  else sendBytes(res, await unzipped(asset), headers);
}

function sendBytes(res: Response, bytes: Buffer, headers: HeaderList): void {
  sendHead(res, 200, ["Content-Length", bytes.length, ...headers]);
  res.end(bytes);
}
