import { once } from "node:events";
import { createServer, ServerResponse, type RequestListener } from "node:http";
import { connect, Socket, type AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, describe, expect, it, vi } from "vitest";
import { sendJson } from "../../../runtime/http/send.js";

const servers: ReturnType<typeof createServer>[] = [];
afterEach(() => {
  vi.restoreAllMocks();
  for (const server of servers.splice(0)) server.close();
});

/** The answers of a server to requests that arrive together on one connection. */
async function answers(requests: string, listener: RequestListener, response = ServerResponse) {
  const server = createServer({ ServerResponse: response }, listener);
  servers.push(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  socket.write(requests);
  return text(socket);
}

const get = (path: string, last = false) =>
  `GET ${path} HTTP/1.1\r\nHost: a\r\n${last ? "Connection: close\r\n" : ""}\r\n`;

describe("JSON that is sent", () => {
  it("JSON is sent in one chunk with its head", async () => {
    const several = vi.spyOn(Socket.prototype as Socket & { _writev: () => void }, "_writev");
    const answer = await answers(get("/", true), (_req, res) => {
      sendJson(res, 200, '"ä"');
    });
    expect(answer).toContain("Content-Length: 4\r\n");
    expect(answer.endsWith('\r\n\r\n"ä"')).toBe(true);
    expect(several).not.toHaveBeenCalled();
  });

  it("JSON answers keep the order of pipelined requests, also if later ones are answered first", async () => {
    const requests = Array.from({ length: 20 }, (_, index) => get(`/${index}`, index === 19)).join("");
    const answer = await answers(requests, (req, res) => {
      const place = Number(req.url?.slice(1));
      setTimeout(() => {
        sendJson(res, 200, JSON.stringify(`${place} ${"x".repeat(place * 5_000)}`));
      }, 20 - place);
    });
    const places = Array.from(answer.matchAll(/"(\d+) x*"/g), ([, place]) => Number(place));
    expect(places).toEqual(Array.from({ length: 20 }, (_, index) => index));
  });

  it.each([
    ["text", '"täxt"'],
    ["bytes", Buffer.from('"täxt"')],
  ])("JSON that is sent as %s has a Content-Length, and no body for HEAD", async (_, body) => {
    for (const [method, end] of [
      ["GET", '"täxt"'],
      ["HEAD", ""],
    ] as const) {
      const answer = await answers(get("/", true).replace("GET", method), (_req, res) => {
        sendJson(res, 200, body);
      });
      expect(answer).toContain("Content-Type: application/json; charset=utf-8\r\nContent-Length: 7\r\n");
      expect(answer.endsWith(`\r\n\r\n${end}`)).toBe(true);
    }
  });

  it("JSON that is sent reaches middleware that replaces `end` as a whole, for one answer or for all", async () => {
    const seen: unknown[] = [];
    class Watched extends ServerResponse {
      override end(...args: never[]): this {
        seen.push(args[0]);
        return super.end(...args);
      }
    }
    await answers(
      get("/", true),
      (_req, res) => {
        sendJson(res, 200, "1");
      },
      Watched as typeof ServerResponse,
    );
    await answers(get("/", true), (_req, res) => {
      const end = res.end.bind(res);
      res.end = (...args: never[]) => {
        seen.push(args[0]);
        return end(...args);
      };
      sendJson(res, 200, "2");
    });
    expect(seen).toEqual(["1", "2"]);
  });
});
