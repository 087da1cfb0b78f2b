import { IncomingMessage } from "node:http";
import net, { Socket } from "node:net";
import express from "express";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { expectJson, expectProblem, pageOf, snapshot } from "../expectations.js";
import { field, openEntity, plain } from "../fields.js";
import type { Harness } from "../harness.js";
import type { sendRequest } from "../http-client.js";
import { paths } from "../paths.js";
import { serveApi } from "../start.js";

const JSON_TYPE = { "Content-Type": "application/json" };

export function limitCases({ serve, createApi, createDatabase }: Harness): void {
  const req = new IncomingMessage(new Socket());

  describe("of pages", () => {
    const server = serve({
      entities: { row: plain({ number: field("int") }) },
      server: { maxTake: 3, maxSkip: 2 },
    });

    it.each([
      ["skip", 2, 1],
      ["take", 0, 3],
    ])("the maximum %s of a page is accepted, and not one more", async (path, skip, take) => {
      const [more, evenMore] = path === "skip" ? [3, take] : [skip, 4];
      const message = `"${path}" must be at most ${path === "skip" ? 2 : 3}.`;
      const errors = [{ path, code: "out-of-range", message }];
      for (const condition of [undefined, "number=1"]) {
        const at = (...page: readonly [number, number]) =>
          condition === undefined
            ? paths.findAll("row", "id", ...page)
            : paths.findByCondition("row", condition, "id", ...page);
        const find = (...page: readonly [number, number]) =>
          condition === undefined
            ? server.api.findAllAsync(req, "row", "id", ...page)
            : server.api.findByConditionAsync(req, "row", "id", ...page, condition);
        expectJson(await server.get(at(skip, take)), 200, { count: 0, items: [] });
        expect(await find(skip, take)).toEqual({ count: 0, items: [] });
        expectProblem(await server.get(at(more, evenMore)), "invalid-page", { errors });
        await expect(find(more, evenMore)).rejects.toMatchObject({ code: "invalid-page", issues: errors });
      }
    });

    it("the limits of pages do not apply to server code", async () => {
      expect(await server.api.repository("row").find({ skip: 3, take: 4 })).toMatchObject({ count: 0 });
    });
  });

  describe("of conditions", () => {
    const long = '(title="123456789"|title="a"|title="b"|title="c")&title<>"0123456789012345"';
    const server = serve({
      entities: {
        note: openEntity({ title: field("string") }),
        seen: openEntity({ title: field("string") }, { readValidator: () => long }),
        ruled: openEntity(
          { title: field("string") },
          { permissions: { read: [{ role: "guest", where: long }] } },
        ),
      },
      server: { maxConditionLength: 40, maxConditionTerms: 3, maxConditionValueLength: 8 },
    });

    beforeAll(async () => {
      for (const name of ["note", "seen", "ruled"]) await server.api.repository(name).create({ title: "c" });
    });

    it.each([
      ["the maximum length", "title=c".padStart(40), undefined],
      ["one character more", "title=c".padStart(41), { code: "too-long", position: 40 }],
      // Its syntax is not checked.
      ["one character more, and invalid", "(".padEnd(41), { code: "too-long", position: 40 }],
      ["the maximum number of comparisons", "title=a|title=b|title=c", undefined],
      ["one comparison more", "id=1|id=2|id=3|id=4", { code: "too-many-terms", position: 15 }],
      ["one more, in parentheses", "id=1|(id=2|(id=3|id=4))", { code: "too-many-terms", position: 17 }],
      ["a value as long as allowed", "title=c|title=12345678", undefined],
      ["a longer value", "title=c|title=123456789", { code: "value-too-long", position: 14 }],
      ["a quoted value as long as allowed", 'title=c|title="1234567\\""', undefined],
      ["a longer quoted value", 'title=c|title="12345678\\""', { code: "value-too-long", position: 14 }],
    ])("a condition with %s is checked against the limits of conditions", async (_, condition, mistake) => {
      const reply = await server.get(paths.findByCondition("note", condition));
      const found = server.api.findByConditionAsync(req, "note", "id", 0, 10, condition);
      if (mistake === undefined) {
        expect(pageOf(reply).count).toBe(1);
        expect(await found).toMatchObject({ count: 1 });
        return;
      }
      const problem = expectProblem(reply, "invalid-condition");
      expect(problem.errors).toMatchObject([{ path: "condition", ...mistake }]);
      await expect(found).rejects.toMatchObject({ code: "invalid-condition", issues: [mistake] });
    });

    it("the limits of conditions do not apply to the configuration, its functions and server code", async () => {
      expect(pageOf(await server.get(paths.findAll("seen"))).count).toBe(1);
      expect(pageOf(await server.get(paths.findAll("ruled"))).count).toBe(1);
      expect((await server.api.repository("note").find({ where: long })).count).toBe(1);
      expect(await server.api.repository("note").count(long)).toBe(1);
    });
  });

  describe("of conditions of the maximum size", () => {
    const server = serve({
      // Babelfish needs several seconds to parse such a statement.
      database: { statementTimeout: 110_000 },
      entities: { note: plain({ title: field("string"), number: field("int") }) },
      server: {
        maxConditionTerms: 500,
        maxConditionLength: 100_000,
        maxUrlBytes: 100_000,
        maxHeaderBytes: 110_000,
      },
    });
    const terms = (count: number) => Array.from({ length: count }, (_, index) => `number=${index}`);
    const deep = (inner: string) => `${"(number=7&".repeat(31)}(${inner})${")".repeat(31)}`;

    beforeAll(async () => {
      await server.api.repository("note").create({ title: "a", number: 7 });
    });

    it.each([
      ["alternatives", terms(500).join("|")],
      [
        "alternatives, some with two terms",
        terms(500)
          .map((term, index) => `${term}${index % 2 === 0 ? "&number<9" : ""}`)
          .slice(0, 333)
          .join("|"),
      ],
      [
        "parts of texts",
        Array.from({ length: 499 }, (_, index) => `title~"${index}"`)
          .concat("title~a")
          .join("|"),
      ],
      ["unequal texts", Array.from({ length: 500 }, (_, index) => `title<>"${index}"`).join("&")],
      ["in parentheses, nested to the maximum depth", deep(terms(469).join("|"))],
    ])("a condition of the maximum size finds its record: %s", async (_, condition) => {
      const path = `/api/data/note/public/findbycondition/~title/0/10/${encodeURIComponent(condition)}`;
      expect(pageOf(await server.get(path)).count).toBe(1);
    });
  });

  describe("of bodies", () => {
    const entities = { note: openEntity({ title: field("string"), data: field("json") }) };
    const limits = { maxJsonDepth: 3, maxJsonKeys: 5 };
    const server = serve({ entities, server: limits });
    const bodies: readonly (readonly [string, string, RegExp | undefined])[] = [
      ["of the maximum depth", '{"data":[[]]}', undefined],
      ["one level deeper", '{"data":[[[]]]}', /more than 3 levels deep/],
      ["one level deeper, in an unknown field", '{"x":{"a":{"b":{}}}}', /more than 3 levels deep/],
      ["with the maximum number of keys", '{"data":{"a":1,"b":{"c":1}},"x:y":"a:b\\":"}', undefined],
      ["with one key more", '{"data":{"a":1,"b":{"c":1}},"x":2,"y":3}', /more than 5 keys/],
      ["with repeated keys", '{"data":[[[[]]]],"x":1,"x":2,"x":3,"x":4,"data":1}', undefined],
      ["with one more in a list", '{"data":[{"a":1},{"a":2},{"a":1},{"a":2},{"a":1}]}', /more than 5 keys/],
    ];

    async function expectLimits(
      send: (body: string) => ReturnType<typeof sendRequest>,
      [body, detail]: readonly [string, RegExp | undefined],
    ): Promise<void> {
      const reply = await send(body);
      if (detail === undefined) expect(reply.status).toBe(201);
      else expectProblem(reply, "malformed-json", { detail });
    }

    it.each(bodies)("a body %s is checked against the limits of depth and keys", async (_, body, detail) => {
      const before = await snapshot(server);
      const send = (text: string) => server.post("/api/data/note", text, JSON_TYPE);
      await expectLimits(send, [body, detail]);
      if (detail !== undefined) expect(await snapshot(server)).toBe(before);
    });

    it("the limits of depth and keys apply to bodies that the application has parsed", async () => {
      const database = await createDatabase();
      const api = await createApi(database, { entities, server: limits });
      api.app.use(express.json());
      const { request } = await serveApi(api);
      for (const [, body, detail] of bodies)
        await expectLimits(
          (text) => request("POST", "/api/data/note", { headers: JSON_TYPE, body: text }),
          [body, detail],
        );
    });

    it("a body with too many bytes is rejected before its end, even without a Content-Length", async () => {
      const before = await snapshot(server);
      const socket = net.connect(server.port, "127.0.0.1");
      socket.write(
        "POST /api/data/note HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n" +
          `19001\r\n${"x".repeat(102_401)}\r\n`,
      );
      const text = await textOf(socket);
      expect(text).toMatch(/^HTTP\/1.1 413 /);
      expect(text).toMatch(/\r\nConnection: close\r\n/i);
      expect(text).toContain("The body is larger than 102400 bytes.");
      expect(await snapshot(server)).toBe(before);
    });

    it("a body that is too large discards the requests behind it", async () => {
      const before = await snapshot(server);
      const socket = net.connect(server.port, "127.0.0.1");
      const head = "POST /api/data/note HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n";
      socket.write(
        `${head}Content-Length: 200000\r\n\r\n${"x".repeat(200_000)}${head}Content-Length: 13\r\n\r\n{"title":"a"}`,
      );
      expect((await textOf(socket)).match(/HTTP\/1.1 \d+/g)).toEqual(["HTTP/1.1 413"]);
      expect(await snapshot(server)).toBe(before);
    });
  });

  describe("of paths and headers", () => {
    const server = serve({
      entities: { note: openEntity({ title: field("string") }) },
      server: { maxUrlBytes: 100, maxHeaderBytes: 2_000 },
    });
    const pathOf = (bytes: number) => `${paths.findAll("note")}?`.padEnd(bytes, "x");

    it("a path of the maximum length is accepted, and a longer one is rejected", async () => {
      expectJson(await server.get(pathOf(100)), 200, { count: 0, items: [] });
      for (const [method, path] of [
        ["GET", pathOf(101)],
        ["POST", "/api/data/note?".padEnd(101, "x")],
        ["GET", `/${"x".repeat(100)}`],
      ] as const) {
        const body = method === "POST" ? { title: "a" } : undefined;
        expectProblem(await server.request(method, path, { body }), "url-too-long", {
          detail: "The path with its query has 101 bytes; 100 are allowed.",
        });
      }
      expect((await server.api.repository("note").find()).count).toBe(0);
    });

    it("headers within the maximum size are accepted, and larger ones are rejected", async () => {
      const request = (bytes: number) => {
        const head = `GET ${paths.findAll("note")} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nX: `;
        return server.send(`${head}${"x".repeat(bytes)}\r\n\r\n`);
      };
      expect((await request(1_800)).status).toBe(200);
      expectProblem(await request(2_000), "headers-too-large", {
        detail: "The path and the headers may have at most 2000 bytes.",
      });
    });
  });

  describe("of answers", () => {
    const server = serve({
      entities: { note: plain({ text: field("text") }) },
      server: { maxResponseBytes: 200 },
    });
    const tooLarge = "The answer would be larger than 200 bytes; take fewer records.";
    // {"count":1,"items":[{"id":1,"text":"…"}]}
    const sizeOfOne = '{"count":1,"items":[{"id":1,"text":""}]}'.length;

    afterEach(async () => {
      const { items } = await server.api.repository("note").find();
      for (const { id } of items) await server.api.repository("note").delete(id);
    });

    async function create(text: string): Promise<number> {
      const { id } = await server.api.repository("note").create({ text });
      return Number(id);
    }

    it.each([
      ["letters", "x", 1],
      ["escaped letters", '"', 2],
      ["letters of two bytes", "é", 2],
      ["letters of three bytes", "€", 3],
    ])("an answer of %s can have the maximum size, and not one byte more", async (_, letter, bytes) => {
      const at = async (size: number) => {
        const id = await create("");
        const left = size - sizeOfOne - (String(id).length - 1);
        const text = letter
          .repeat(Math.floor(left / bytes))
          .padEnd(Math.floor(left / bytes) + (left % bytes), "x");
        await server.api.repository("note").update(id, { text });
        return { id, text };
      };
      const fits = await at(200);
      for (const path of [
        paths.findById("note", fits.id),
        paths.findAll("note", "id", 0, 1),
        paths.findByCondition("note", `id=${fits.id}`),
      ]) {
        const reply = await server.get(path);
        expect(reply.bytes.length).toBe(200);
        expectJson(reply, 200, { count: 1, items: [fits] });
      }
      expect(await server.api.findByIdAsync(req, "note", fits.id)).toEqual({ count: 1, items: [fits] });
      expect(await server.api.findAllAsync(req, "note", "id", 0, 1)).toEqual({ count: 1, items: [fits] });
      await server.api.repository("note").delete(fits.id);
      const { id } = await at(201);
      for (const path of [
        paths.findById("note", id),
        paths.findAll("note", "id", 0, 1),
        paths.findByCondition("note", `id=${id}`),
      ])
        expectProblem(await server.get(path), "answer-too-large", { detail: tooLarge });
      const refused = { code: "answer-too-large", message: tooLarge };
      await expect(server.api.findByIdAsync(req, "note", id)).rejects.toMatchObject(refused);
      await expect(server.api.findAllAsync(req, "note", "id", 0, 1)).rejects.toMatchObject(refused);
      await expect(
        server.api.findByConditionAsync(req, "note", "id", 0, 1, `id=${id}`),
      ).rejects.toMatchObject(refused);
    });

    it("an answer that is too large fits if fewer records are taken", async () => {
      for (let index = 0; index < 3; index++) await create("x".repeat(60));
      expectProblem(await server.get(paths.findAll("note")), "answer-too-large");
      expect(pageOf(await server.get(paths.findAll("note", "id", 0, 1))).items).toHaveLength(1);
    });

    it("answers to successful writes are sent beyond the maximum size too", async () => {
      const text = "x".repeat(300);
      const headers = { Prefer: "return=representation" };
      const created = await server.post("/api/data/note", { text }, headers);
      const { id } = created.json as { id: number };
      expectJson(created, 201, { id, text });
      const record = { id, text: "y".repeat(300) };
      const path = paths.record("note", id);
      expectJson(await server.patch(path, { text: record.text }, headers), 200, record);
      expectJson(await server.delete(path, headers), 200, record);
    });

    it("the maximum size of answers does not limit server code", async () => {
      await create("x".repeat(300));
      const page = await server.api.repository("note").find();
      expect(page.toText()).toBe(JSON.stringify(page));
    });
  });
}

/** Everything received until the connection ends. */
async function textOf(socket: Socket): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("latin1");
}
