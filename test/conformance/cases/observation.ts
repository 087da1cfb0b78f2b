import { once } from "node:events";
import net from "node:net";
import express from "express";
import type { Kysely } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { addUser, PASSWORD, bearer } from "../callers.js";
import { expectProblem } from "../expectations.js";
import { field, openEntity } from "../fields.js";
import type { Harness } from "../harness.js";
import { paths } from "../paths.js";
import { lineLike, takeLines, testLog } from "../reports.js";
import { secretKey } from "../tokens.js";

const NEW_ID = /^[\da-f]{32}$/;
const TRACE_ID = "4bf92f3577b34da6a3ce929d0e0e4736";

export function observationCases({ serve }: Harness): void {
  describe("a request's id", () => {
    const server = serve({ entities: { note: openEntity({ title: field("string") }) } });
    const send = async (id: string) => server.get(paths.findById("note", "x"), { "X-Request-Id": id });

    it.each(["a", "Z".repeat(128), "0.1:2+3/4=5-6_7", "b3c1f8e2-5b0e-4a57-9d3e-0d4f4f0c8a11"])(
      "the id of a request is the one that the caller sets: %s",
      async (id) => {
        const reply = await send(id);
        expect(reply.headers["x-request-id"]).toBe(id);
        expect(expectProblem(reply, "invalid-id").instance).toBe(
          `urn:data-api:request:${encodeURIComponent(id)}`,
        );
        await lineLike({ requestId: id, status: 400 });
      },
    );

    it.each(["", " ", "Z".repeat(129), "a b", "a,b", "a;b", '"', "<script>", "ä", "%0d%0a", "{}", "a\tb"])(
      "a request gets a new id instead of the invalid id %j",
      async (id) => {
        const reply = await send(id);
        expect(reply.headers["x-request-id"]).toMatch(NEW_ID);
        expectProblem(reply, "invalid-id");
      },
    );

    it("each request without an id, or with two ids, gets a new id", async () => {
      const path = paths.findAll("note");
      const ids: unknown[] = [];
      for (const lines of ["", "X-Request-Id: a\r\nX-Request-Id: b\r\n"])
        for (let count = 0; count < 2; count++) {
          const reply = await server.send(
            `GET ${path} HTTP/1.1\r\nHost: x\r\n${lines}Connection: close\r\n\r\n`,
          );
          expect(reply.headers["x-request-id"]).toMatch(NEW_ID);
          ids.push(reply.headers["x-request-id"]);
        }
      expect(new Set(ids).size).toBe(4);
    });

    it("the id of a request is in every answer, even to malformed requests", async () => {
      expect((await server.get(paths.findAll("note"))).headers["x-request-id"]).toBe("test");
      expect((await server.request("OPTIONS", "/api/data/note")).headers["x-request-id"]).toBe("test");
      expectProblem(await server.get("/nothing"), "unknown-path");
      expectProblem(await server.send("NO REQUEST\r\n\r\n"), "malformed-request");
      expectProblem(
        await server.send("GET / HTTP/1.1\r\nHost: x\r\nExpect: wonders\r\nConnection: close\r\n\r\n"),
        "expectation-failed",
      );
    });
  });

  describe("the log", () => {
    const server = serve({
      auth: { secretKey },
      entities: {
        Note: openEntity({ title: field("string"), pin: field("secret") }),
        pair: openEntity(
          {
            a: field("int", { isEditable: false, isRequired: true }),
            b: field("int", { isEditable: false, isRequired: true }),
          },
          { primaryKey: ["a", "b"] },
        ),
      },
    });
    let id = 0;
    beforeAll(async () => {
      id = await addUser(server, "Anna");
      const inner = express.Router();
      inner.get("/orders/:order", (_req, res) => void res.send("mine"));
      server.api.app.use("/tenants/:tenant", inner);
      server.api.app.get("/own/:name", (_req, res) => void res.status(500).send("broken"));
      server.api.app.get("/fails", () => {
        const cause = Object.assign(new TypeError('Duplicate entry "jane" for key'), { code: "ER_DUP" });
        throw new Error("first\r\n\u001b[31m\u009b31m password=hunter2 at postgres://me:hunter3@db/x", {
          cause,
        });
      });
      server.api.app.get("/waits", (_req, res) => void res.write("waiting"));
    });

    it.each([
      ["GET", paths.findById("nOTe", 5), "/api/data/Note/:access/findbyid/:id", 200],
      ["GET", paths.findAll("note"), "/api/data/Note/:access/findall/:orderBy/:skip/:take", 200],
      ["GET", `${paths.findAll("note")}?a=b`, "/api/data/Note/:access/findall/:orderBy/:skip/:take", 200],
      ["GET", "/api/data/pair/public/findbyid/1/2", "/api/data/pair/:access/findbyid/:a/:b", 200],
      ["DELETE", "/api/data/note/77", "/api/data/Note/:id", 404],
      ["POST", "/api/data/note", "/api/data/Note", 415],
      ["GET", "/api/data/note/else/where", "/api/data/Note/…", 404],
      ["GET", "/api/data/jane/5", "/api/data/:entity/…", 404],
      ["GET", "/api/data/%zz/5", "/api/data/:entity/…", 400],
      ["GET", "/tenants/jane/orders/5", "…/orders/:order", 200],
      ["GET", "/jane/5", "…", 404],
      ["POST", "/api/auth/token", "/api/auth/token", 415],
    ])("the log has one line for %s %s", async (method, path, route, status) => {
      const requestId = `line-${Math.random()}`;
      const headers = { "X-Request-Id": requestId };
      expect((await server.request(method, path, { headers })).status).toBe(status);
      const line = await lineLike({ requestId });
      expect(line).toMatchObject({ level: "info", msg: "request", method, route, status });
      expect(Object.keys(line)).toEqual(
        ["level", "time", "pid", "requestId", "method", "route", "status", "ms", "bytes", "msg"].filter(
          (name) => name in line,
        ),
      );
      expect(line["ms"]).toBeGreaterThan(0);
      expect(takeLines().join("")).not.toContain(requestId);
    });

    it("the log names the caller of a request by the user id", async () => {
      await server.get(paths.findAll("note"), await bearer(server, id));
      await lineLike({ route: "/api/data/Note/:access/findall/:orderBy/:skip/:take", userId: id });
    });

    it.each([
      [`00-${TRACE_ID}-00f067aa0ba902b7-01`, TRACE_ID],
      [`01-${TRACE_ID}-00f067aa0ba902b7-01-more`, TRACE_ID],
      [`00-${TRACE_ID}-00f067aa0ba902b7-01-more`, undefined],
      [`ff-${TRACE_ID}-00f067aa0ba902b7-01`, undefined],
      [`00-${"0".repeat(32)}-00f067aa0ba902b7-01`, undefined],
      [`00-${TRACE_ID}-0000000000000000-01`, undefined],
      [`00-${TRACE_ID.toUpperCase()}-00f067aa0ba902b7-01`, undefined],
      ["nonsense", undefined],
    ])(
      "the log names the trace of a request only if its traceparent is valid: %s",
      async (traceparent, traceId) => {
        const requestId = `trace-${Math.random()}`;
        await server.get("/", { traceparent, "X-Request-Id": requestId });
        expect((await lineLike({ requestId }))["traceId"]).toBe(traceId);
      },
    );

    it("the log reports a server error once, with its place, without secrets and control characters", async () => {
      takeLines();
      const reply = await server.get("/fails?token=hunter4", {
        ...(await bearer(server, id)),
        Cookie: "hunter5",
      });
      expectProblem(reply, "internal-error");
      const text = takeLines().join("");
      expect(text.split("\n")).toHaveLength(2);
      // eslint-disable-next-line no-control-regex -- these are what it is about
      expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
      expect(text).not.toMatch(/hunter|jane/);
      const line = JSON.parse(text) as Record<string, unknown>;
      expect(line).toMatchObject({
        level: "error",
        msg: "request failed",
        requestId: "test",
        route: "/fails",
        status: 500,
        error: {
          type: "Error",
          message: "first\r\n\u001b[31m\u009b31m password=… at postgres://…@db/x",
          stack: expect.stringMatching(/^at .*observation\.ts/) as unknown,
          cause: { type: "TypeError", code: "ER_DUP", message: "Duplicate entry … for key" },
        },
      });
    });

    it("the log reports a failed answer of a custom endpoint", async () => {
      await server.get("/own/jane");
      expect(await lineLike({ route: "/own/:name" })).toMatchObject({ level: "error", status: 500 });
    });

    it("the log reports a broken connection", async () => {
      const socket = net.connect(server.port, "127.0.0.1");
      socket.write("GET /waits HTTP/1.1\r\nHost: x\r\nX-Request-Id: broken\r\n\r\n");
      await once(socket, "data");
      socket.destroy();
      await lineLike({ requestId: "broken", route: "/waits", isBroken: true });
    });

    it("the log contains no values of paths, queries, bodies, headers or tokens", async () => {
      takeLines();
      const secret = "hunter2";
      const token = await bearer(server, id, { nickname: secret });
      const credentials = { username: `${secret}name`, password: PASSWORD };
      const record = { title: secret, pin: secret, more: secret };
      const requests = [
        ["GET", paths.findByCondition("note", `title=${secret}`)],
        ["GET", paths.findByCondition("note", `title~=${secret}`)],
        ["GET", paths.findByCondition("note", `${secret}=${secret}`)],
        ["GET", paths.findAll("note", secret)],
        ["GET", paths.findById("note", secret)],
        ["GET", paths.findById(secret, secret)],
        ["GET", `/api/data/note/${secret}/findbyid/1`],
        ["GET", `/${secret}?${secret}=${secret}`],
        ["GET", `/api/data/note/public/findbyid/1?token=${secret}`],
        ["POST", "/api/data/note", record],
        ["POST", "/api/data/note", `{"title":"${secret}`],
        ["PATCH", paths.record("note", 1), record],
        ["PATCH", paths.record("note", secret), record],
        ["POST", "/api/data/user", credentials],
        ["POST", "/api/data/user", credentials],
        ["POST", "/api/auth/token", credentials],
        ["POST", "/api/auth/token", { ...credentials, password: secret }],
      ] as const;
      const more = {
        Cookie: secret,
        Prefer: secret,
        "User-Agent": secret,
        "X-Request-Id": `${secret} ${secret}`,
        traceparent: secret,
        "X-Forwarded-For": secret,
      };
      const lines: string[] = [];
      for (const [method, path, body] of requests) {
        for (const headers of [more, { ...more, ...token }, { ...more, Authorization: `Bearer ${secret}` }]) {
          const reply = await server.request(method, path, { headers, body });
          expect(reply.status).toBeLessThan(500);
          lines.push(JSON.stringify(await lineLike({ requestId: reply.headers["x-request-id"] })));
        }
      }
      const log = [...lines, ...takeLines()].join("\n");
      expect(lines).toHaveLength(requests.length * 3);
      expect(log).not.toContain(secret);
      expect(log).not.toContain(PASSWORD);
      expect(log).not.toContain(token.Authorization.slice(20));
    });
  });

  describe("a database error in the log", () => {
    const server = serve({ entities: { note: openEntity({ title: field("string") }) } });

    it("a database error in the log has its kind and the driver's code, and no values", async () => {
      const { db } = server.api.repository("note") as unknown as { db: Kysely<object> };
      await db.schema.dropTable("note").execute();
      takeLines();
      const reply = await server.get(paths.findByCondition("note", "title=hunter2"));
      expectProblem(reply, "database-incomplete");
      const report = await lineLike({ msg: "request failed" });
      expect(JSON.stringify(report)).not.toContain("hunter2");
      const fault = { type: "DatabaseError", kind: "missing", outcome: "undone", entity: "note" };
      expect(report).toMatchObject({
        route: "/api/data/note/:access/findbycondition/:orderBy/:skip/:take/:condition",
        error: { type: "ApiError", code: "database-incomplete", cause: fault },
      });
      expect(JSON.stringify(report.error?.cause)).toMatch(/"(?:code|number)":/);
      await lineLike({ msg: "The database lacks a table or column." });
    });
  });

  describe("a slow statement", () => {
    const server = serve({
      entities: { note: openEntity({ title: field("string") }) },
      server: { host: "127.0.0.1", log: { ...testLog, level: "warn", slowStatement: 1 } },
    });

    it("a slow statement is in the log, without its values", async () => {
      const notes = server.api.repository("note");
      for (let count = 0; count < 100; count++) await notes.create({ title: `t${count}` });
      takeLines();
      const { db } = notes as unknown as { db: Kysely<{ note: { id: number; title: string } }> };
      await db
        .selectFrom(["note as a", "note as b", "note as c"])
        .select(({ fn }) => fn.max("c.title").as("last"))
        .where("a.title", "<>", "hunter2")
        .execute();
      const line = await lineLike({ msg: "slow statement" });
      expect(line).toMatchObject({ level: "warn", sql: expect.stringMatching(/^select max\(/) as unknown });
      expect(line["ms"]).toBeGreaterThanOrEqual(1);
      expect(JSON.stringify(line)).not.toContain("hunter2");
    });
  });

  describe("metrics", () => {
    const config = { entities: { Note: openEntity({ title: field("string") }) } };
    const closed = serve(config);
    const open = serve({ ...config, server: { host: "127.0.0.1", log: testLog, metrics: true } });
    const guarded = serve({
      ...config,
      server: { host: "127.0.0.1", log: testLog, metrics: { token: "a-token-of-32-letters-for-figures" } },
    });

    it("metrics do not exist by default", async () => {
      expectProblem(await closed.get("/metrics"), "unknown-path");
    });

    it("metrics count requests by route and status, and statements by entity", async () => {
      await open.post("/api/data/note", { title: "t" });
      for (const path of ["/a", "/b", "/c", "/api/data/x", "/api/data/y"]) await open.get(path);
      for (const method of ["PROPFIND", "SEARCH"]) await open.request(method, "/api/data/note");
      await open.get(paths.findById("nOTe", 1));
      await lineLike({ route: "/api/data/Note/:access/findbyid/:id" });
      const reply = await open.get("/metrics?x=y");
      expect(reply.status).toBe(200);
      expect(reply.headers["content-type"]).toBe("text/plain; version=0.0.4; charset=utf-8");
      const figures = new Map(
        reply.text
          .split("\n")
          .filter((line) => line !== "" && !line.startsWith("#"))
          .map((line) => [line.slice(0, line.lastIndexOf(" ")), Number(line.slice(line.lastIndexOf(" ")))]),
      );
      const count = (method: string, route: string, status: number) =>
        figures.get(
          `http_request_duration_seconds_count{method="${method}",route="${route}",status="${status}"}`,
        );
      expect(count("POST", "/api/data/Note", 201)).toBe(1);
      expect(count("GET", "/api/data/Note/:access/findbyid/:id", 200)).toBe(1);
      expect(count("GET", "…", 404)).toBe(3);
      expect(count("_OTHER", "/api/data/Note/…", 405)).toBe(2);
      expect(count("GET", "/api/data/:entity/…", 404)).toBe(2);
      expect(figures.get('data_api_statement_duration_seconds_count{entity="Note",operation="find"}')).toBe(
        1,
      );
      expect(figures.get("http_requests_in_flight")).toBe(1);
      expect(figures.get("data_api_pool_waiting")).toBe(0);
      for (const name of ["nodejs_eventloop_lag_seconds", "process_resident_memory_bytes"])
        expect(figures.has(name)).toBe(true);
      expect([...figures.keys()].join("\n")).not.toMatch(/hunter2|"\/a"/);
    });

    it("metrics belong to one server, and reading them is not logged", async () => {
      takeLines();
      const reply = await guarded.get("/metrics", {
        Authorization: "Bearer a-token-of-32-letters-for-figures",
      });
      expect(reply.status).toBe(200);
      expect(reply.text).not.toContain("/api/data");
      await guarded.get("/end");
      await lineLike({ route: "…" });
      expect(takeLines().join("")).not.toContain("/metrics");
    });

    it("metrics require the token, and do not allow POST", async () => {
      expectProblem(await guarded.get("/metrics"), "authentication-required");
      for (const token of ["a-token-of-32-letters-for-figuret", "a-token-of-32-letters-for-figures2", "a"])
        expectProblem(
          await guarded.get("/metrics", { Authorization: `Bearer ${token}` }),
          "authentication-required",
        );
      expectProblem(await guarded.get("/metrics", { Authorization: "Basic YTph" }), "invalid-token");
      expectProblem(await open.post("/metrics"), "method-not-allowed");
      expect((await open.request("HEAD", "/metrics")).text).toBe("");
      expectProblem(await open.get("/metrics/x"), "unknown-path");
    });
  });
}
