import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { expectJson, expectProblem, pageOf, snapshot } from "../expectations.js";
import { field, openEntity } from "../fields.js";
import type { Harness } from "../harness.js";
import { paths } from "../paths.js";
import { titled } from "../titled.js";

const JSON_TYPE = { "Content-Type": "application/json" };

export function bodyCases({ serve }: Harness): void {
  describe("of each media type", () => {
    const server = serve({ entities: { note: openEntity({ text: field("text") }) } });
    const body = '{"text":"é"}';

    it.each([
      "application/json",
      "APPLICATION/JSON",
      "application/json;charset=utf-8",
      "application/json; charset=UTF-8",
      'application/json ; charset="utf-8"',
      "application/json; charset=utf8",
      "application/json; profile=x",
      "application/merge-patch+json",
      "application/vnd.api+json",
      "application/problem+json; charset=utf-8",
    ])("a body of the media type %s is accepted", async (type) => {
      const reply = await server.post("/api/data/note", body, {
        "Content-Type": type,
        Prefer: "return=representation",
      });
      expect(reply.status).toBe(201);
      expect(reply.json).toMatchObject({ text: "é" });
    });

    it.each([
      undefined,
      "",
      "text/plain",
      "text/json",
      "application/jsonp",
      "application/javascript",
      "application/xml",
      "application/x-www-form-urlencoded",
      "multipart/form-data; boundary=x",
      "json",
      "application",
      "*/*",
      "application/json, text/plain",
      "text/plain; application/json",
      "application/json; charset=iso-8859-1",
      "application/json; charset=utf-16",
      "application/json; charset=",
      "application/json; x=charset; charset=latin1",
    ])("a body of the media type %s is rejected", async (type) => {
      const before = await snapshot(server);
      for (const [method, path] of [
        ["POST", "/api/data/note"],
        ["PUT", "/api/data/note/1"],
        ["PATCH", "/api/data/note/1"],
      ] as const) {
        const headers = type === undefined ? {} : { "Content-Type": type };
        expectProblem(await server.request(method, path, { headers, body }), "unsupported-media-type", {
          detail: 'Send the body as "Content-Type: application/json", in UTF-8.',
        });
      }
      expect(await snapshot(server)).toBe(before);
    });

    it("an empty body is rejected", async () => {
      expectProblem(await server.post("/api/data/note"), "unsupported-media-type");
      for (const length of ["Content-Length: 0\r\n", ""]) {
        const reply = await server.send(
          `POST /api/data/note HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${length}Connection: close\r\n\r\n`,
        );
        expectProblem(reply, "malformed-json", { detail: "The body is empty; send a JSON object." });
      }
    });

    it.each([
      ['{"text":"a",}', "at character 13"],
      ['{\n  "text": "a"\n  "x": 1\n}', "at line 3, character 3"],
      ["{text:1}", "at character 2"],
      ['{"text":"a"}}', "at character 13"],
      ['{"text":"a"', ": it ends too early"],
      ['{"text":"a', ": it ends too early"],
    ])("a body must be JSON, and the answer names the place of the mistake: %s", async (text, place) => {
      const reply = await server.post("/api/data/note", text, JSON_TYPE);
      const detail = `The body is not valid JSON ${place}.`.replace(" :", ":");
      expectProblem(reply, "malformed-json", { detail });
    });

    it("a body must be UTF-8", async () => {
      const before = await snapshot(server);
      for (const bytes of [
        [0xff, 0xfe],
        [0xc3, 0x28],
        [0xed, 0xa0, 0x80],
        [0xf0, 0x9f],
        [0xc0, 0x80],
      ]) {
        const text = Buffer.concat([Buffer.from('{"text":"'), Buffer.from(bytes), Buffer.from('"}')]);
        expectProblem(await server.post("/api/data/note", text, JSON_TYPE), "malformed-json", {
          detail: "The body is not valid UTF-8.",
        });
      }
      const utf16 = Buffer.from(body, "utf16le");
      expectProblem(await server.post("/api/data/note", utf16, JSON_TYPE), "malformed-json");
      expect(await snapshot(server)).toBe(before);
    });

    it("a body can start with a byte order mark", async () => {
      const reply = await server.post("/api/data/note", `\ufeff${body}`, JSON_TYPE);
      expect(reply.status).toBe(201);
    });

    it("a body can be sent in chunks", async () => {
      const reply = await server.send(
        "POST /api/data/note HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nPrefer: return=representation\r\n" +
          'Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n5\r\n{"tex\r\n9\r\nt":"split\r\n2\r\n"}\r\n0\r\n\r\n',
      );
      expect(reply.status).toBe(201);
      expect(reply.json).toMatchObject({ text: "split" });
    });

    it("a body can be compressed with gzip, deflate or Brotli", async () => {
      for (const [encoding, bytes] of [
        ["gzip", gzipSync(body)],
        ["GZIP", gzipSync(body)],
        ["deflate", deflateSync(body)],
        ["br", brotliCompressSync(body)],
        ["identity", Buffer.from(body)],
      ] as const) {
        const headers = { ...JSON_TYPE, "Content-Encoding": encoding };
        expect((await server.post("/api/data/note", bytes, headers)).status, encoding).toBe(201);
      }
    });

    it("a body that cannot be decompressed is rejected", async () => {
      const before = await snapshot(server);
      for (const [encoding, bytes] of [
        ["gzip", Buffer.from(body)],
        ["gzip", gzipSync(body).subarray(0, 12)],
        ["br", Buffer.from(body)],
        ["deflate", Buffer.from("x")],
      ] as const) {
        const headers = { ...JSON_TYPE, "Content-Encoding": encoding };
        expectProblem(await server.post("/api/data/note", bytes, headers), "malformed-json");
      }
      for (const encoding of ["compress", "x", "gzip, gzip"]) {
        const headers = { ...JSON_TYPE, "Content-Encoding": encoding };
        expectProblem(await server.post("/api/data/note", body, headers), "unsupported-media-type");
      }
      expect(await snapshot(server)).toBe(before);
    });

    it.each(
      titled([
        `{"text":"a","x":${"[".repeat(31)}${"]".repeat(31)}}`,
        `{"text":"a","x":${'{"a":'.repeat(31)}1${"}".repeat(31)}}`,
        `{"text":"${"[{".repeat(1000)}"}`,
        '{"text":"\\"[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[["}',
      ]),
    )("a body can be 32 levels deep: %s", async (_, text) => {
      expect((await server.post("/api/data/note", text, JSON_TYPE)).status).toBe(201);
    });

    it.each(
      titled([
        `{"text":"a","x":${"[".repeat(32)}${"]".repeat(32)}}`,
        `{"text":"a","x":${'{"a":'.repeat(32)}1${"}".repeat(32)}}`,
        `${"[".repeat(50_000)}${"]".repeat(50_000)}`,
      ]),
    )("a body cannot be deeper than 32 levels: %s", async (_, text) => {
      const before = await snapshot(server);
      expectProblem(await server.post("/api/data/note", text, JSON_TYPE), "malformed-json", {
        detail: "The body is nested more than 32 levels deep.",
      });
      expect(await snapshot(server)).toBe(before);
    });

    it.each(
      titled([
        "[".repeat(100_000),
        // The second value contains a number that only a recursive parser reads exactly.
        `{"text":"a","x":${"[".repeat(40_000)}${"]".repeat(40_000)},"x":12345678901234567890}`,
      ]),
    )(
      "a body that is deep and unterminated, or deep in a value that is replaced, is rejected: %s",
      async (_, body) => {
        const before = await snapshot(server);
        expectProblem(await server.post("/api/data/note", body, JSON_TYPE), "malformed-json", {
          detail: "The body is not valid JSON.",
        });
        expect(await snapshot(server)).toBe(before);
      },
    );
  });

  describe("of each size", () => {
    const server = serve({
      entities: {
        note: openEntity({ text: field("text") }),
        big: openEntity({ text: field("text") }, { maxBodyBytes: 200_000 }),
        small: openEntity({ text: field("text") }, { maxBodyBytes: 20 }),
      },
    });
    const ofBytes = (bytes: number) => `{"text":"${"x".repeat(bytes - 11)}"}`;

    it.each([
      ["note", 102_400],
      ["big", 200_000],
      ["small", 20],
    ])("the entity %s accepts a body of %d bytes and not one more", async (entity, limit) => {
      const path = paths.entity(entity);
      const fits = await server.post(path, ofBytes(limit), JSON_TYPE);
      expectJson(fits, 201, 1);
      const detail = `The body is larger than ${limit} bytes.`;
      for (const [method, at] of [
        ["POST", path],
        ["PATCH", `${path}/1`],
        ["PUT", `${path}/1`],
      ] as const) {
        const reply = await server.request(method, at, { headers: JSON_TYPE, body: ofBytes(limit + 1) });
        expectProblem(reply, "body-too-large", { detail });
      }
      expect(pageOf(await server.get(paths.findAll(entity))).count).toBe(1);
    });

    it("the maximum size of a body counts bytes, not characters", async () => {
      const body = `{"text":"${"é".repeat(60_000)}"}`;
      expectProblem(await server.post("/api/data/note", body, JSON_TYPE), "body-too-large");
    });

    it("the maximum size of a body counts the bytes of all chunks", async () => {
      const chunk = "x".repeat(30_000);
      const chunks = Array.from({ length: 4 }, () => `7530\r\n${chunk}\r\n`).join("");
      const reply = await server.send(
        "POST /api/data/note HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n" +
          `Connection: close\r\n\r\n9\r\n{"text":"\r\n${chunks}2\r\n"}\r\n0\r\n\r\n`,
      );
      expectProblem(reply, "body-too-large");
    });

    it("the maximum size of a body counts decompressed bytes", async () => {
      const headers = { ...JSON_TYPE, "Content-Encoding": "gzip" };
      const bomb = gzipSync(ofBytes(10_000_000));
      expect(bomb.length).toBeLessThan(20_000);
      expectProblem(await server.post("/api/data/note", bomb, headers), "body-too-large");
    });
  });

  describe("with a limit of the server", () => {
    const server = serve({
      entities: {
        note: openEntity({ text: field("text") }),
        big: openEntity({ text: field("text") }, { maxBodyBytes: 100 }),
      },
      server: { maxBodyBytes: 50 },
    });

    it("the server's maximum size of bodies applies to every entity without its own limit", async () => {
      const body = { text: "x".repeat(50) };
      expectProblem(await server.post("/api/data/note", body), "body-too-large");
      expectJson(await server.post("/api/data/big", body), 201, 1);
    });
  });
}
