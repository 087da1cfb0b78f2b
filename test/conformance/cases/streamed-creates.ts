import { once } from "node:events";
import http from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { beforeEach, describe, expect, it } from "vitest";
import type { ProblemCode } from "../../../runtime/errors/codes.js";
import { told, toldByHeader } from "../callers.js";
import { expectProblem } from "../expectations.js";
import { everybody, field, openEntity, plain } from "../fields.js";
import type { Harness } from "../harness.js";

const CSV = "text/csv";
const NDJSON = "application/x-ndjson";
const STRICT = { Prefer: "handling=strict" };
const withoutOwner = { systemFields: { createdat: false, updatedat: false, ownerid: false } };

interface Report {
  readonly created: number;
  readonly failed: number;
  readonly errors: readonly { readonly line: number; readonly code: string; readonly errors?: unknown }[];
}

/** Creates of many records from a stream, in NDJSON and CSV. */
export function streamedCreateCases({ serve }: Harness): void {
  const afterCommit: unknown[] = [];
  const server = serve({
    auth: toldByHeader,
    server: { audit: true, idempotency: true, maxBodyBytes: 20_000, maxStreamBytes: 3_000_000 },
    entities: {
      item: plain(
        {
          name: field("string", { isUnique: true, isRequired: true }),
          level: field("int"),
          note: field("text"),
        },
        {
          ...withoutOwner,
          writeValidator: (_action, _roles, _userId, _before, input) => input?.["name"] !== "refused",
          hooks: {
            beforeCreate: ({ input }) => ({ ...input, note: input["note"] ?? "hooked" }),
            afterCommit: ({ record }) => void afterCommit.push(record["name"]),
          },
        },
      ),
      owned: {
        fields: {
          title: field("string", { isRequired: true }),
          level: field("int"),
          data: field("json"),
          pin: field("secret"),
          fixed: field("string", { isEditable: false, isIgnoredOnCreate: true }),
        },
        permissions: {
          read: [{ role: "member", fields: { exclude: ["level"] } }],
          create: [{ role: "member", where: "level<10", fields: { exclude: ["data"] } }],
          update: [],
          delete: [],
        },
      },
      closed: openEntity(
        { title: field("string") },
        { ...withoutOwner, permissions: { ...everybody, create: [] } },
      ),
    },
  });

  const send = (entity: string, type: string, body: string | Buffer, headers: Record<string, string> = {}) =>
    server.post(`/api/data/${entity}`, body, { "Content-Type": type, ...headers });
  const items = async () => (await server.api.repository("item").find({ take: 5_000, orderBy: "id" })).items;
  const names = async () => (await items()).map(({ name }) => name);

  beforeEach(async () => {
    await server.api.repository("item").deleteMany({ where: "id>0" });
    afterCommit.length = 0;
  });

  describe("a create of a stream", () => {
    it("a streamed create creates valid records, and reports the lines of the others", async () => {
      await send("item", NDJSON, '{"name":"taken"}');
      const lines = Array.from({ length: 1_000 }, (_, index) => `n${index},${index}`);
      lines[10] = "taken,1";
      lines[11] = "n11,many";
      lines[12] = "refused,1";
      lines[500] = "n500,1,2";
      lines[700] = ",5";
      lines[800] = "n3,1";
      const reply = await send("item", CSV, `\ufeffName,level\r\n${lines.join("\r\n")}\r\n`);
      expect([reply.status, reply.headers["preference-applied"]]).toEqual([207, undefined]);
      const report = reply.json as Report;
      expect(report).toMatchObject({ created: 994, failed: 6 });
      expect(report.errors.map(({ line, code }) => [line, code])).toEqual([
        [12, "unique-conflict"],
        [13, "invalid-fields"],
        [14, "authentication-required"],
        [502, "malformed-csv"],
        [702, "invalid-fields"],
        [802, "unique-conflict"],
      ]);
      const [, wrongType] = report.errors;
      expect(wrongType?.errors).toMatchObject([{ path: "level", code: "wrong-type" }]);
      expect(reply.text).not.toContain("Record ");
      const stored = await items();
      expect(stored).toHaveLength(995);
      expect(stored.every(({ note }) => note === "hooked")).toBe(true);
      expect(stored.map(({ level }) => level).slice(1, 4)).toEqual([0, 1, 2]);
      expect(afterCommit).toHaveLength(995);
    });

    it.each([
      ["unique-conflict", '{"name":"taken"}'],
      ["authentication-required", '{"name":"refused"}'],
      ["invalid-fields", '{"name":5}'],
      ["malformed-json", "{"],
    ])("the answer to a stream of creates reports %s of its only record", async (code, line) => {
      await send("item", NDJSON, '{"name":"taken"}');
      const { json } = await send("item", NDJSON, line);
      expect(json).toMatchObject({ created: 0, failed: 1, errors: [{ line: 1, code }] });
      expect(expectProblem(await send("item", NDJSON, line, STRICT), code as ProblemCode).detail).toContain(
        "Line 1: ",
      );
      expect(await names()).toEqual(["taken"]);
    });

    it("a strict streamed create creates all records or none", async () => {
      const good = Array.from({ length: 450 }, (_, index) => JSON.stringify({ name: `n${index}`, note: "" }));
      const bad = [...good.slice(0, 300), '{"name":5}', "nonsense", ...good.slice(300), '{"name":"n7"}'];
      const refused = await send("item", NDJSON, bad.join("\n"), STRICT);
      const problem = expectProblem(refused, "invalid-fields");
      expect(problem.detail).toMatch(/^Nothing was created\. Line 301: .* 2 lines have mistakes\.$/);
      expect(problem.errors).toMatchObject([{ path: "301.name" }, { path: "302", code: "malformed-json" }]);
      const twice = await send("item", NDJSON, [...good, '{"name":"n7"}'].join("\n"), STRICT);
      expectProblem(twice, "unique-conflict");
      expect(twice.text).toContain("Line 451: ");
      expectProblem(await send("item", CSV, "name,nam\na,b\n", STRICT), "invalid-body");
      // A header that can be parsed in many ways must not block the processor.
      const ambiguous = `${CSV}${";charset=utf-8    ".repeat(14)};x`;
      expectProblem(await send("item", ambiguous, "name\na\n", STRICT), "unsupported-media-type");
      expect([await names(), afterCommit]).toEqual([[], []]);
      const created = await send("item", NDJSON, good.join("\r\n"), STRICT);
      expect(created.json).toEqual({ created: 450, failed: 0, errors: [] });
      expect(created.headers["preference-applied"]).toBe("handling=strict");
      expect((await items()).map(({ note }) => note)).toEqual(good.map(() => ""));
    });

    it("a streamed create checks the caller's rights for each record", async () => {
      const ben = told({ userId: 2, roles: ["member"] });
      expectProblem(await send("owned", CSV, "title\na\n"), "authentication-required");
      expectProblem(await send("closed", NDJSON, "{}", ben), "forbidden");
      expectProblem(await send("user", NDJSON, "{}", ben), "unknown-entity");
      // A column that the caller can neither read nor set is rejected. One that cannot be set is ignored.
      expectProblem(await send("owned", CSV, "title,secrets\na,b\n", ben), "invalid-body");
      const body = "title,level,id,ownerid,fixed\na,1,77,9,x\nb,10,78,9,x\n";
      const { json } = await send("owned", CSV, body, ben);
      expect(json).toMatchObject({ created: 1, failed: 1, errors: [{ line: 3, code: "forbidden" }] });
      const [record] = (await server.api.repository("owned").find()).items;
      expect(record).toMatchObject({ title: "a", level: 1, ownerid: "2", fixed: null });
      const strict = await send("owned", CSV, body, { ...ben, ...STRICT });
      expect(strict.status).toBe(400);
      const hashes = Array.from({ length: 12 }, (_, index) =>
        JSON.stringify({ title: "s", level: 1, pin: `${index}` }),
      );
      const secrets = await send("owned", NDJSON, hashes.join("\n"), ben);
      expect(secrets.json).toMatchObject({ created: 10, failed: 2, errors: [{ line: 11 }, { line: 12 }] });
    });

    it("a streamed create rejects invalid requests", async () => {
      const cases: [Parameters<typeof expectProblem>[1], Promise<Parameters<typeof expectProblem>[0]>][] = [
        ["invalid-header", send("item", NDJSON, '{"name":"a"}', { "Idempotency-Key": "k" })],
        ["invalid-header", send("item", NDJSON, '{"name":"a"}', { Prefer: "max-affected=5" })],
        ["unsupported-media-type", send("item", "text/csv; charset=latin1", "name\na\n")],
        ["unsupported-media-type", send("item", "text/csv; header=absent", "a\n")],
        ["unsupported-media-type", send("item", "text/plain", "name\na\n")],
        ["unsupported-media-type", send("item", CSV, "name\na\n", { "Content-Encoding": "br" })],
        ["malformed-csv", send("item", CSV, "name\na\n", { "Content-Encoding": "gzip" })],
        ["malformed-json", send("item", NDJSON, '{"name":"a"}', { "Content-Encoding": "gzip" })],
        [
          "malformed-csv",
          send("item", CSV, gzipSync("name\na\n").subarray(0, 15), { "Content-Encoding": "gzip", ...STRICT }),
        ],
        ["invalid-body", send("item", CSV, "name,name\na,b\n")],
        ["invalid-body", send("item", CSV, "a;b\n1;2\n")],
        ["malformed-csv", send("item", CSV, '"name\na\n')],
        ["body-too-large", send("item", NDJSON, " ".repeat(3_100_000))],
      ];
      for (const [code, reply] of cases) expectProblem(await reply, code);
      const empty = { created: 0, failed: 0, errors: [] };
      for (const [type, body] of [
        [NDJSON, ""],
        [NDJSON, "\n\r\n \n"],
        [CSV, ""],
        [CSV, "name\n"],
      ] as const)
        expect((await send("item", type, body)).json).toEqual(empty);
      expect(await names()).toEqual([]);
    });

    it("a streamed create limits lines, decompressed bytes and reported lines", async () => {
      const long = `{"name":"${"x".repeat(30_000)}"}`;
      const deep = `{"name":${"[".repeat(5_000)}${"]".repeat(5_000)}}`;
      const { json } = await send(
        "item",
        NDJSON,
        [long, '{"name":"a"}', deep, "[]", '{"name":"b"}'].join("\n"),
      );
      expect(json).toMatchObject({
        created: 2,
        failed: 3,
        errors: [
          { line: 1, code: "body-too-large" },
          { line: 3, code: "malformed-json" },
          { line: 4, code: "invalid-body" },
        ],
      });
      const many = (await send("item", NDJSON, "{}\n".repeat(5_000))).json as Report;
      expect([many.created, many.failed, many.errors.length]).toEqual([0, 5_000, 100]);
      const gzip = { "Content-Encoding": "gzip" };
      expect((await send("item", CSV, gzipSync("name\nzipped\n"), gzip)).json).toMatchObject({ created: 1 });
      // Records before the limit are kept, and reported.
      const bomb = gzipSync(`{"name":"first"}\n${"{}\n".repeat(400)}${" ".repeat(20_000_000)}`);
      const refused = expectProblem(await send("item", NDJSON, bomb, gzip), "body-too-large");
      expect(refused.detail).toMatch(/3000000 bytes\./);
      expectProblem(await send("item", NDJSON, bomb, { ...gzip, ...STRICT }), "body-too-large");
      expect((await names()).filter((name) => name !== "first")).toEqual(["a", "b", "zipped"]);
    });

    describe("a line of 10 MB", () => {
      const wide = serve({
        server: { maxStreamBytes: 30_000_000 },
        entities: { item: openEntity({ name: field("string"), note: field("text") }, withoutOwner) },
      });
      const long = "x".repeat(10_000_000);
      it.each([
        ["of CSV", CSV, `name,note\na,b\nc,${long}\nd,e\n`],
        ["of CSV in quotes", CSV, `name,note\na,b\nc,"${long}"\nd,e\n`],
        ["of NDJSON", NDJSON, `\n{"name":"a"}\n{"note":"${long}"}\n{"name":"d"}\n`],
      ])("a line of 10 MB %s fails alone, or with the whole stream if strict", async (_, type, body) => {
        const post = (headers: Record<string, string> = {}) =>
          wide.post("/api/data/item", body, { "Content-Type": type, ...headers });
        const reply = await post();
        expect([reply.status, reply.json]).toMatchObject([
          207,
          { created: 2, failed: 1, errors: [{ line: 3, code: "body-too-large" }] },
        ]);
        const refused = expectProblem(await post(STRICT), "body-too-large");
        expect([refused.status, refused.detail]).toEqual([413, expect.stringContaining("Line 3: ")]);
        expect(await wide.api.repository("item").deleteMany({ where: "id>0" })).toHaveLength(2);
      });
    });

    it("a streamed create unescapes formulas only if the content type says so", async () => {
      const text = "name,note\n'=1+1,\n\"\",'@x\n";
      await send("item", CSV, text);
      expect((await items()).map(({ name, note }) => [name, note])).toEqual([
        ["'=1+1", "hooked"],
        ["", "'@x"],
      ]);
      await send("item", `${CSV}; formulas=escaped`, text.replace('""', "b"));
      expect((await items()).slice(2).map(({ name, note }) => [name, note])).toEqual([
        ["=1+1", "hooked"],
        ["b", "@x"],
      ]);
    });

    it("a streamed create keeps created records if the client disconnects, and nothing if strict", async () => {
      for (const strict of [true, false]) {
        const request = http.request({
          host: "127.0.0.1",
          port: server.port,
          method: "POST",
          path: "/api/data/item",
          headers: { "Content-Type": NDJSON, ...(strict && STRICT) },
        });
        const failed = once(request, "error").catch((error: unknown) => error);
        for (let index = 0; index < 500; index++) request.write(`{"name":"n${index}"}\n`);
        await (strict ? sleep(300) : expect.poll(async () => (await names()).length).toBe(400));
        request.write('{"name":"half');
        request.destroy(new Error("gone"));
        await failed;
        await sleep(100);
        expect((await names()).length).toBe(strict ? 0 : 400);
      }
    });
  });
}
