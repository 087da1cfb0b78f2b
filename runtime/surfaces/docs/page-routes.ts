import type { RequestHandler } from "express";
import { GUEST_ROLE } from "../../access/caller.js";
import type { OpenapiSettings } from "../../model/settings/openapi-settings.js";
import { loadPageAssets } from "../pages/page-assets.js";
import { assetUrl, servePage } from "../pages/serve-page.js";
import { tokenSource } from "../pages/token-source.js";
import type { SurfaceContext } from "../surface.js";
import { pageShell } from "./page-shell.js";

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
];

/**
 * The page that shows the document, and its assets. They are public and the same for all servers, except for the
 * title, which is left out if the document is not public.
 */
export async function pageRoutes(
  { roles, title }: Pick<OpenapiSettings, "roles" | "title">,
  context: Pick<SurfaceContext, "model" | "users">,
): Promise<RequestHandler> {
  const assets = await loadPageAssets("docs-page", "openapi.page");
  const isOpen = roles.includes(GUEST_ROLE);
  const html = pageShell({
    title: isOpen ? title : "API documentation",
    tokens: tokenSource(context),
    urlOf: (name) => assetUrl("docs", name, assets),
  });
  return servePage({ segment: "docs", html, policy: PAGE_POLICY, assets });
}
