import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import type { Request } from "express";
import { expect, it } from "vitest";
import { ApiError } from "../../../runtime/errors/api-error.js";
import { bodyChunks } from "../../../runtime/http/bodies/body-chunks.js";

const MEGABYTE = 1e6;
// 2 MB that inflate to 2 GB: gzip allows several members in a row (RFC 1952).
const member = gzipSync(Buffer.alloc(32 * MEGABYTE));
const bomb = Buffer.concat(Array.from({ length: 64 }, () => member));

/** The most memory that a server takes to reject the bomb at a limit. */
async function memoryAt(limit: number): Promise<number> {
  let before = 0;
  let most = 0;
  let length = 0;
  const server = http.createServer((req, res) => {
    void (async () => {
      before = process.memoryUsage.rss();
      try {
        for await (const chunk of bodyChunks(req as Request, { maxStreamBytes: limit }, "malformed-csv")) {
          length += chunk.length;
          most = Math.max(most, process.memoryUsage.rss() - before);
        }
        res.end("all of it");
      } catch (error) {
        res.end(error instanceof ApiError ? error.code : String(error));
      }
    })();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const request = http.request({ port, method: "POST", headers: { "Content-Encoding": "gzip" } });
  request.end(bomb);
  const [response] = (await once(request, "response")) as [http.IncomingMessage];
  let text = "";
  for await (const part of response) text += String(part);
  server.close();
  expect(text).toBe("body-too-large");
  expect(length).toBeGreaterThan(limit - MEGABYTE);
  expect(length).toBeLessThanOrEqual(limit);
  return most;
}

it("a small body that inflates to gigabytes is rejected at the limit, with no more memory at a limit that is six times as high", async () => {
  const low = await memoryAt(100 * MEGABYTE);
  const high = await memoryAt(600 * MEGABYTE);
  expect(Math.max(low, high - low)).toBeLessThan(100 * MEGABYTE);
});
