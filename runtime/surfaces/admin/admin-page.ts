import type { RequestHandler } from "express";
import type { AdminSettings } from "../../model/settings/admin-settings.js";
import { loadPageAssets } from "../pages/page-assets.js";
import { assetUrl, servePage } from "../pages/serve-page.js";
import { tokenSource, type TokenSource } from "../pages/token-source.js";
import type { SurfaceContext } from "../surface.js";

/**
 * The content security policy of the page: it may run and show files of this server, and send requests to it. The
 * records that it shows are text of anybody, so neither inline scripts nor text that becomes HTML or a script run.
 * `data:` and `blob:` are for pictures in records.
 */
const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
];

/** The page to look at the data. It is public: its script requests what the caller may see. */
export async function adminPage(
  { path }: Pick<AdminSettings, "path">,
  context: Pick<SurfaceContext, "model" | "users">,
): Promise<RequestHandler> {
  const assets = await loadPageAssets("admin-page", "admin");
  const segments = path.slice(1).split("/");
  const segment = segments.at(-1) ?? "";
  const script = [...assets.keys()].find((name) => /^page\.[\w-]+\.js$/.test(name)) ?? "";
  const html = shellOf({
    style: assetUrl(segment, "page.css", assets),
    script: assetUrl(segment, script, assets),
    tokens: tokenSource(context),
    root: segments.length === 1 ? "./" : "../".repeat(segments.length - 1),
  });
  return servePage({ segment, html, policy: PAGE_POLICY, assets });
}

interface Shell {
  readonly style: string;
  readonly script: string;
  readonly tokens: TokenSource;
  /** The URL of the application's root. */
  readonly root: string;
}

/**
 * The page's HTML. All URLs are relative to the page, so that it also works below a path of a proxy. They contain only
 * characters that HTML needs not escape.
 */
function shellOf({ style, script, tokens, root }: Shell): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>Admin</title>
    <link rel="icon" href="data:," />
    <link rel="stylesheet" href="${style}" />
    <script src="${script}" type="module"></script>
  </head>
  <body data-tokens="${tokens}" data-api="${root}">
    <noscript>This page needs JavaScript.</noscript>
    <div id="app"></div>
  </body>
</html>
`;
}
