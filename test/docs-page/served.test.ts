import { gunzipSync } from "node:zlib";
import { DataApi, type Config } from "data-api";
import express from "express";
import { afterAll, describe, expect, test } from "vitest";
import blog from "../../examples/blog/data-api.config.js";
import { createApi } from "../../examples/blog/src/api/index.js";
import { config, membersOnly, opened, type Served } from "./opened.js";

const ownBlog = { ...blog, database: config.database, openapi: { page: true } };

/** The URLs of the page's assets. */
async function assetsOf({ send }: Served): Promise<readonly string[]> {
  const { text } = await send("GET", "/api/docs");
  return Array.from(text.matchAll(/(?:src|href)="(docs\/[^"]+)"/g), ([, url = ""]) => `/api/${url}`);
}

describe.each([
  ["dynamic", () => new DataApi(ownBlog)],
  ["generated", () => createApi(ownBlog)],
])("in %s mode", (_mode, create) => {
  test("the docs page is HTML that may run and load only files of its server", async () => {
    const { send } = await opened(ownBlog, create());
    const { status, headers } = await send("GET", "/api/docs");
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      "content-type": "text/html; charset=utf-8",
      "content-security-policy":
        "default-src 'none';script-src 'self';style-src 'self';img-src data:;connect-src 'self';base-uri 'none';form-action 'none';frame-ancestors 'none'",
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
      "referrer-policy": "no-referrer",
      "cross-origin-resource-policy": "same-origin",
      "cache-control": "no-cache",
    });
  });
});

test("by default there is no docs page", async () => {
  const { database, entities } = config;
  for (const openapi of [undefined, {}, false] as const) {
    const { send } = await opened({ database, entities, ...(openapi !== undefined && { openapi }) });
    for (const path of ["/api/docs", "/api/docs/page.js"])
      expect((await send("GET", path)).json).toMatchObject({ code: "unknown-path" });
  }
});

test("the docs page is revalidated on each load, and HEAD has no body", async () => {
  const { send } = await opened(config);
  const { headers, bytes } = await send("GET", "/api/docs");
  const same = await send("GET", "/api/docs", { "If-None-Match": headers["etag"] ?? "" });
  expect([same.status, same.bytes.length]).toEqual([304, 0]);
  expect(same.headers["cache-control"]).toBe("no-cache");
  const head = await send("HEAD", "/api/docs");
  expect([head.status, head.bytes.length]).toEqual([200, 0]);
  expect(head.headers["content-length"]).toBe(String(bytes.length));
});

test("assets of the docs page of this version are cached without revalidation, others are revalidated", async () => {
  const served = await opened(config);
  const urls = await assetsOf(served);
  expect(urls.map((url) => url.replace(/\?v=[\w-]{16}$/, "?v="))).toEqual([
    "/api/docs/swagger-ui.css?v=",
    "/api/docs/page.css?v=",
    "/api/docs/swagger-ui-bundle.js?v=",
    "/api/docs/page.js?v=",
  ]);
  for (const url of urls) {
    const { status, headers, bytes } = await served.send("GET", url);
    expect(status).toBe(200);
    expect(headers["content-type"]).toBe(
      url.includes(".css") ? "text/css; charset=utf-8" : "text/javascript; charset=utf-8",
    );
    expect(headers).toMatchObject({
      "cache-control": "public, max-age=31536000, immutable",
      "content-security-policy": "default-src 'none';frame-ancestors 'none'",
      "x-content-type-options": "nosniff",
      vary: "Accept-Encoding",
    });
    expect(headers).not.toHaveProperty("content-encoding");
    const zipped = await served.send("GET", url, { "Accept-Encoding": "gzip, br" });
    expect(zipped.headers["content-encoding"]).toBe("gzip");
    expect(zipped.headers["etag"]).not.toBe(headers["etag"]);
    expect(gunzipSync(zipped.bytes).equals(bytes)).toBe(true);
    const same = await served.send("GET", url, { "If-None-Match": headers["etag"] ?? "" });
    expect([same.status, same.bytes.length]).toEqual([304, 0]);
    const other = await served.send("GET", url.replace(/v=.*/, "v=other"));
    expect(other.headers["cache-control"]).toBe("no-cache");
    const head = await served.send("HEAD", url);
    expect([head.status, head.bytes.length]).toEqual([200, 0]);
    expect(head.headers["content-length"]).toBe(String(bytes.length));
  }
});

test("other methods and other files of the docs page have the usual errors", async () => {
  const { send } = await opened(config);
  for (const path of ["/api/docs", "/api/docs/page.js"]) {
    expect((await send("OPTIONS", path)).headers["allow"]).toBe("GET, HEAD, OPTIONS");
    const { status, headers, json } = await send("POST", path, {}, {});
    expect([status, headers["allow"], json]).toMatchObject([405, "GET, HEAD, OPTIONS", { status: 405 }]);
  }
  for (const path of ["page.ts", "swagger-ui.LICENSE.txt", "..%2Fschema.json", "__proto__", "page.js/x"])
    expect((await send("GET", `/api/docs/${path}`)).json).toMatchObject({ code: "unknown-path" });
});

test("a trailing slash of the docs page is redirected, so that its relative URLs are right", async () => {
  const { send } = await opened(config);
  const { status, headers } = await send("GET", "/api/docs/?a=/");
  expect([status, headers["location"]]).toEqual([308, "../docs"]);
  expect((await send("GET", "/api/docs?a=/")).status).toBe(200);
});

test("the docs page works if another application mounts the server at a path", async () => {
  const api = new DataApi(config);
  api.setupApiEndpoints();
  const outer = express().use("/inner", api.app);
  const server = outer.listen(0, "127.0.0.1");
  afterAll(() => server.close());
  await new Promise((resolve) => server.once("listening", resolve));
  const base = `http://127.0.0.1:${(server.address() as { port: number }).port}/inner/api/docs`;
  const html = await (await fetch(base)).text();
  const [, script = ""] = /src="(docs\/page\.js[^"]*)"/.exec(html) ?? [];
  expect((await fetch(new URL(script, base))).status).toBe(200);
  expect((await fetch(`${base}/`)).url).toBe(base);
});

test("the docs page escapes texts of the configuration", async () => {
  const title = `</title><script>alert("1")</script><img src='x' onerror=alert(1)>&amp;`;
  const { send } = await opened({ ...config, openapi: { page: true, title } });
  const { text } = await send("GET", "/api/docs");
  expect(text).toContain(
    "<title>&lt;/title&gt;&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&lt;img src=&#39;x&#39; onerror=alert(1)&gt;&amp;amp;</title>",
  );
  expect(text.match(/<script/g)).toHaveLength(2);
  expect(text).not.toContain("<img");
});

test("the docs page reveals nothing of a document that is restricted to some roles", async () => {
  const secret = { ...membersOnly, openapi: { ...membersOnly.openapi, title: "Secret plans" } } as Config;
  const { send } = await opened(secret);
  const { status, text } = await send("GET", "/api/docs");
  expect(status).toBe(200);
  expect(text).not.toMatch(/secret|plans|note/i);
  expect(text).toContain("<title>API documentation</title>");
});

test("the docs page offers the configured ways to get a token", async () => {
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
    expect((await (await opened(each)).send("GET", "/api/docs")).text).toContain(`data-tokens="${tokens}"`);
});
