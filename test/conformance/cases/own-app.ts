import { defineOperation } from "data-api";
import { z } from "data-api/schema";
import express from "express";
import { describe, expect, it } from "vitest";
import { expectJson, expectProblem, pageOf } from "../expectations.js";
import { field, openEntity } from "../fields.js";
import type { Harness } from "../harness.js";
import { paths } from "../paths.js";
import { expectReports } from "../reports.js";
import type { TestApi, TestConfig } from "../start-server.js";
import { openPort, serveHttp, type Started } from "../start.js";
import { callWithoutConnection } from "../without-connection.js";

export function ownAppCases({ createApi, createDatabase }: Harness): void {
  const JSON_TYPE = { "Content-Type": "application/json" };

  async function createServer(
    server?: TestConfig["server"],
    more: Partial<TestConfig> = {},
  ): Promise<TestApi> {
    const database = await createDatabase();
    return createApi(database, {
      entities: { note: openEntity({ title: field("string"), big: field("bigint"), data: field("json") }) },
      ...(server !== undefined && { server }),
      ...more,
    });
  }

  async function start(api: TestApi): Promise<Started["request"]> {
    return (await openPort(api)).request;
  }

  describe("with custom endpoints", () => {
    it("custom endpoints may be added before and after the endpoints of the API", async () => {
      const api = await createServer();
      api.app.get("/before", (_req, res) => void res.send("before"));
      api.setupApiEndpoints();
      api.app.get("/after", (_req, res) => void res.send("after"));
      api.app.get("/api/data/note/extra/path/of/mine", (_req, res) => void res.send("mine"));
      const send = await start(api);
      api.app.get("/while-running", (_req, res) => void res.send("late"));
      expect((await send("GET", "/before")).text).toBe("before");
      expect((await send("GET", "/after")).text).toBe("after");
      expect((await send("GET", "/api/data/note/extra/path/of/mine")).text).toBe("mine");
      expect((await send("GET", "/while-running")).text).toBe("late");
      expectJson(await send("GET", paths.findAll("note")), 200, { count: 0, items: [] });
      expectProblem(await send("GET", "/nothing"), "unknown-path");
    });

    it("custom endpoints have precedence if they are added before the endpoints of the API", async () => {
      const api = await createServer();
      api.app.get("/api/data/note/public/findbyid/:id", (req, res) => void res.send(`mine ${req.params.id}`));
      api.setupApiEndpoints();
      const send = await start(api);
      expect((await send("GET", paths.findById("note", 5))).text).toBe("mine 5");
    });

    it("the API has no endpoints without setupApiEndpoints, and none twice after two calls", async () => {
      const without = await start(await createServer());
      expectProblem(await without("GET", paths.findAll("note")), "unknown-path");
      const api = await createServer();
      api.setupApiEndpoints();
      api.setupApiEndpoints();
      const send = await start(api);
      api.setupApiEndpoints();
      expectJson(await send("POST", "/api/data/note", { body: {} }), 201, 1);
      expectJson(await send("GET", "/api/data/note/public/findall/id/0/0"), 200, { count: 1, items: [] });
    });

    it("errors of custom endpoints are reported as internal errors, without details", async () => {
      const api = await createServer();
      api.app.get("/throws", () => {
        throw new Error("a secret reason");
      });
      api.app.get("/rejects", () => Promise.reject(new TypeError("a secret reason")));
      api.app.get("/half", (_req, res) => {
        res.write("half");
        throw new Error("too late");
      });
      const send = await start(api);
      for (const path of ["/throws", "/rejects"]) {
        const reply = await send("GET", path);
        expectProblem(reply, "internal-error");
        expect(reply.text).not.toContain("reason");
      }
      await expect(send("GET", "/half")).rejects.toThrow();
      expect((await send("GET", "/nothing")).status).toBe(404);
      expectReports(3);
    });

    it("an error handler of the application answers errors of custom endpoints, and those of the API do not reach it", async () => {
      const api = await createServer();
      api.setupApiEndpoints();
      api.app.get("/file", (_req, res) => {
        res.sendFile("/no/such/file.html");
      });
      api.app.use(((error: { status?: number }, _req, res, _next) => {
        res.status(error.status ?? 500).send("mine");
      }) satisfies express.ErrorRequestHandler);
      const send = await start(api);
      expect(await send("GET", "/file")).toMatchObject({ status: 404, text: "mine" });
      expectProblem(await send("GET", "/api/data/note?take=x"), "invalid-page");
      expectProblem(await send("GET", "/api/data/note/1"), "unknown-record");
      expectProblem(await send("GET", "/nothing"), "unknown-path");
    });
  });

  describe("with a custom express.json()", () => {
    async function startWithJson(): Promise<Started["request"]> {
      const api = await createServer();
      api.app.use(express.json({ limit: 200 }));
      api.setupApiEndpoints();
      return start(api);
    }

    it("the API uses a body that a custom express.json() has parsed", async () => {
      const send = await startWithJson();
      const reply = await send("POST", "/api/data/note", {
        headers: { Prefer: "return=representation" },
        body: { title: "t", big: "9223372036854775807", data: { a: [1] } },
      });
      expect(reply.status).toBe(201);
      expect(reply.json).toMatchObject({ title: "t", big: "9223372036854775807", data: { a: [1] } });
      expectJson(await send("PATCH", "/api/data/note/1", { body: { title: "n" } }), 200, { count: 1 });
      expectProblem(await send("POST", "/api/data/note", { body: { title: 5 } }), "invalid-fields");
      expectProblem(await send("POST", "/api/data/note", { body: ["a"] }), "invalid-body");
    });

    it("errors of a custom express.json() are reported as documented problems", async () => {
      const send = await startWithJson();
      expectProblem(
        await send("POST", "/api/data/note", { headers: JSON_TYPE, body: "{" }),
        "malformed-json",
      );
      expectProblem(
        await send("POST", "/api/data/note", { body: { title: "x".repeat(300) } }),
        "body-too-large",
        {
          detail: "The body is larger than 200 bytes.",
        },
      );
      expectProblem(
        await send("POST", "/api/data/note", {
          headers: { ...JSON_TYPE, "Content-Encoding": "x" },
          body: "{}",
        }),
        "unsupported-media-type",
      );
      expectProblem(
        await send("POST", "/api/data/note", {
          headers: { ...JSON_TYPE, "Content-Encoding": "gzip" },
          body: "{}",
        }),
        "malformed-json",
      );
      expectProblem(
        await send("POST", "/api/data/note", { headers: { "Content-Type": "text/plain" }, body: "{}" }),
        "unsupported-media-type",
      );
      expect(pageOf(await send("GET", paths.findAll("note"))).count).toBe(0);
    });

    it("a number that a custom express.json() has rounded is rejected", async () => {
      const send = await startWithJson();
      const body = '{"big":9007199254740993}';
      expectProblem(await send("POST", "/api/data/note", { headers: JSON_TYPE, body }), "invalid-fields", {
        errors: [
          {
            path: "big",
            code: "not-exact",
            message: '"big" is beyond what a JavaScript number can hold exactly: send it as text.',
          },
        ],
      });
    });
  });

  it("the API reads a body for which a parser of Express 4 has set an empty object", async () => {
    const run = defineOperation({
      input: z.object({ by: z.int().default(1) }),
      output: z.int(),
      permissions: ["guest"],
      handler: ({ input }) => input.by,
    });
    const api = await createServer(undefined, { operations: { run } });
    // As `express.urlencoded()` of Express 4 does for any other type.
    api.app.use((req, _res, next) => {
      req.body = {};
      next();
    });
    api.setupApiEndpoints();
    const send = await start(api);
    expectJson(await send("POST", "/api/data/note", { body: { title: "a" } }), 201, 1);
    const headers = { "Content-Type": "application/merge-patch+json" };
    expectJson(await send("PATCH", "/api/data/note/1", { headers, body: '{"title":"b"}' }), 200, {
      count: 1,
    });
    expectJson(await send("GET", "/api/data/note/1?select=title"), 200, { title: "b" });
    expectProblem(await send("POST", "/api/data/note", { headers: JSON_TYPE, body: "" }), "malformed-json", {
      detail: "The body is empty; send a JSON object.",
    });
    expectJson(await send("POST", "/api/operations/run"), 200, 1);
    expectJson(await send("POST", "/api/operations/run", { body: { by: 2 } }), 200, 2);
  });

  describe("in a custom server", () => {
    it("the API answers alone in a custom server, also for unknown paths", async () => {
      const api = await createServer();
      api.setupApiEndpoints();
      const { request: send } = await serveHttp(api.app);
      expectJson(await send("POST", "/api/data/note", { body: { title: "t" } }), 201, 1);
      expect(pageOf(await send("GET", paths.findAll("note"))).items).toMatchObject([{ title: "t" }]);
      expectProblem(await send("GET", "/nothing"), "unknown-path");
      expectProblem(await send("GET", "/api/data/nota/public/findbyid/1"), "unknown-entity", {
        detail: 'Unknown entity "nota". Did you mean "note"?',
      });
      for (const path of ["/api/api/data/note", "/api/data/api/data/note"])
        expectProblem(await send("GET", path), "unknown-path", { detail: /the API's own path twice/ });
      expectProblem(await send("GET", "/api/data/%zz"), "malformed-path");
      expectProblem(await send("PUT", "/api/data/note"), "method-not-allowed");
    });

    it("an entity may be named api, and its paths do not count as a mistake", async () => {
      const api = await createServer(undefined, {
        entities: { api: openEntity({ title: field("string") }) },
      });
      api.setupApiEndpoints();
      const send = await start(api);
      expectJson(await send("POST", "/api/data/api", { body: { title: "t" } }), 201, 1);
      expectJson(await send("GET", "/api/data/api/1?select=title"), 200, { title: "t" });
      expectProblem(await send("GET", "/api/data/api/1/2/3"), "unknown-path", {
        detail: "There is nothing at this path.",
      });
    });

    it("the API leaves unknown paths to the application that it is mounted in", async () => {
      const api = await createServer();
      api.setupApiEndpoints();
      const outer = express();
      outer.use(api.app);
      outer.use((_req, res) => void res.status(404).send("outer"));
      const { request: send } = await serveHttp(outer);
      expectJson(await send("GET", paths.findAll("note")), 200, { count: 0, items: [] });
      expectProblem(await send("GET", paths.findById("note", "x")), "invalid-id");
      expect((await send("GET", "/nothing")).text).toBe("outer");
    });

    it.each([
      ["/x", "/x"],
      ["/a/b", "/a/b"],
      ["/x", "/X"],
      ["/:tenant", "/anna"],
      ["/:tenant", "/a%20b"],
    ])(
      "the API, mounted at %s and requested at %s, returns the location of a record",
      async (place, asked) => {
        const lines: string[] = [];
        const api = await createServer({
          log: { level: "info", destination: { write: (line) => lines.push(line) } },
        });
        api.setupApiEndpoints();
        const outer = express();
        outer.use(place, api.app);
        outer.use((req, res) => void res.status(404).send(`outer ${req.url}`));
        const { request: send } = await serveHttp(outer);
        for (const host of ["", "http://localhost"]) {
          const created = await send("POST", `${host}${asked}/api/data/NOTE`, { body: { title: "t" } });
          const { location = "" } = created.headers;
          expect(location).toBe(`${asked}/api/data/note/public/findbyid/${created.text}`);
          expect(pageOf(await send("GET", location)).items).toMatchObject([{ title: "t" }]);
          expect((await send("GET", `${host}${asked}/livez`)).status).toBe(200);
          expect((await send("GET", `${host}${asked}/nothing`)).text).toBe(`outer ${host}${asked}/nothing`);
          expectProblem(await send("GET", `${host}${asked}/api/data/note/public/findbyid/x`), "invalid-id");
        }
        const routes = lines.map((line) => (JSON.parse(line) as { route?: string }).route);
        expect(new Set(routes)).toEqual(
          new Set(["/api/data/note", "/api/data/note/:access/findbyid/:id", "…"]),
        );
      },
    );

    it.each([
      ["/shop", "", "/shop"],
      ["/shop/", "/v1", "/shop/v1"],
      ["https://example.com/shop", "/v1", "https://example.com/shop/v1"],
      ["https://example.com/", "", "https://example.com"],
      ["/", "", ""],
    ])(
      "the API behind a proxy that strips %s, mounted at %s, returns public URLs",
      async (publicUrl, place, base) => {
        const api = await createServer({ publicUrl }, { openapi: { page: true } });
        api.setupApiEndpoints();
        const outer = express();
        if (place === "") outer.use(api.app);
        else outer.use(place, api.app);
        // The proxy.
        const prefix = publicUrl.replace(/^https:\/\/[^/]+/, "").replace(/\/+$/, "");
        const { request: send } = await serveHttp((req, res) => {
          if (req.url?.startsWith(`${prefix}/`) !== true) res.writeHead(404).end("proxy");
          else outer(Object.assign(req, { url: req.url.slice(prefix.length) }), res);
        });
        const path = (url: string) => new URL(url, "http://localhost").pathname;
        const own = `${prefix}${place}`;
        for (const title of ["a", "b"]) {
          const created = await send("POST", `${own}/api/data/note`, { body: { title } });
          const { location = "" } = created.headers;
          expect(location).toBe(`${base}/api/data/note/public/findbyid/${created.text}`);
          expect(pageOf(await send("GET", path(location))).items).toMatchObject([{ title }]);
        }
        const page = await send("GET", `${own}/api/data/note?take=1`);
        const [, next = ""] = /^<(.+)>; rel="next"$/.exec(page.headers["link"] ?? "") ?? [];
        const { pathname, search } = new URL(next, `http://localhost${own}/api/data/note?take=1`);
        expect((await send("GET", pathname + search)).json).toMatchObject({ items: [{ title: "b" }] });
        const document = await send("GET", `${own}/api/openapi.json`);
        expect(document.json).toMatchObject({ servers: [{ url: base === "" ? "/" : base }] });
        const docs = await send("GET", `${own}/api/docs`);
        const [, script = ""] = /<script src="([^"]+)"/.exec(docs.text) ?? [];
        const asset = new URL(script, `http://localhost${own}/api/docs`);
        expect((await send("GET", asset.pathname + asset.search)).status).toBe(200);
        expect((await send("GET", `${own}/api/docs/`)).headers["location"]).toBe("../docs");
      },
    );

    it("the API answers requests without a connection, as adapters of serverless hosts make them", async () => {
      const api = await createServer();
      api.setupApiEndpoints();
      const call = (method: string, path: string, headers = {}, body = "") =>
        callWithoutConnection(api.app, method, path, headers, body);
      const created = await call("POST", "/api/data/note", JSON_TYPE, '{"title":"t"}');
      expect(created).toEqual({ status: 201, text: "1" });
      const read = await call("GET", "/api/data/note?select=title");
      expect(read).toEqual({ status: 200, text: '{"items":[{"title":"t"}]}' });
      const stream = await call("GET", "/api/data/note?select=title", { Accept: "application/x-ndjson" });
      expect(stream).toEqual({ status: 200, text: '{"title":"t"}\n' });
      expect((await call("GET", "/nothing")).status).toBe(404);
      expect((await call("GET", "/api/data/note", { Host: "/" })).status).toBe(400);
    });

    it.each([
      ["//evil.example", "/evil.example"],
      ["///evil.example", "/evil.example"],
      ["/\\evil.example", "/%5Cevil.example"],
      ["/\\/evil.example", "/%5C/evil.example"],
      ["//\\evil.example", "/%5Cevil.example"],
    ])("the API never returns a location on another host, for %s", async (asked, given) => {
      const api = await createServer();
      api.setupApiEndpoints();
      const outer = express();
      outer.use("/{*any}/mine", api.app);
      const { request } = await serveHttp(outer);
      const created = await request("POST", `${asked}/mine/api/data/note`, { body: {} });
      expect(created.status).toBe(201);
      const { location = "" } = created.headers;
      expect(location).toBe(`${given}/mine/api/data/note/public/findbyid/1`);
      expect(new URL(location, "http://api.example").host).toBe("api.example");
    });
  });
}
