import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { addUser, PASSWORD } from "../callers.js";
import { field, openEntity } from "../fields.js";
import type { Harness } from "../harness.js";
import { paths } from "../paths.js";
import { secretKey } from "../tokens.js";

const title = "x".repeat(200);

export function compressionCases({ serve }: Harness): void {
  const entities = { note: openEntity({ title: field("string") }) };
  const off = serve({ entities });
  const server = serve({ entities, auth: { secretKey }, server: { compression: { minBytes: 100 } } });
  const path = paths.findAll("note");
  const accept = { "Accept-Encoding": "gzip" };

  it("compression is off by default", async () => {
    for (let i = 0; i < 10; i++) await off.api.repository("note").create({ title });
    const { headers } = await off.get(path, accept);
    expect(headers).not.toHaveProperty("content-encoding");
    expect(headers).not.toHaveProperty("vary");
  });

  it("large answers are compressed with an encoding that the client accepts", async () => {
    for (let i = 0; i < 3; i++) await server.api.repository("note").create({ title });
    const plain = await server.get(path);
    expect(plain.bytes.length).toBeGreaterThan(100);
    expect(plain.headers).toMatchObject({
      "content-length": String(plain.bytes.length),
      vary: "Authorization, Accept-Encoding",
    });
    expect(plain.headers).not.toHaveProperty("content-encoding");
    const zipped = await server.get(path, accept);
    expect(zipped.headers).toMatchObject({
      "content-encoding": "gzip",
      "content-type": "application/json; charset=utf-8",
      "cache-control": "no-store",
      vary: "Authorization, Accept-Encoding",
    });
    expect(zipped.headers).not.toHaveProperty("content-length");
    expect(zipped.bytes.length).toBeLessThan(plain.bytes.length / 2);
    expect(gunzipSync(zipped.bytes).toString()).toBe(plain.text);
    const brotli = await server.get(path, { "Accept-Encoding": "gzip, br" });
    expect(brotliDecompressSync(brotli.bytes).toString()).toBe(plain.text);
    const refused = await server.get(path, { "Accept-Encoding": "gzip;q=0, x" });
    expect(refused.text).toBe(plain.text);
  });

  it("small answers are not compressed", async () => {
    const reply = await server.get(paths.findAll("note", "id", 0, 0), accept);
    expect(reply.status).toBe(200);
    expect(reply.headers["content-length"]).toBe(String(reply.bytes.length));
    expect(reply.headers["vary"]).toBe("Authorization, Accept-Encoding");
  });

  it("HEAD is answered as without compression", async () => {
    const plain = await server.get(path);
    const head = await server.request("HEAD", path, { headers: accept });
    expect([head.status, head.text]).toEqual([200, ""]);
    expect({ ...head.headers, date: "" }).toEqual({ ...plain.headers, date: "" });
  });

  it("answers to requests with cookies are not compressed", async () => {
    const reply = await server.get(path, { ...accept, Cookie: "a=b" });
    expect(reply.bytes.length).toBeGreaterThan(100);
    expect(reply.headers).not.toHaveProperty("content-encoding");
  });

  it("answers with tokens are not compressed", async () => {
    await addUser(server, "anna");
    for (const path of ["/api/auth/token", "/API/AUTH/token/?x=1"]) {
      const body = { username: "anna", password: PASSWORD };
      const reply = await server.post(path, body, accept);
      expect(reply.status).toBe(200);
      expect(reply.bytes.length).toBeGreaterThan(100);
      expect(reply.headers).not.toHaveProperty("content-encoding");
    }
  });

  it("problems are compressed like other answers", async () => {
    const body = Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`unknown${i}`, 1]));
    const headers = { ...accept, Prefer: "handling=strict" };
    const reply = await server.post(paths.entity("note"), body, headers);
    expect(reply.status).toBe(400);
    expect(reply.headers["content-encoding"]).toBe("gzip");
    expect(JSON.parse(gunzipSync(reply.bytes).toString())).toMatchObject({ code: "invalid-fields" });
  });
}
