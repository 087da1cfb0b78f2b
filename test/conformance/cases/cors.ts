import { describe, expect, it } from "vitest";
import { expectProblem } from "../expectations.js";
import { field, openEntity } from "../fields.js";
import type { Harness } from "../harness.js";
import type { Reply } from "../http-client.js";
import { paths } from "../paths.js";
import { secretKey } from "../tokens.js";

const entities = { note: openEntity({ title: field("string") }) };
const site = "https://a.example";
const path = paths.findAll("note");
const preflight = { "Access-Control-Request-Method": "PATCH", "Access-Control-Request-Headers": "if-match" };
const METHODS = "GET,HEAD,POST,PUT,PATCH,DELETE";
const ALLOWED =
  "Authorization,Content-Type,Prefer,If-Match,If-None-Match,Idempotency-Key,Last-Event-ID,X-Request-Id,Traceparent,Tracestate";
const EXPOSED = "Location,ETag,Link,Preference-Applied,Retry-After,X-Request-Id,WWW-Authenticate,Allow";

export function corsCases({ serve }: Harness): void {
  const off = serve({ entities });
  const some = serve({
    entities,
    auth: { secretKey },
    server: {
      cors: { origins: [site, "http://localhost:3000"], credentials: true, maxAge: 5 },
    },
  });
  const limited = serve({
    entities,
    server: {
      cors: { origins: [site], credentials: true },
      rateLimit: { addresses: { limit: 3, window: 3_600_000 } },
    },
  });
  const all = serve({ entities, server: { cors: { origins: "*" } } });

  it("CORS headers are sent to no site if CORS is not configured", async () => {
    const get = await off.get(path, { Origin: site });
    expect([get.status, corsOf(get), get.headers["vary"]]).toEqual([200, {}, undefined]);
    const options = await off.request("OPTIONS", path, { headers: { Origin: site, ...preflight } });
    expect([options.status, corsOf(options), options.headers["allow"]]).toEqual([
      204,
      {},
      "GET, HEAD, OPTIONS",
    ]);
  });

  describe("for some sites", () => {
    it.each([site, "http://localhost:3000"])(
      "CORS lets the configured site %s read answers",
      async (Origin) => {
        const reply = await some.get(path, { Origin });
        expect(reply.status).toBe(200);
        expect(corsOf(reply)).toEqual({ origin: Origin, credentials: "true", "expose-headers": EXPOSED });
        expect(reply.headers["vary"]).toBe("Origin, Authorization");
        expect(reply.headers["cross-origin-resource-policy"]).toBe("cross-origin");
      },
    );

    it.each(["/nothing", "/api/data/%zz", paths.findById("note", "x"), paths.findOwn("note")])(
      "CORS lets a configured site read the problem at %s",
      async (path) => {
        const reply = await some.get(path, { Origin: site });
        expect(reply.status).toBeGreaterThanOrEqual(400);
        expect(corsOf(reply)).toMatchObject({ origin: site });
      },
    );

    it.each([
      "https://a.example.evil.example",
      "https://evil-a.example",
      "http://a.example",
      "https://a.example:8443",
      "https://A.example",
      "https://a.example/",
      `${site}, https://evil.example`,
      "null",
      "*",
    ])("no CORS headers are sent to the other site %s, and the answer is as usual", async (Origin) => {
      const reply = await some.get(path, { Origin });
      expect([reply.status, corsOf(reply), reply.headers["vary"]]).toEqual([
        200,
        {},
        "Origin, Authorization",
      ]);
      const options = await some.request("OPTIONS", path, { headers: { Origin, ...preflight } });
      expect([options.status, corsOf(options), options.headers["allow"]]).toEqual([
        204,
        {},
        "GET, HEAD, OPTIONS",
      ]);
    });

    it("CORS for some sites tells caches that the answer depends on the site, even without an Origin", async () => {
      const reply = await some.get(path);
      expect([corsOf(reply), reply.headers["vary"]]).toEqual([{}, "Origin, Authorization"]);
    });

    it("CORS preflights of a configured site are answered with the allowed methods and headers", async () => {
      for (const path of [paths.record("note", 1), "/nothing"]) {
        const reply = await some.request("OPTIONS", path, { headers: { Origin: site, ...preflight } });
        expect([reply.status, reply.text, reply.headers["vary"]]).toEqual([204, "", "Origin"]);
        expect(corsOf(reply)).toEqual({
          origin: site,
          credentials: "true",
          methods: METHODS,
          headers: ALLOWED,
          "max-age": "5",
          "expose-headers": EXPOSED,
        });
      }
    });

    it("OPTIONS requests that are no CORS preflights are answered as usual", async () => {
      const reply = await some.request("OPTIONS", paths.entity("note"), { headers: { Origin: site } });
      expect([reply.status, reply.headers["allow"]]).toEqual([
        204,
        "GET, HEAD, POST, PATCH, DELETE, OPTIONS",
      ]);
      expect(corsOf(reply)).toMatchObject({ origin: site });
      const noSite = await some.request("OPTIONS", paths.entity("note"), { headers: preflight });
      expect([noSite.headers["allow"], corsOf(noSite)]).toEqual([
        "GET, HEAD, POST, PATCH, DELETE, OPTIONS",
        {},
      ]);
    });

    it("CORS lets a configured site read that it is rate-limited", async () => {
      let reply: Reply;
      do reply = await limited.get(path, { Origin: site });
      while (reply.status === 200);
      expectProblem(reply, "too-many-requests");
      expect(corsOf(reply)).toEqual({ origin: site, credentials: "true", "expose-headers": EXPOSED });
      const asked = await limited.request("OPTIONS", path, { headers: { Origin: site, ...preflight } });
      expect(asked.status).toBe(204);
    });
  });

  it("CORS for all sites lets every site read, without credentials", async () => {
    const reply = await all.get(path, { Origin: "null" });
    expect([reply.status, reply.headers["vary"]]).toEqual([200, undefined]);
    expect(corsOf(reply)).toEqual({ origin: "*", "expose-headers": EXPOSED });
    const options = await all.request("OPTIONS", path, { headers: { Origin: site, ...preflight } });
    expect(corsOf(options)).toEqual({
      origin: "*",
      methods: METHODS,
      headers: ALLOWED,
      "max-age": "600",
      "expose-headers": EXPOSED,
    });
  });
}

/** The headers of CORS, without their common prefix. */
function corsOf({ headers }: Reply): Readonly<Record<string, string>> {
  const short = (name: string) => name.replace(/^access-control-(?:allow-)?/, "");
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      name.startsWith("access-control-") ? [[short(name), value]] : [],
    ),
  );
}
