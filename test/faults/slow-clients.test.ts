import { once } from "node:events";
import type { Server } from "node:http";
import net, { type AddressInfo, type Socket } from "node:net";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { DataApi, type ServerConfig } from "data-api";
import { describeDialects } from "../conformance/describe-dialects.js";
import { field, openEntity } from "../conformance/fields.js";
import type { TestApi } from "../conformance/start-server.js";

const HEAD = "POST /api/data/note HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n";
const FOUND = "GET /api/data/note/public/findall/id/0/10 HTTP/1.1\r\nHost: x\r\n";

/** With one connection to the database: whoever holds it stops everybody else. */
await describeDialects("slow clients", (dialect) => {
  const closings: (() => unknown)[] = [];

  beforeEach(() => {
    // Who is turned away is reported.
    vi.spyOn(console, "error").mockImplementation(() => undefined);
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    for (const close of closings.splice(0).toReversed()) await close();
  });

  async function serve(limits: ServerConfig): Promise<{ api: TestApi; server: Server; port: number }> {
    const { database, dispose } = await dialect.createDatabase();
    closings.push(dispose);
    const api = new DataApi({
      database: { ...database, pool: { max: 1 } },
      entities: { note: openEntity({ text: field("text") }) },
      server: { host: "127.0.0.1", ...limits },
    }) as unknown as TestApi;
    api.setupApiEndpoints();
    const server = await api.startAsync(0);
    closings.push(() => api.stopAsync());
    return { api, server, port: (server.address() as AddressInfo).port };
  }

  function connect(port: number, bytes = ""): Socket {
    const socket = net.connect(port, "127.0.0.1");
    socket.on("error", () => undefined);
    closings.push(() => socket.destroy());
    if (bytes !== "") socket.write(bytes);
    return socket;
  }

  /** The server's end of the next connection. */
  async function accepted(server: Server): Promise<Socket> {
    const [socket] = (await once(server, "connection")) as [Socket];
    return socket;
  }

  async function textOf(socket: Socket): Promise<string> {
    const chunks: Buffer[] = [];
    for await (const chunk of socket) chunks.push(chunk as Buffer);
    return Buffer.concat(chunks).toString("latin1");
  }

  async function expectOthersAnswered(port: number, count: number): Promise<void> {
    const text = await textOf(connect(port, `${FOUND}Connection: close\r\n\r\n`));
    expect(text).toContain(`{"count":${count},`);
  }

  const expectTimeout = (text: string) => {
    expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 408"]);
    expect(text).toContain("\r\nConnection: close\r\n");
    expect(text).toContain('"code":"request-timeout"');
  };

  const byHead: ServerConfig = { headersTimeout: 1_000 };
  const byRequest: ServerConfig = { requestTimeout: 1_000 };
  const byStall: ServerConfig = { stallTimeout: 1_000 };

  it.each([
    ["that say nothing", "", byHead],
    ["that do not end their headers", "GET / HTTP/1.1\r\nHost: x\r\n", byHead],
    ["that stop within their headers", "GET / HTTP/1.1\r\nHost: x\r\n", byStall],
    ["that do not send their body", `${HEAD}Content-Length: 20\r\n\r\n`, byRequest],
    ["that do not end their body", `${HEAD}Content-Length: 20\r\n\r\n{"text":`, byRequest],
    ["that do not end their chunks", `${HEAD}Transfer-Encoding: chunked\r\n\r\n5\r\n{"tex\r\n`, byRequest],
    ["that stop within their body", `${HEAD}Content-Length: 20\r\n\r\n{"text":`, byStall],
    [
      "that do not end what nobody reads",
      "POST /x HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n",
      byRequest,
    ],
  ])("%s are answered 408 and gone, and hold nobody up", async (_, bytes, limits) => {
    const { api, server, port } = await serve(limits);
    const slow = connect(port, bytes);
    const other = await accepted(server);
    await expectOthersAnswered(port, 0);
    const text = await textOf(slow);
    if (!bytes.startsWith("POST /x ")) expectTimeout(text);
    // It has been answered before that there is nothing: what follows is the end.
    else expect(text.match(/HTTP\/1\.1 \d+/g)?.[0]).toBe("HTTP/1.1 404");
    await vi.waitUntil(() => other.destroyed);
    await expectOthersAnswered(port, 0);
    expect((await api.repository("note").find()).count).toBe(0);
    // Whatever ran for it has ended.
    await api.stopAsync();
  });

  it("whose body comes piece by piece have so long for all of it", async () => {
    const { api, port } = await serve({ requestTimeout: 300, stallTimeout: 10_000 });
    const slow = connect(port, `${HEAD}Content-Length: 100000\r\n\r\n{"text":"`);
    const dripping = setInterval(() => slow.write("x"), 20);
    closings.push(() => {
      clearInterval(dripping);
    });
    expectTimeout(await textOf(slow));
    expect((await api.repository("note").find()).count).toBe(0);
  });

  it("that do not read their answers are gone, and hold nobody up", async () => {
    const { api, server, port } = await serve({ stallTimeout: 2_000 });
    await api.repository("note").create({ text: "x".repeat(2_000_000) });
    const slow = connect(port, `${FOUND}\r\n`.repeat(8));
    slow.pause();
    const other = await accepted(server);
    const begin = Date.now();
    await expectOthersAnswered(port, 1);
    await once(other, "close");
    // Not twice as long, as Node.js alone would take.
    expect(Date.now() - begin).toBeGreaterThan(1_900);
    expect(Date.now() - begin).toBeLessThan(3_800);
    await expectOthersAnswered(port, 1);
    await api.stopAsync();
  });

  it("are not those whose answer takes the server its time", async () => {
    const { api, server, port } = await serve({ stallTimeout: 500 });
    api.app.get("/slow", async (_req, res) => {
      // Each is a part of the time after which a client would be gone.
      for (let steps = 0; steps < 6; steps++) await once(server, "timeout");
      res.send("done");
    });
    expect(await textOf(connect(port, "GET /slow HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"))).toMatch(
      /^HTTP\/1\.1 200 [^]*done$/,
    );
  });

  it("that only keep a connection for later are gone without a word", async () => {
    const { port } = await serve({ keepAliveTimeout: 100, stallTimeout: 60_000 });
    const text = await textOf(connect(port, `${FOUND}\r\n`));
    expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 200"]);
  });

  describe("that are too many", () => {
    async function occupy(server: Server, port: number, count: number): Promise<readonly Socket[]> {
      const sockets: Socket[] = [];
      for (let index = 0; index < count; index++) {
        const taken = accepted(server);
        connect(port);
        sockets.push(await taken);
      }
      return sockets;
    }

    it("are told so, until there is room", async () => {
      const { server, port } = await serve({ maxConnections: 2 });
      const [first, second] = await occupy(server, port, 2);
      const waiting = connect(port);
      await accepted(server);
      for (const head of [FOUND, HEAD]) {
        const text = await textOf(connect(port, `${head}\r\n`));
        expect(text).toMatch(/^HTTP\/1\.1 503 /);
        expect(text).toContain('"code":"server-overloaded"');
        expect(text).toMatch(/\r\nRetry-After: 1\r\n/i);
        expect(text).toMatch(/\r\nConnection: close\r\n/i);
      }
      first?.destroy();
      waiting.write(`${FOUND}Connection: close\r\n\r\n`);
      expect(await textOf(waiting)).toMatch(/^HTTP\/1\.1 200 /);
      await expectOthersAnswered(port, 0);
      second?.destroy();
    });

    it("do not disturb those that are there", async () => {
      const { server, port } = await serve({ maxConnections: 1 });
      const there = connect(port, FOUND);
      await accepted(server);
      expect(await textOf(connect(port, `${FOUND}\r\n`))).toMatch(/^HTTP\/1\.1 503 /);
      there.write("Connection: close\r\n\r\n");
      expect(await textOf(there)).toMatch(/^HTTP\/1\.1 200 /);
    });

    it("are not even taken, if they are far too many", async () => {
      const { server, port } = await serve({ maxConnections: 2 });
      await occupy(server, port, 102);
      const dropped = once(server, "drop");
      const [text] = await Promise.all([textOf(connect(port)).catch(() => ""), dropped]);
      expect(text).toBe("");
    });
  });
});
