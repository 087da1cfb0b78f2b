import { createHash } from "node:crypto";
import type { Request, Response } from "express";
import { GUEST_ROLE } from "../../access/caller.js";
import { varyBy } from "../../http/headers/cache-headers.js";
import { addHeaders, sendHead } from "../../http/headers/header-list.js";
import { API_PREFIX } from "../../http/endpoint.js";
import type { Model, Permission } from "../../model/model.js";
import { permitsNothing } from "../../model/permits-nothing.js";
import type { Address } from "../surface.js";

const STYLE = `body{font:1rem/1.6 system-ui,sans-serif;max-width:40rem;margin:3rem auto;padding:0 1rem}`;

/** The page loads nothing but its empty icon, runs no script, and no other page can embed it. */
const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'`,
  "img-src data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join(";");

const health: readonly Address[] = [
  { title: "Whether the process runs", path: "/livez" },
  { title: "Whether it can take requests", path: "/readyz" },
];

/**
 * The page of links at `/` that people get while they develop. It runs after all routes, so that a route of the
 * application comes first. It is the same for all callers: it names only entities that everyone may read.
 * @returns A function that answers the request if it is for the page, and says whether it has.
 */
export function homePage(
  model: Model,
  addresses: readonly Address[],
): (req: Request, res: Response) => boolean {
  const bytes = Buffer.from(htmlOf(model, addresses));
  return (req, res) => {
    const { method, path } = req;
    if (path !== "/" || (method !== "GET" && method !== "HEAD")) return false;
    varyBy(res, "Accept");
    // Browsers prefer HTML. Clients that accept anything get the problem document.
    if (req.accepts(["json", "html"]) !== "html") return false;
    addHeaders(res, ["Content-Security-Policy", POLICY, "Cache-Control", "no-store"]);
    sendHead(res, 200, ["Content-Type", "text/html; charset=utf-8", "Content-Length", bytes.length]);
    res.end(bytes);
    return true;
  };
}

const CLOSED = `    <h2>Records</h2>
    <p>No role may read or write records yet: name roles in <code>permissions</code> of the entities.</p>
`;

function htmlOf(model: Model, addresses: readonly Address[]): string {
  const { entities, endpoints } = model;
  const open = entities.filter(({ policy }) => policy.read.some(isForGuests));
  const records = open.map(({ name }) => {
    const path = endpoints.includes("query") ? `/${name}` : `/${name}/public/findall/id/0/10`;
    return { title: name, path: `${API_PREFIX}${path}` };
  });
  const pages = addresses.filter(({ path }) => path !== API_PREFIX);
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>data-api</title>
    <link rel="icon" href="data:," />
    <style>${STYLE}</style>
  </head>
  <body>
    <h1>The server runs</h1>
${section("Pages", pages)}${section("Records that everyone may read", records)}${permitsNothing(model) ? CLOSED : ""}${section("Health", health)}    <p>
      People see this page while you develop: if <code>NODE_ENV</code> is not <code>production</code> and the server
      listens on this machine only. A route of your own at <code>/</code> comes first.
    </p>
  </body>
</html>
`;
}

function isForGuests(permission: Permission): boolean {
  return (typeof permission === "string" ? permission : permission.role) === GUEST_ROLE;
}

/** Titles and paths are names of the configuration, which are plain ASCII identifiers, and constants. */
function section(title: string, links: readonly Address[]): string {
  if (links.length === 0) return "";
  // Relative, so that they also work below a path of a proxy.
  const items = links.map(({ title: text, path }) => `      <li><a href=".${path}">${text}</a></li>\n`);
  return `    <h2>${title}</h2>\n    <ul>\n${items.join("")}    </ul>\n`;
}
