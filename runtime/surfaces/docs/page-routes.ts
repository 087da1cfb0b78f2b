import { Router, type Request, type RequestHandler, type Response } from "express";
import { GUEST_ROLE } from "../../access/caller.js";
import { varyBy } from "../../http/headers/cache-headers.js";
import { answersMethod, methodsOf } from "../../http/endpoint.js";
import { addHeaders, sendHead, type HeaderList } from "../../http/headers/header-list.js";
import type { OpenapiSettings } from "../../model/settings/openapi-settings.js";
import { recordTag } from "../../records/record-tag.js";
import type { SurfaceContext } from "../surface.js";
import { answersCurrent } from "../../http/headers/answers-current.js";
import { loadPageAssets, unzipped, type PageAsset } from "./page-assets.js";
import { pageShell, type TokenSource } from "./page-shell.js";

/**
 * The content security policy of the page: it may run and show files of this server, and send requests to it. Inline
 * scripts do not run, and forms are only sent by the script. `data:` is for the icons in the viewer's stylesheet.
 */
const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join(";");

/** The files of one version never change. */
const IMMUTABLE = "public, max-age=31536000, immutable";
/** Clients may cache it, but must revalidate it before each use. */
const COMPARED = "no-cache";
const allowed = methodsOf([{ methods: ["get"] }]);

/**
 * The page that shows the document, and its assets. They are public and the same for all servers, except for the
 * title, which is left out if the document is not public.
 */
export async function pageRoutes(
  { roles, title }: Pick<OpenapiSettings, "roles" | "title">,
  context: Pick<SurfaceContext, "model" | "users">,
): Promise<RequestHandler> {
  const assets = await loadPageAssets();
  const isOpen = roles.includes(GUEST_ROLE);
  const urlOf = (name: string) => `docs/${name}?v=${assets.get(name)?.version ?? ""}`;
  const shell = pageShell({
    title: isOpen ? title : "API documentation",
    tokens: tokenSource(context),
    urlOf,
  });
  const tag = recordTag(shell);
  const bytes = Buffer.from(shell);

  const router = Router();
  router.all("/", (req, res) => {
    if (answersMethod(req.method, res, allowed)) return;
    if (hasLastSlash(req)) {
      // Its URLs are relative to the path without the slash.
      sendHead(res, 308, ["Location", "../docs", "Content-Length", 0]);
      res.end();
      return;
    }
    addHeaders(res, ["Content-Security-Policy", PAGE_POLICY, "Cache-Control", COMPARED]);
    if (answersCurrent(res, tag)) return;
    const type = ["Content-Type", "text/html; charset=utf-8"];
    sendBytes(res, bytes, [...type, "ETag", tag]);
  });
  router.all("/:asset", async (req, res, next) => {
    const asset = assets.get(req.params.asset);
    if (asset === undefined) next();
    else if (!answersMethod(req.method, res, allowed)) await sendAsset(req, res, asset);
  });
  return router;
}

function tokenSource({ model, users }: Pick<SurfaceContext, "model" | "users">): TokenSource {
  if (model.auth === undefined) return "none";
  return users === undefined ? "token" : "log-in";
}

function hasLastSlash({ originalUrl }: Request): boolean {
  return /^[^?]*\/(?:\?|$)/.test(originalUrl);
}

/**
 * During an update, a page of one version may load files of another version, which must not be cached under the
 * page's URLs.
 */
async function sendAsset(req: Request, res: Response, asset: PageAsset): Promise<void> {
  const { type, version, gzipped } = asset;
  const isVersioned = req.query["v"] === version;
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
