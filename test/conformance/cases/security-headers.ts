import type { AddressInfo } from "node:net";
import { expectReports } from "../reports.js";
import http from "node:http";
import express from "express";
import { afterEach, describe, expect, it } from "vitest";
import { field, openEntity } from "../fields.js";
import type { Harness } from "../harness.js";
import { sendRequest, type Reply } from "../http-client.js";
import { paths } from "../paths.js";
import type { TestApi } from "../start-server.js";
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
    ["data", 200, () => server.request("GET", paths.findAll("note"))],
    ["HEAD", 200, () => server.request("HEAD", paths.findAll("note"))],
    ["a create", 201, () => server.request("POST", paths.entity("note"), { body: {} })],
    ["a problem", 400, () => server.request("POST", paths.entity("note"), { body: "{", headers: JSON_TYPE })],
    [
      "a wrong token",
      401,
      () =>
        server
          .request("GET", "/api/auth/token", { headers: {} })
          .then(() =>
            server.request("GET", paths.findAll("note"), { headers: { Authorization: "Bearer x" } }),
          ),
    ],
    ["an unknown path", 404, () => server.request("GET", "/nothing")],
    ["an unknown entity", 404, () => server.request("GET", paths.findAll("nota"))],
    ["a path that cannot be decoded", 400, () => server.request("GET", "/api/data/%zz")],
    ["a wrong method", 405, () => server.request("PUT", paths.entity("note"))],
    ["OPTIONS", 204, () => server.request("OPTIONS", paths.entity("note"))],
    ["a wrong login", 400, () => server.request("POST", "/api/auth/token", { body: {} })],
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
    const cleanups: (() => Promise<unknown>)[] = [];
    afterEach(async () => {
      for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
    });

    async function createServer(server = {}): Promise<TestApi> {
      const database = await createDatabase();
      cleanups.push(database.dispose);
      const api = await createApi(database, { entities, server });
      cleanups.push(() => api.stopAsync());
      return api;
    }
    const ask = (server: http.Server, path: string, headers = {}) =>
      sendRequest((server.address() as AddressInfo).port, new http.Agent(), "GET", path, { headers });

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
      const server = await api.startAsync(0);
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
      const server = http.createServer(outer);
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      cleanups.push(() => new Promise((resolve) => server.close(resolve)));
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
