import type dns from "node:dns";
import http from "node:http";
import net, { type AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { isPrivateAddress, isPublicAddress } from "../../../runtime/model/values/public-address.js";
import { guardedLookup, type Reach } from "../../../runtime/webhooks/guarded-lookup.js";
import { post, type HookAnswer, type Post } from "../../../runtime/webhooks/post.js";
import { gapAfter } from "../../../runtime/webhooks/retry-plan.js";

const servers: net.Server[] = [];
const sockets = new Set<net.Socket>();
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  await Promise.all(servers.splice(0).map((server) => new Promise((resolve) => server.close(resolve))));
});

async function listen(server: net.Server): Promise<string> {
  servers.push(server);
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
    socket.on("error", () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

/** A server that sends these bytes after the head of a request. */
const raw = (write: (socket: net.Socket) => void) =>
  listen(
    net.createServer((socket) =>
      socket.once("data", () => {
        write(socket);
      }),
    ),
  );

const send = (url: string, options: Partial<Post> = {}): Promise<HookAnswer> =>
  post({ url, headers: {}, body: "{}", timeout: 60_000, isPrivateAllowed: true, ...options });

/** In milliseconds: much longer than the time limit, also on a machine that stands still. */
const LONG = 20_000;

const timed = async (url: string, timeout = 300) => {
  const begin = performance.now();
  const answer = await send(url, { timeout });
  return { answer, ms: performance.now() - begin };
};

describe("a receiver", () => {
  it("a receiver of webhooks that answers is quoted with the beginning of its answer", async () => {
    const url = await listen(
      http.createServer((_, res) => res.writeHead(429, { "Retry-After": "7" }).end("x".repeat(10_000))),
    );
    const answer = await send(url);
    expect(answer).toEqual({
      status: 429,
      summary: "429 Too Many Requests",
      text: "x".repeat(4096),
      retryAfter: "7",
    });
  });

  it("a receiver that hangs is given up at the time limit, before and after its head", async () => {
    const silent = await timed(await raw(() => undefined));
    expect(silent.answer).toMatchObject({ status: undefined, summary: "no answer within 300 ms" });
    expect(silent.ms).toBeLessThan(LONG);
    const half = await timed(await raw((socket) => socket.write("HTTP/1.1 200 OK\r\nContent-Le")));
    expect(half.answer.status).toBeUndefined();
    const body = await timed(
      await raw((socket) => socket.write("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n")),
      // The head comes in time.
      4_000,
    );
    expect(body.answer.status).toBe(200);
    expect(body.ms).toBeLessThan(LONG);
  });

  it("a receiver that trickles is given up at the time limit", async () => {
    const trickle = (text: string) => (socket: net.Socket) => {
      let sent = 0;
      const timer = setInterval(() => socket.write(text.charAt(sent++ % text.length)), 5);
      socket.once("close", () => {
        clearInterval(timer);
      });
    };
    const head = await timed(await raw(trickle(`HTTP/1.1 200 OK\r\n${"X-A: b\r\n".repeat(1000)}`)));
    expect(head.answer.status).toBeUndefined();
    expect(head.ms).toBeLessThan(LONG);
    const more = await timed(await raw(trickle("HTTP/1.1 100 Continue\r\n\r\n")));
    expect(more.answer.status).toBeUndefined();
    expect(more.ms).toBeLessThan(LONG);
  });

  it("a receiver's answer of 1 GB is read only at its beginning", async () => {
    let written = 0;
    const url = await raw((socket) => {
      socket.write("HTTP/1.1 200 OK\r\nContent-Length: 1073741824\r\n\r\n");
      const part = Buffer.alloc(65_536, "x");
      const write = () => {
        while (!socket.destroyed && written < 1_073_741_824) {
          written += part.length;
          if (!socket.write(part)) return void socket.once("drain", write);
        }
      };
      write();
    });
    const answer = await send(url);
    expect(answer.status).toBe(200);
    expect(answer.text).toHaveLength(4096);
    expect(written).toBeLessThan(64 * 1024 * 1024);
  });

  it("a receiver that redirects is not followed", async () => {
    let followed = 0;
    const other = await listen(http.createServer((_, res) => (followed++, res.end())));
    const url = await listen(http.createServer((_, res) => res.writeHead(307, { Location: other }).end()));
    expect(await send(url)).toMatchObject({ status: 307 });
    expect(followed).toBe(0);
  });

  it("a receiver that is not there, or breaks off, gives the reason or no status", async () => {
    const url = await listen(net.createServer());
    servers.pop()?.close();
    expect(await send(url)).toMatchObject({
      status: undefined,
      summary: expect.stringContaining("ECONNREFUSED") as string,
    });
    const broken = await raw((socket) => socket.destroy());
    expect(await send(broken)).toMatchObject({ status: undefined });
    const nonsense = await raw((socket) => socket.end("no http\r\n\r\n"));
    expect(await send(nonsense)).toMatchObject({ status: undefined });
  });

  it("a receiver in a private network is not connected to, unless that is allowed", async () => {
    let connections = 0;
    const url = await listen(net.createServer(() => connections++));
    const { port } = new URL(url);
    for (const host of [
      "127.0.0.1",
      "2130706433",
      "0x7f.1",
      "[::1]",
      "[::ffff:127.0.0.1]",
      "localhost",
      "0.0.0.0",
    ]) {
      const answer = await send(`https://${host}:${port}/`, { isPrivateAllowed: false });
      expect(answer, host).toMatchObject({
        status: undefined,
        summary: expect.stringContaining("is not public") as string,
      });
    }
    expect(connections).toBe(0);
    // Without TLS, nothing goes over the public internet.
    expect((await send("http://93.184.215.14/")).summary).toContain("is public");
  });
});

describe("addresses", () => {
  it("IP addresses are public or not, by their ranges", () => {
    const inner =
      "0.0.0.0 10.1.2.3 100.64.0.1 100.127.255.255 127.9.9.9 169.254.169.254 172.16.0.1 172.31.255.255 192.0.0.8 " +
      "192.0.2.1 192.168.1.1 198.18.0.1 198.51.100.1 203.0.113.1 224.0.0.1 239.1.1.1 255.255.255.255 " +
      ":: ::1 ::ffff:8.8.8.8 ::ffff:7f00:1 64:ff9b::7f00:1 64:ff9b:1::1 fc00::1 fd12::1 fe80::1 fe80::1%lo ff02::1 " +
      "2001::1 2001:db8::1 2002:7f00:1:: 3fff::1 fec0::1 100::1 ::127.0.0.1 5f00::1 localhost 1.2.3 -";
    expect(inner.split(" ").filter(isPublicAddress)).toEqual([]);
    const outer =
      "8.8.8.8 1.1.1.1 100.63.255.255 100.128.0.1 172.15.0.1 172.32.0.1 192.0.1.1 2606:4700::1111 2a00::1";
    expect(outer.split(" ").filter((address) => !isPublicAddress(address))).toEqual([]);
  });

  it("without TLS, an IPv6 address that stands for one of IPv4 is not taken as private", async () => {
    const standing =
      "::ffff:8.8.8.8 ::ffff:10.0.0.1 ::ffff:0:808:808 64:ff9b::808:808 64:ff9b:1::808:808 2002:808:808::1 2001::1";
    const others = "ff02::1 :: 8.8.8.8 2606:4700::1111 localhost -";
    expect(`${standing} ${others}`.split(" ").filter(isPrivateAddress)).toEqual([]);
    const inner =
      "127.0.0.1 10.1.2.3 172.16.0.1 192.168.1.1 169.254.1.1 100.64.0.1 ::1 fc00::1 fd12::1 fe80::1 fe80::1%lo";
    expect(inner.split(" ").filter((address) => !isPrivateAddress(address))).toEqual([]);
    expect((await send("http://[::ffff:8.8.8.8]/")).summary).toContain("is not private");
  });

  const ask = (reach: Reach, answer: unknown, all: boolean) => {
    const lookup = ((_: string, __: object, callback: (error: unknown, found: unknown) => void) => {
      if (answer instanceof Error) callback(answer, undefined);
      else callback(null, answer);
    }) as unknown as typeof dns.lookup;
    return new Promise<unknown[]>((resolve) => {
      guardedLookup(reach, lookup)("name", { all }, (...given) => {
        resolve(given);
      });
    });
  };
  const good = { address: "8.8.8.8", family: 4 };
  const bad = { address: "10.0.0.1", family: 4 };

  it("all addresses of a receiver's name are checked at each connection", async () => {
    expect(await ask("public", [good], true)).toEqual([null, [good]]);
    expect(await ask("public", [good], false)).toEqual([null, "8.8.8.8", 4]);
    for (const all of [true, false])
      for (const answer of [[bad], [good, bad], [], new Error("SERVFAIL")])
        expect((await ask("public", answer, all))[0]).toBeInstanceOf(Error);
    expect((await ask("private", [good], true))[0]).toBeInstanceOf(Error);
    expect((await ask("private", [{ address: "::ffff:8.8.8.8", family: 6 }], true))[0]).toBeInstanceOf(Error);
    expect((await ask("private", [bad], true))[0]).toBeNull();
    expect((await ask("any", [good, bad], true))[0]).toBeNull();
  });
});

describe("the gap after a try", () => {
  it("the gaps between tries grow to about three days in all, and are at least what the receiver asks", () => {
    const gaps = Array.from({ length: 9 }, (_, index) => gapAfter(index + 1, undefined));
    expect(gaps).toEqual(gaps.toSorted((a, b) => a - b));
    const hours = gaps.reduce((sum, gap) => sum + gap, 0) / 3_600_000;
    expect(hours).toBeGreaterThan(60);
    expect(hours).toBeLessThan(84);
    expect(gapAfter(1, "600")).toBe(600_000);
    expect(gapAfter(1, new Date(Date.now() + 900_000).toUTCString())).toBeGreaterThan(800_000);
    expect(gapAfter(1, "999999999")).toBe(86_400_000);
    for (const nonsense of ["-1", "soon", "soon 2099", "2099-01-01", "1e9", "99999999999999", ""])
      expect(gapAfter(1, nonsense)).toBeLessThan(10_000);
    expect(new Set(Array.from({ length: 20 }, () => gapAfter(3, undefined))).size).toBeGreaterThan(1);
  });
});
