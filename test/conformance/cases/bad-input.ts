import { afterEach, beforeAll, describe, expect, it } from "vitest";
import type { ProblemCode } from "../../../runtime/errors/codes.js";
import { expectProblem, pageOf, snapshot } from "../expectations.js";
import { field, openEntity } from "../fields.js";
import type { Harness } from "../harness.js";
import { paths } from "../paths.js";
import { titled } from "../titled.js";

/** Texts that have caused bugs elsewhere. */
export const hostileTexts: readonly string[] = [
  "'",
  '"',
  "`",
  "\\",
  ";",
  "--",
  "/*",
  "*/",
  "%",
  "_",
  "' OR '1'='1",
  "1 OR 1=1",
  "1; DROP TABLE note",
  "id; DELETE FROM note; --",
  "title) UNION SELECT password FROM note --",
  '"; DROP TABLE "note"; --',
  "x' AND (SELECT 1 FROM information_schema.tables)=1 --",
  "[note]",
  "__proto__",
  "constructor",
  "prototype",
  "toString",
  "hasOwnProperty",
  "${7*7}",
  "{{7*7}}",
  "<script>alert(1)</script>",
  "../../etc/passwd",
  "..\\..\\windows",
  "/",
  "//",
  "?",
  "#",
  "\r\nX-Injected: 1",
  "\n",
  "\0",
  "a\0b",
  "\u2028",
  "\ufeff",
  "\u202e",
  "\u{1f600}",
  "İ",
  "ß",
  "NaN",
  "Infinity",
  "-0",
  "1e999",
  "0x7fffffff",
  "true",
  "undefined",
  "[object Object]",
  "x".repeat(10_000),
];

export function badInputCases({ serve }: Harness): void {
  const server = serve({
    entities: {
      note: openEntity({
        title: field("string"),
        views: field("int"),
        price: field("decimal"),
        data: field("json"),
      }),
    },
  });
  let before = "";

  beforeAll(async () => {
    await server.api.repository("note").create({ title: "kept", views: 1, data: { a: 1 } });
    before = await snapshot(server);
  });

  afterEach(async () => {
    expect(await snapshot(server)).toBe(before);
    expect(pageOf(await server.get(paths.findAll("note"))).count).toBe(1);
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
  });

  describe("in each part of a path", () => {
    // Numbers are ids and counts. Blanks, slashes and the like change the path, and are tested below.
    const notNumbers = hostileTexts.filter((text) => text !== "-0");

    it.each(titled(notNumbers))("the text %s is rejected in each part of a path", async (_, text) => {
      const places: readonly (readonly [string, string, ProblemCode])[] = [
        ["GET", paths.findAll(text), "unknown-entity"],
        ["GET", paths.findAll("note", text), "invalid-order"],
        ["GET", paths.findAll("note", `~${text}`), "invalid-order"],
        ["GET", paths.findAll("note", "id", text), "invalid-page"],
        ["GET", paths.findAll("note", "id", 0, text), "invalid-page"],
        ["GET", paths.findById("note", text), "invalid-id"],
        ["GET", paths.findByCondition("note", `${text}=1`), "invalid-condition"],
        ["GET", paths.findByCondition("note", `views=${text}`), "invalid-condition"],
        ["GET", paths.findByCondition("note", `price>${text}`), "invalid-condition"],
        ["GET", paths.findByCondition("note", "id=1", text), "invalid-order"],
        ["GET", `/api/data/note/${encodeURIComponent(text)}/findall/id/0/10`, "unknown-path"],
        ["GET", `/api/data/note/public/${encodeURIComponent(text)}/id/0/10`, "unknown-path"],
        ["PUT", paths.record("note", text), "invalid-id"],
        ["PATCH", paths.record("note", text), "invalid-id"],
        ["DELETE", paths.record("note", text), "invalid-id"],
        ["POST", paths.entity(text), "unknown-entity"],
        ["DELETE", paths.record(text, 1), "unknown-entity"],
      ];
      for (const [method, path, code] of places) {
        const body = method === "GET" || method === "DELETE" ? undefined : { title: "x" };
        // Node.js itself rejects headers that are too large.
        if (path.length > 15_000) continue;
        const reply = await server.request(method, path, { body });
        expect(reply.headers["x-injected"]).toBeUndefined();
        expectProblem(reply, path.length > 8_192 ? "url-too-long" : code);
      }
    });

    it.each(titled(hostileTexts.filter((text) => text.length < 4000 && !text.includes("\0"))))(
      "%s in a condition is compared as plain text",
      async (_, text) => {
        const quoted = `"${text.replace(/["\\]/g, "\\$&")}"`;
        for (const operator of ["=", "~", "<", ">", "<>"]) {
          const path = paths.findByCondition("note", `title${operator}${quoted}`);
          expect(pageOf(await server.get(path)).count).toBe(
            operator === "=" || operator === "~"
              ? 0
              : operator === "<>"
                ? 1
                : Number(operator === "<" ? "kept" < text : "kept" > text),
          );
        }
      },
    );
  });

  describe("in raw paths", () => {
    it.each<readonly [string, ProblemCode]>([
      ["/api/data/%", "malformed-path"],
      ["/api/data/%zz/public/findall/id/0/1", "malformed-path"],
      ["/api/data/%E2%82/public/findall/id/0/1", "malformed-path"],
      ["/api/data/note/public/findall/%ff/0/1", "malformed-path"],
      ["/api/data/note/public/findbycondition/id/0/1/title=%ed%a0%80", "malformed-path"],
      ["/api/data/note/public/findbycondition/id/0/1/title=100%", "malformed-path"],
      ["/api/data/note/public/findbyid/%c0%af", "malformed-path"],
      ["/api/data/note/%2e%2e/findall/id/0/1", "unknown-path"],
      ["/api/data/../data/note/public/findbyid/1", "unknown-entity"],
      ["/api/data/./note/public/findbyid/1", "unknown-entity"],
      ["/api/data//note/public/findbyid/1", "unknown-path"],
      ["/api/data/note//public/findbyid/1", "unknown-path"],
      ["/api//data/note/public/findbyid/1", "unknown-path"],
      ["/api/data/note%2fpublic%2ffindbyid%2f1", "unknown-entity"],
      ["/api/data/note;x=1/public/findbyid/1", "unknown-entity"],
      ["/api/data/note/public/findbyid/1%00", "invalid-id"],
      ["/api/data/note%00/public/findbyid/1", "unknown-entity"],
      ["/api/data/note%20/public/findbyid/1", "unknown-entity"],
      ["/api/data/%20note/public/findbyid/1", "unknown-entity"],
      ["/api/data/note/public/findbycondition/id/0/1/%00", "invalid-condition"],
      ["/api/data/note/public/findbycondition/id/0/1/title=%00", "invalid-condition"],
      ["/api/data/note/public/findbyid/%31%2c%32", "invalid-id"],
      ["/%61pi/data/note/public/findbyid/1", "unknown-path"],
      ["/api/data/note/public/find%62yid/1", "unknown-path"],
    ])("the raw path %s is rejected", async (path, code) => {
      expectProblem(await server.get(path), code);
    });

    it.each<readonly [string, ProblemCode]>([
      ["/api/data/nothing#%zz", "unknown-entity"],
      ["/api/data/nothing\\%zz#", "unknown-entity"],
      ["/api/data/nothing/x#/%", "unknown-entity"],
      ["/api/data/#%", "unknown-path"],
      ["/#%zz", "unknown-path"],
      ["http://example.com/api/data/%zz", "malformed-path"],
      ["*", "unknown-path"],
      ["/api/data/note/public/findbyid/x?y=#z", "invalid-id"],
    ])("the request target %s, sent unchanged, is rejected", async (path, code) => {
      const head = `${path === "*" ? "OPTIONS" : "GET"} ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`;
      expectProblem(await server.send(Buffer.from(head, "latin1")), code);
    });
  });

  describe("in bodies", () => {
    const send = (body: string | Buffer, headers: Readonly<Record<string, string>> = {}) =>
      server.post("/api/data/note", body, { "Content-Type": "application/json", ...headers });

    it.each(
      titled([
        `{"title":"x","views":${"9".repeat(50_000)}}`,
        `{"views":1e${"9".repeat(1000)}}`,
        `{"views":-${"9".repeat(400)}}`,
        `{"price":${"1".repeat(20_000)}.${"1".repeat(20_000)}}`,
        `{"price":"${"1".repeat(90_000)}"}`,
        `{"price":1e999999999}`,
        `{"price":"1e999"}`,
        `{"title":{"$gt":""}}`,
        `{"title":["a"]}`,
        `{"views":{"valueOf":1}}`,
        `{"views":[1]}`,
        `{"title":{"toString":"x","length":1}}`,
        `{"title":"\\u0000"}`,
        `{"title":"\\ud800"}`,
        `{"title":"${"x".repeat(90_000)}"}`,
        `{"data":"\\udfff"}`,
        `{"data":{"\\u0000":1}}`,
        `{"title":"a","Title":"b"}`,
        `{"views":true}`,
        `{"views":""}`,
        `{"views":"1 OR 1=1"}`,
      ]),
    )("the body %s is rejected in a create and an update", async (_, body) => {
      expectProblem(await send(body), "invalid-fields");
      expectProblem(
        await server.patch("/api/data/note/1", body, { "Content-Type": "application/json" }),
        "invalid-fields",
      );
    });

    it("hostile texts in a body are stored unchanged", async () => {
      for (const text of hostileTexts.filter((each) => !each.includes("\0") && each.length <= 255)) {
        const reply = await server.post(
          "/api/data/note",
          { title: text, data: { [text]: text } },
          { Prefer: "return=representation" },
        );
        expect(reply.status).toBe(201);
        const record = reply.json as { id: number };
        expect(record).toMatchObject({ title: text });
        expect(reply.text).toContain(JSON.stringify({ [text]: text }));
        await server.delete(paths.record("note", record.id));
      }
    });

    it("a body with members such as __proto__ does not change prototypes", async () => {
      for (const body of [
        '{"__proto__":{"polluted":1,"title":"p"},"title":"x"}',
        '{"constructor":{"prototype":{"polluted":1}},"title":"x"}',
        '{"__proto__":null,"title":"x","views":12345678901234567890123}',
        '{"title":"x","data":{"__proto__":{"polluted":1}},"__defineGetter__":1,"toString":null,"hasOwnProperty":1}',
      ]) {
        const reply = await send(body, { Prefer: "return=representation" });
        if (reply.status === 201)
          await server.delete(paths.record("note", (reply.json as { id: number }).id));
        else expectProblem(reply, "invalid-fields");
        expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
      }
    });

    it("a body with a thousand unknown fields is accepted, and rejected with strict handling", async () => {
      const body = `{${Array.from({ length: 1000 }, (_, index) => `"f${index}":1`).join(",")}}`;
      const reply = await send(body);
      expect(reply.status).toBe(201);
      await server.delete(paths.record("note", reply.json as number));
      expectProblem(await send(body, { Prefer: "handling=strict" }), "invalid-fields");
    });
  });

  describe("in headers", () => {
    it.each(
      titled<Readonly<Record<string, string>>>([
        { Prefer: "x".repeat(8000) },
        { Prefer: `${",".repeat(4000)}=` },
        { Accept: "text/html" },
        { Accept: "application/xml;q=1, */*;q=0" },
        { Authorization: `Bearer ${"x".repeat(8000)}` },
        { Cookie: "__proto__=1; constructor=2" },
        { "X-Forwarded-Host": "evil.example", "X-Forwarded-Proto": "javascript" },
        { Host: "evil.example:99999" },
        { "If-None-Match": "*", "If-Modified-Since": "Thu, 01 Jan 2099 00:00:00 GMT", Range: "bytes=0-1" },
        { "Accept-Encoding": "gzip, br", "Accept-Charset": "utf-16" },
        { TE: "trailers", Upgrade: "h2c" },
        { "X-Odd": "\u00ff\u0080" },
      ]),
    )("the headers %s do not change a read", async (_, headers) => {
      const plain = await server.get(paths.findAll("note"));
      const reply = await server.get(paths.findAll("note"), headers);
      expect([reply.status, reply.text]).toEqual([200, plain.text]);
      expect(reply.headers["content-encoding"]).toBeUndefined();
    });

    it("a read with an unknown Expect header is rejected", async () => {
      const reply = await server.get(paths.findAll("note"), { Expect: "200-maybe" });
      expect(reply.status).toBe(417);
    });

    it.each([
      "Content-Length: abc",
      "Content-Length: -1",
      "Content-Length: 2\r\nContent-Length: 3",
      "Content-Length: 2\r\nTransfer-Encoding: chunked",
      "Transfer-Encoding: x",
      "Bad Header: 1",
      "No-Colon",
    ])("the header lines %j are rejected before the write", async (lines) => {
      const reply = await server.send(
        `POST /api/data/note HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${lines}\r\nConnection: close\r\n\r\n{}`,
      );
      expectProblem(reply, "malformed-request");
    });

    it("headers beyond the limit are rejected, and the answer names the limit", async () => {
      const reply = await server.send(
        `GET /api/data/note HTTP/1.1\r\nHost: x\r\nX-Long: ${"x".repeat(20_000)}\r\n\r\n`,
      );
      expectProblem(reply, "headers-too-large", { detail: /16384 bytes/ });
    });

    it("a create with an unknown Expect header is rejected", async () => {
      const reply = await server.send(
        "POST /api/data/note HTTP/1.1\r\nHost: x\r\nExpect: a miracle\r\nContent-Length: 0\r\nConnection: close\r\n\r\n",
      );
      expectProblem(reply, "expectation-failed");
    });

    it("a Content-Length over the limit is rejected before the body arrives", async () => {
      const reply = await server.send(
        "POST /api/data/note HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 999999999\r\n\r\n{",
      );
      expectProblem(reply, "body-too-large");
      expect(reply.headers["connection"]).toBe("close");
    });
  });
}
