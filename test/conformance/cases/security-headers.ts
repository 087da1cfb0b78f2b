import { expectReports } from "../reports.js";
import express from "express";
import { describe, expect, it } from "vitest";
import { field, openEntity } from "../fields.js";
import type { Harness } from "../harness.js";
import type { Reply } from "../http-client.js";
import { paths } from "../paths.js";
import type { TestApi } from "../start-server.js";
import { openPort, serveHttp, type Started } from "../start.js";
import { secretKey } from "../tokens.js";

const expected = {
  "content-security-policy": "default-src 'none';frame-ancestors 'none'",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "strict-transport-security": "max-age=31536000",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
};
const entities = { note: openEntity({ title: field("string") }) };
const JSON_TYPE = { "Content-Type": "application/json" };

export function securityHeaderCases({ serve, createApi, createDatabase }: Harness): void {
  const server = serve({
    entities,
    auth: { secretKey },
    server: { rateLimit: { addresses: { limit: 100, window: 60_000 } } },
  });

  const answers: readonly (readonly [string, number, () => Promise<Reply>])[] = [
    ["data", 200, () => server.get(paths.findAll("note"))],
    ["HEAD", 200, () => server.request("HEAD", paths.findAll("note"))],
    ["a create", 201, () => server.post(paths.entity("note"), {})],
    ["a problem", 400, () => server.post(paths.entity("note"), "{", JSON_TYPE)],
    [
      "a wrong token",
      401,
      () =>
        server
          .get("/api/auth/token", {})
          .then(() => server.get(paths.findAll("note"), { Authorization: "Bearer x" })),
    ],
    ["an unknown path", 404, () => server.get("/nothing")],
    ["an unknown entity", 404, () => server.get(paths.findAll("nota"))],
    ["a path that cannot be decoded", 400, () => server.get("/api/data/%zz")],
    ["a wrong method", 405, () => server.put(paths.entity("note"))],
    ["OPTIONS", 204, () => server.request("OPTIONS", paths.entity("note"))],
    ["a wrong login", 400, () => server.post("/api/auth/token", {})],
    [
      "an expectation",
      417,
      () => server.send("GET / HTTP/1.1\r\nHost: x\r\nExpect: y\r\nConnection: close\r\n\r\n"),
    ],
    ["invalid HTTP", 400, () => server.send("GET / HTTP/1.1\r\nno header\r\n\r\n")],
    [
      "too many headers",
      431,
      () => server.send(`GET / HTTP/1.1\r\nHost: x\r\nX: ${"x".repeat(20_000)}\r\n\r\n`),
    ],
  ];

  it.each(answers)("security headers come with %s (%i)", async (_what, status, ask) => {
    const { status: found, headers } = await ask();
    expect(found).toBe(status);
    expect(headers).toMatchObject(expected);
    expect(headers).not.toHaveProperty("server");
    expect(headers).not.toHaveProperty("x-powered-by");
  });

  describe("in a custom application", () => {
    async function createServer(server = {}): Promise<TestApi> {
      const database = await createDatabase();
      return createApi(database, { entities, server });
    }
    const ask = ({ request }: Started, path: string, headers = {}) => request("GET", path, { headers });

    it("security headers are set for custom endpoints, which may change them", async () => {
      const api = await createServer();
      api.app.get("/plain", (_req, res) => void res.send("plain"));
      api.app.get("/page", (_req, res) => {
        res.setHeader("Content-Security-Policy", "default-src 'self'");
        res.removeHeader("X-Frame-Options");
        res.send("<p>page</p>");
      });
      api.app.get("/throws", () => {
        throw new Error("on purpose");
      });
      const server = await openPort(api);
      expect((await ask(server, "/plain")).headers).toMatchObject(expected);
      const { headers } = await ask(server, "/page");
      expect(headers["content-security-policy"]).toBe("default-src 'self'");
      expect(headers).not.toHaveProperty("x-frame-options");
      expect(headers["x-content-type-options"]).toBe("nosniff");
      const failed = await ask(server, "/throws");
      expect(failed.status).toBe(500);
      expect(failed.headers).toMatchObject(expected);
      expectReports(1);
    });

    it("security headers are set for answers of a mounted API, and not for other answers", async () => {
      const api = await createServer({ cors: { origins: ["https://a.example"] } });
      api.setupApiEndpoints();
      const outer = express().disable("x-powered-by");
      outer.use((_req, res, next) => {
        res.setHeader("X-Frame-Options", "SAMEORIGIN");
        res.setHeader("Vary", "Accept");
        next();
      });
      outer.use(api.app);
      outer.get("/page", (_req, res) => void res.send("<p>page</p>"));
      const server = await serveHttp(outer);
      const headers = { Origin: "https://a.example" };
      const own = await ask(server, paths.findAll("note"), headers);
      expect(own.headers).toMatchObject({ ...expected, "cross-origin-resource-policy": "cross-origin" });
      expect(own.headers).toMatchObject({
        "access-control-allow-origin": "https://a.example",
        vary: "Accept, Origin",
      });
      const page = await ask(server, "/page", headers);
      expect(page.text).toBe("<p>page</p>");
      expect(page.headers).toMatchObject({ "x-frame-options": "SAMEORIGIN", vary: "Accept" });
      for (const name of ["content-security-policy", "referrer-policy", "access-control-allow-origin"])
        expect(page.headers).not.toHaveProperty(name);
    });
  });
}
