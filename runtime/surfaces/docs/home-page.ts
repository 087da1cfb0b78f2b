import type { Response } from "express";
import { roleOf } from "../../access/authorize.js";
import { GUEST_ROLE } from "../../access/caller.js";
import { API_PREFIX } from "../../http/endpoint.js";
import { sendHead } from "../../http/headers/header-list.js";
import type { Model } from "../../model/model.js";
import type { Address } from "../addresses.js";
import { escapeHtml } from "./escape-html.js";

const POLICY = "default-src 'none';base-uri 'none';form-action 'none';frame-ancestors 'none'";

/** Answers with links to what the server has, as a guest may see it. */
export function sendHomePage(res: Response, model: Described, places: readonly Address[]): void {
  const bytes = Buffer.from(html(model, places));
  sendHead(res, 200, [
    ...["Content-Type", "text/html; charset=utf-8", "Content-Length", bytes.length],
    ...["Content-Security-Policy", POLICY, "Cache-Control", "no-store"],
  ]);
  res.end(bytes);
}

type Described = Pick<Model, "endpoints" | "entities" | "openapi">;

function html({ endpoints, entities, openapi }: Described, places: readonly Address[]): string {
  const title = openapi === false ? "data-api" : openapi.title;
  const readable = entities.filter(({ policy }) => policy.read.some((entry) => roleOf(entry) === GUEST_ROLE));
  const records = endpoints.includes("query")
    ? readable.map(({ name }) => ({ title: name, path: `${API_PREFIX}/${name}` }))
    : [];
  const others = [...places.filter(({ path }) => path !== API_PREFIX), { title: "Health", path: "/readyz" }];
  // Relative, so that they also work below a path of a proxy.
  const list = (links: readonly Address[]) =>
    links
      .map((link) => `      <li><a href="${link.path.slice(1)}">${escapeHtml(link.title)}</a></li>\n`)
      .join("");
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>${escapeHtml(title)}</title>
  </head>
  <body>
    <h1>${escapeHtml(title)}</h1>
    <ul>
${list(others)}    </ul>
    <h2>Records</h2>
    <p>${records.length === 0 ? "Guests may read none: log in and send the token." : "Those that guests may read:"}</p>
    <ul>
${list(records)}    </ul>
    <p>Only this machine sees this page, and not in production. A route of your own at "/" replaces it.</p>
  </body>
</html>
`;
}
