import { gunzipSync } from "node:zlib";
import { DataApi, type Config } from "data-api";
import express from "express";
import { afterAll, describe, expect, test } from "vitest";
import blog from "../../examples/blog/data-api.config.js";
import { createApi } from "../../examples/blog/src/api/index.js";
import { config, membersOnly, opened, type Served } from "../docs-page/opened.js";

const withPage = { ...config, openapi: false, admin: true } as const satisfies Config;
const ownBlog = { ...blog, database: config.database, openapi: false, admin: true } as const;

const POLICY =
  "default-src 'none';script-src 'self';style-src 'self';img-src 'self' data: blob:;connect-src 'self';base-uri 'none';form-action 'none';frame-ancestors 'none';require-trusted-types-for 'script';trusted-types 'none'";

/** The paths of the page's assets, and its root, as a browser resolves them. */
async function linksOf({ send }: Served, page: string) {
  const { text } = await send("GET", page);
  const resolved = (url: string) => {
    const { pathname, search } = new URL(url, `http://localhost${page}`);
    return pathname + search;
  };
  const assets = Array.from(text.matchAll(/(?:src|href)="(?!data:)([^"]+)"/g), ([, url = ""]) =>
    resolved(url),
  );
  const [, root = ""] = /data-api="([^"]+)"/.exec(text) ?? [];
  return { assets, root: resolved(root) };
}

describe.each([
  ["dynamic", () => new DataApi(ownBlog)],
  ["generated", () => createApi(ownBlog)],
])("in %s mode", (_mode, create) => {
  test("the admin page is HTML that may run and load only files of its server", async () => {
    const { send } = await opened(ownBlog, create());
    const { status, headers, text } = await send("GET", "/admin");
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": POLICY,
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
      "referrer-policy": "no-referrer",
      "cache-control": "no-cache",
    });
    expect(text).toContain('<body data-tokens="none" data-api="./">');
    expect((await send("GET", "/api/schema")).json).toMatchObject({ hasBatch: false });
  });
});

test("by default there is neither the admin page nor /api/schema", async () => {
  const { database, entities } = config;
  for (const admin of [undefined, false] as const) {
    const { send } = await opened({ database, entities, ...(admin !== undefined && { admin }) });
    for (const path of ["/admin", "/admin/page.css", "/api/schema"])
      expect((await send("GET", path)).json).toMatchObject({ code: "unknown-path" });
  }
});

test("the admin page is revalidated on each load, and HEAD has no body", async () => {
  const { send } = await opened(withPage);
  const { headers, bytes } = await send("GET", "/admin");
  const same = await send("GET", "/admin", { "If-None-Match": headers["etag"] ?? "" });
  expect([same.status, same.bytes.length, same.headers["content-security-policy"]]).toEqual([304, 0, POLICY]);
  const head = await send("HEAD", "/admin");
  expect([head.status, head.bytes.length]).toEqual([200, 0]);
  expect(head.headers["content-length"]).toBe(String(bytes.length));
});

test("assets of the admin page are compressed, and cached without revalidation", async () => {
  const served = await opened(withPage);
  const { assets } = await linksOf(served, "/admin");
  expect(assets.map((url) => url.replace(/[\w-]{16}$/, "*").replace(/[\w-]{8}(?=\.js$)/, "*"))).toEqual([
    "/admin/page.css?v=*",
    "/admin/page.*.js",
  ]);
  for (const url of assets) {
    const { status, headers, bytes } = await served.send("GET", url);
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      "content-type": url.includes(".css") ? "text/css; charset=utf-8" : "text/javascript; charset=utf-8",
      "cache-control": "public, max-age=31536000, immutable",
      vary: "Accept-Encoding",
    });
    const zipped = await served.send("GET", url, { "Accept-Encoding": "gzip" });
    expect(zipped.headers["content-encoding"]).toBe("gzip");
    expect(gunzipSync(zipped.bytes).equals(bytes)).toBe(true);
  }
  const unversioned = await served.send("GET", "/admin/page.css");
  expect(unversioned.headers["cache-control"]).toBe("no-cache");
});

test("other methods and other files of the admin page have the usual errors", async () => {
  const { send } = await opened(withPage);
  for (const path of ["/admin", "/admin/page.css", "/api/schema"]) {
    expect((await send("OPTIONS", path)).headers["allow"]).toBe("GET, HEAD, OPTIONS");
    const { status, headers, json } = await send("POST", path, {}, {});
    expect([status, headers["allow"], json]).toMatchObject([405, "GET, HEAD, OPTIONS", { status: 405 }]);
  }
  for (const path of ["page.tsx", "preact.LICENSE.txt", "..%2Fschema.json", "__proto__", "page.css/x"])
    expect((await send("GET", `/admin/${path}`)).json).toMatchObject({ code: "unknown-path" });
});

describe.each([
  ["/admin", "/"],
  ["/internal/admin", "/"],
  ["/a.b/c-d/~e_f", "/"],
])("a page at %s", (path) => {
  const own = { ...withPage, admin: { path } };

  test("an admin page at another path has its assets below it, and the root of the application", async () => {
    const served = await opened(own);
    const { assets, root } = await linksOf(served, path);
    expect(root).toBe("/");
    for (const url of assets) {
      expect(url.startsWith(`${path}/`)).toBe(true);
      expect((await served.send("GET", url)).status).toBe(200);
    }
    const { status, headers } = await served.send("GET", `${path}/?a=/`);
    expect([status, new URL(headers["location"] ?? "", `http://localhost${path}/`).pathname]).toEqual([
      308,
      path,
    ]);
  });

  test("an admin page works if another application mounts the server at a path", async () => {
    const api = new DataApi(own);
    api.setupApiEndpoints();
    const server = express().use("/inner", api.app).listen(0, "127.0.0.1");
    afterAll(() => server.close());
    await new Promise((resolve) => server.once("listening", resolve));
    const page = `http://127.0.0.1:${(server.address() as { port: number }).port}/inner${path}`;
    const html = await (await fetch(page)).text();
    const [, script = ""] = /src="([^"]*)"/.exec(html) ?? [];
    expect((await fetch(new URL(script, page))).status).toBe(200);
    const [, root = ""] = /data-api="([^"]*)"/.exec(html) ?? [];
    expect((await fetch(new URL("api/schema", new URL(root, page)))).status).toBe(200);
    expect((await fetch(`${page}/`)).url).toBe(page);
  });
});

test("routes of the application come before the admin page if added first, and later ones are reachable", async () => {
  const api = new DataApi(withPage);
  api.app.get("/admin/own", (_req, res) => {
    res.send("first");
  });
  api.setupApiEndpoints();
  api.app.get(["/admin", "/admin/later"], (_req, res) => {
    res.send("last");
  });
  const { send } = await opened(withPage, api);
  expect((await send("GET", "/admin/own")).text).toBe("first");
  expect((await send("GET", "/admin/later")).text).toBe("last");
  expect((await send("GET", "/admin")).text).toContain('<div id="app">');
});

test("the admin page offers the configured ways to get a token", async () => {
  const jwt = {
    issuer: "https://id.example.com/",
    audience: "notes",
    jwksUri: "https://id.example.com/keys",
  };
  for (const [each, tokens] of [
    [config, "none"],
    [membersOnly, "log-in"],
    [{ ...config, auth: { jwt } }, "token"],
  ] as const)
    expect((await (await opened({ ...each, admin: true })).send("GET", "/admin")).text).toContain(
      `data-tokens="${tokens}"`,
    );
});
