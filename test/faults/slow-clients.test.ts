import { once } from "node:events";
import type { Server } from "node:http";
import net, { type AddressInfo, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, it, vi, type TestContext } from "vitest";
import { DataApi, type ServerConfig } from "data-api";
import { describeDialects } from "../conformance/describe-dialects.js";
import { field, openEntity } from "../conformance/fields.js";
import type { TestApi } from "../conformance/start-server.js";

const HEAD = "POST /api/data/note HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n";
/** The wait limit of a request for a database connection, in milliseconds: far more than an answer takes. */
const WAIT = 6_000;
const FOUND = "GET /api/data/note/public/findall/id/0/10 HTTP/1.1\r\nHost: x\r\n";

type End = TestContext["onTestFinished"];

interface Served {
  readonly api: TestApi;
  readonly server: Server;
  /** A client that sends these bytes. */
  readonly connect: (bytes?: string) => Socket;
}

type Connect = Served["connect"];

// The pool has one connection: a request that holds it blocks all others. The tests mostly wait, so they run
// concurrently.
await describeDialects("slow clients", (dialect) => {
  beforeAll(() => {
    // Rejected connections are reported.
    vi.spyOn(console, "error").mockImplementation(() => undefined);
  });
  afterAll(() => {
    vi.restoreAllMocks();
  });

  async function serve(limits: ServerConfig, end: End): Promise<Served> {
    const { database, dispose } = await dialect.createDatabase();
    end(dispose);
    const api = new DataApi({
      database: { ...database, pool: { max: 1, waitTimeout: WAIT } },
      entities: { note: openEntity({ text: field("text") }) },
      server: { host: "127.0.0.1", maxEventLoopDelay: 0, ...limits },
    }) as unknown as TestApi;
    api.setupApiEndpoints();
    const server = await api.startAsync(0);
    end(() => api.stopAsync());
    const { port } = server.address() as AddressInfo;
    const connect = (bytes = "") => {
      const socket = net.connect(port, "127.0.0.1");
      socket.on("error", () => undefined);
      end(() => {
        socket.destroy();
      });
      if (bytes !== "") socket.write(bytes);
      return socket;
    };
    return { api, server, connect };
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

  async function expectOthersAnswered(connect: Connect, count: number): Promise<void> {
    const text = await textOf(connect(`${FOUND}Connection: close\r\n\r\n`));
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

  it.concurrent.for<[string, string, ServerConfig]>([
    ["that say nothing", "", byHead],
    ["that do not end their headers", "GET / HTTP/1.1\r\nHost: x\r\n", byHead],
    ["that stop within their headers", "GET / HTTP/1.1\r\nHost: x\r\n", byStall],
    ["that do not send their body", `${HEAD}Content-Length: 20\r\n\r\n`, byRequest],
    ["that do not end their body", `${HEAD}Content-Length: 20\r\n\r\n{"text":`, byRequest],
    ["that do not end their chunks", `${HEAD}Transfer-Encoding: chunked\r\n\r\n5\r\n{"tex\r\n`, byRequest],
    ["that stop within their body", `${HEAD}Content-Length: 20\r\n\r\n{"text":`, byStall],
    [
      "that do not end a body that is not read",
      "POST /x HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n",
      byRequest,
    ],
  ])(
    "clients %s are answered 408 and disconnected, and delay no other client",
    async ([, bytes, limits], { onTestFinished: end }) => {
      const { api, server, connect } = await serve(limits, end);
      const slow = connect(bytes);
      const other = await accepted(server);
      await expectOthersAnswered(connect, 0);
      const text = await textOf(slow);
      if (!bytes.startsWith("POST /x ")) expectTimeout(text);
      // The 404 was sent before the body ended. After it, the connection closes.
      else expect(text.match(/HTTP\/1\.1 \d+/g)?.[0]).toBe("HTTP/1.1 404");
      await vi.waitUntil(() => other.destroyed, { timeout: 60_000 });
      await expectOthersAnswered(connect, 0);
      expect((await api.repository("note").find()).count).toBe(0);
      // No work of the request is left.
      await api.stopAsync();
    },
  );

  it.concurrent("clients whose body arrives in small pieces get one time limit for all of it", async ({
    onTestFinished: end,
  }) => {
    const { api, connect } = await serve({ requestTimeout: 300, stallTimeout: 10_000 }, end);
    const slow = connect(`${HEAD}Content-Length: 100000\r\n\r\n{"text":"`);
    const dripping = setInterval(() => slow.write("x"), 20);
    end(() => {
      clearInterval(dripping);
    });
    expectTimeout(await textOf(slow));
    expect((await api.repository("note").find()).count).toBe(0);
  });

  it.concurrent.for([["sent with the first one"], ["sent after the first answer"]] as const)(
    "clients that stop within the body of a second request, %s, are answered 408 too",
    async ([when], { onTestFinished: end }) => {
      const { api, connect } = await serve({ ...byStall, keepAliveTimeout: 60_000 }, end);
      const slow = connect(`${FOUND}\r\n`);
      const texts = textOf(slow);
      if (when === "sent after the first answer") await once(slow, "data");
      slow.write(`${HEAD}Content-Length: 20\r\n\r\n{"text":`);
      expect((await texts).match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 200", "HTTP/1.1 408"]);
      await api.stopAsync();
    },
  );

  it.concurrent("clients that do not read their answers are disconnected, and delay no other client", async ({
    onTestFinished: end,
  }) => {
    const stallTimeout = WAIT + 1_000;
    const { api, server, connect } = await serve({ stallTimeout }, end);
    await api.repository("note").create({ text: "x".repeat(2_000_000) });
    const slow = connect(`${FOUND}\r\n`.repeat(8));
    slow.pause();
    const other = await accepted(server);
    const begin = Date.now();
    let [pauses, last] = [0, begin];
    const watching = setInterval(() => {
      if (Date.now() - last > stallTimeout / 20) pauses++;
      last = Date.now();
    }, 20);
    end(() => {
      clearInterval(watching);
    });
    await expectOthersAnswered(connect, 1);
    await once(other, "close");
    // Not twice as long, as with Node.js alone. After a pause of the event loop, the server counts from the beginning.
    expect(Date.now() - begin).toBeGreaterThan(stallTimeout - 100);
    expect(Date.now() - begin).toBeLessThan((2 + pauses) * stallTimeout - 200);
    await expectOthersAnswered(connect, 1);
    await api.stopAsync();
  });

  it.concurrent("clients whose answer takes the server long are not disconnected", async ({
    onTestFinished: end,
  }) => {
    const { api, server, connect } = await serve({ stallTimeout: 500 }, end);
    api.app.get("/slow", async (_req, res) => {
      // Each step takes a part of the stall timeout.
      for (let steps = 0; steps < 10; steps++) await once(server, "timeout");
      res.send("done");
    });
    expect(await textOf(connect("GET /slow HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"))).toMatch(
      /^HTTP\/1\.1 200 [^]*done$/,
    );
  });

  it.concurrent("clients that only keep their connection open are disconnected without an answer", async ({
    onTestFinished: end,
  }) => {
    const { connect } = await serve({ keepAliveTimeout: 100, stallTimeout: 60_000 }, end);
    const text = await textOf(connect(`${FOUND}\r\n`));
    expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 200"]);
  });

  describe("that are too many", () => {
    async function occupy(
      { server, connect }: Pick<Served, "server" | "connect">,
      count: number,
    ): Promise<readonly Socket[]> {
      const sockets: Socket[] = [];
      for (let index = 0; index < count; index++) {
        const taken = accepted(server);
        connect();
        sockets.push(await taken);
      }
      return sockets;
    }

    it.concurrent("clients beyond maxConnections get a 503 until there is room", async ({
      onTestFinished: end,
    }) => {
      const { server, connect } = await serve({ maxConnections: 2 }, end);
      const [first, second] = await occupy({ server, connect }, 2);
      const waiting = connect();
      await accepted(server);
      for (const head of [FOUND, HEAD]) {
        const text = await textOf(connect(`${head}\r\n`));
        expect(text).toMatch(/^HTTP\/1\.1 503 /);
        expect(text).toContain('"code":"server-overloaded"');
        expect(text).toMatch(/\r\nRetry-After: 1\r\n/i);
        expect(text).toMatch(/\r\nConnection: close\r\n/i);
      }
      first?.destroy();
      waiting.write(`${FOUND}Connection: close\r\n\r\n`);
      expect(await textOf(waiting)).toMatch(/^HTTP\/1\.1 200 /);
      await expectOthersAnswered(connect, 0);
      second?.destroy();
    });

    it.concurrent("clients beyond maxConnections do not disturb connected clients", async ({
      onTestFinished: end,
    }) => {
      const { server, connect } = await serve({ maxConnections: 1 }, end);
      const there = connect(FOUND);
      await accepted(server);
      expect(await textOf(connect(`${FOUND}\r\n`))).toMatch(/^HTTP\/1\.1 503 /);
      there.write("Connection: close\r\n\r\n");
      expect(await textOf(there)).toMatch(/^HTTP\/1\.1 200 /);
    });

    it.concurrent("clients far beyond maxConnections are not accepted", async ({ onTestFinished: end }) => {
      const { server, connect } = await serve({ maxConnections: 2 }, end);
      await occupy({ server, connect }, 102);
      const dropped = once(server, "drop");
      const [text] = await Promise.all([textOf(connect()).catch(() => ""), dropped]);
      expect(text).toBe("");
    });
  });
});
