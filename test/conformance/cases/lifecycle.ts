import { once } from "node:events";
import http from "node:http";
import net, { type AddressInfo } from "node:net";
import { describe, expect, it, vi } from "vitest";
import type { ServerConfig } from "data-api";
import { atEnd } from "../../at-end.js";
import { blogpost } from "../fields.js";
import type { Harness } from "../harness.js";
import { paths } from "../paths.js";
import type { TestApi, TestConfig } from "../start-server.js";

const config: TestConfig = { entities: { blogpost } };

export function lifecycleCases({ createApi, createDatabase, startOn }: Harness): void {
  async function createServer(server: ServerConfig = {}): Promise<TestApi> {
    const database = await createDatabase();
    return createApi(database, { ...config, server: { host: "127.0.0.1", ...server } });
  }

  function portOf(server: http.Server): number {
    return (server.address() as AddressInfo).port;
  }

  /** Occupies a port. */
  async function occupyPort(): Promise<number> {
    const blocker = net.createServer();
    await new Promise<void>((resolve) => blocker.listen(0, "127.0.0.1", resolve));
    atEnd(() => new Promise((resolve) => blocker.close(resolve)));
    return (blocker.address() as AddressInfo).port;
  }

  async function findAll(port: number): Promise<unknown> {
    const response = await fetch(`http://127.0.0.1:${port}${paths.findAll("blogpost")}`);
    return response.json();
  }

  describe("startAsync", () => {
    it("startAsync with the port 0 runs the callback and resolves to the http.Server, which listens on a free port", async () => {
      const api = await createServer();
      api.setupApiEndpoints();
      const callback = vi.fn();
      const server = await api.startAsync(0, callback);
      expect(callback).toHaveBeenCalledTimes(1);
      expect(server).toBeInstanceOf(http.Server);
      expect(server.listening).toBe(true);
      expect(portOf(server)).toBeGreaterThan(0);
      expect((server.address() as AddressInfo).address).toBe("127.0.0.1");
      expect(await findAll(portOf(server))).toEqual({ count: 0, items: [] });
    });

    it("startAsync uses the given port", async () => {
      const first = await createServer();
      const server = await first.startAsync(0);
      const port = portOf(server);
      await first.stopAsync();
      const second = await createServer();
      expect(portOf(await second.startAsync(port))).toBe(port);
    });

    it("startAsync rejects if the port is in use, without the callback, and can be called again", async () => {
      const api = await createServer();
      api.setupApiEndpoints();
      const callback = vi.fn();
      await expect(api.startAsync(await occupyPort(), callback)).rejects.toMatchObject({
        code: "EADDRINUSE",
      });
      expect(callback).not.toHaveBeenCalled();
      expect(await findAll(portOf(await api.startAsync(0)))).toEqual({ count: 0, items: [] });
    });

    it("startAsync uses port 1337 by default", async () => {
      const api = await createServer();
      const listening = vi.spyOn(http.Server.prototype, "listen").mockImplementation(function (
        this: http.Server,
      ) {
        this.emit("error", new Error("stopped by the test"));
        return this;
      });
      try {
        await expect(api.startAsync()).rejects.toThrow("stopped by the test");
        expect(listening.mock.calls[0]?.[0]).toMatchObject({ port: 1337, host: "127.0.0.1" });
      } finally {
        listening.mockRestore();
      }
    });

    it.each([-1, 65_536, 1.5, Number.NaN])("startAsync rejects for %d, which is not a port", async (port) => {
      const api = await createServer();
      await expect(api.startAsync(port)).rejects.toThrow();
      expect((await api.startAsync(0)).listening).toBe(true);
    });

    it("startAsync rejects if the server is running, and leaves it running", async () => {
      const api = await createServer();
      api.setupApiEndpoints();
      const starting = api.startAsync(0);
      await expect(api.startAsync(0)).rejects.toThrow("The server is running already.");
      const server = await starting;
      await expect(api.startAsync(0)).rejects.toThrow("The server is running already.");
      expect(await findAll(portOf(server))).toEqual({ count: 0, items: [] });
    });
  });

  describe("stopAsync", () => {
    it("stopAsync does nothing if the server is not running", async () => {
      const api = await createServer();
      await api.stopAsync();
      await api.startAsync(0);
      await api.stopAsync();
      await api.stopAsync();
    });

    it("stopAsync allows another start, with the same records", async () => {
      const api = await createServer();
      api.setupApiEndpoints();
      await api.startAsync(0);
      await api.repository("blogpost").create({ title: "t", content: "c" });
      await api.stopAsync();
      const port = portOf(await api.startAsync(0));
      expect(await findAll(port)).toMatchObject({ count: 1, items: [{ title: "t" }] });
      await api.stopAsync();
      await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow();
    });

    it("stopAsync lets running requests finish, and rejects new connections", async () => {
      const api = await createServer();
      const arrivals = { first: createSignal(), second: createSignal() };
      const departures = { first: createSignal(), second: createSignal() };
      api.app.get("/slow/:name", async (req, res) => {
        const name = req.params.name === "first" ? "first" : "second";
        arrivals[name].give();
        await departures[name].given;
        res.json(await api.repository("blogpost").create({ title: name, content: "c" }));
      });
      const port = portOf(await api.startAsync(0));
      // The first uses a keep-alive connection, which the server closes when it looks for idle ones.
      const first = net.connect(port, "127.0.0.1");
      first.resume().write("GET /slow/first HTTP/1.1\r\nHost: x\r\n\r\n");
      const firstClosed = once(first, "close");
      const second = fetch(`http://127.0.0.1:${port}/slow/second`);
      await Promise.all([arrivals.first.given, arrivals.second.given]);

      const stopping = api.stopAsync();
      await expect(fetch(`http://127.0.0.1:${port}/slow/first`)).rejects.toThrow();
      departures.first.give();
      await firstClosed;
      departures.second.give();
      const response = await second;
      expect(response.status).toBe(200);
      expect(await response.json()).toMatchObject({ title: "second" });
      await stopping;
    });

    it("stopAsync aborts requests that exceed the timeout", async () => {
      const api = await createServer({ shutdownTimeout: 100 });
      const arrival = createSignal();
      api.app.get("/never", () => {
        arrival.give();
      });
      const port = portOf(await api.startAsync(0));
      const lost = expect(fetch(`http://127.0.0.1:${port}/never`)).rejects.toThrow();
      await arrival.given;
      await api.stopAsync();
      await lost;
    });

    it("stopAsync returns the same promise to concurrent calls, and a start waits for the stop", async () => {
      const api = await createServer();
      const arrival = createSignal();
      const departure = createSignal();
      api.app.get("/slow", async (_req, res) => {
        arrival.give();
        await departure.given;
        res.end();
      });
      const port = portOf(await api.startAsync(0));
      const answer = fetch(`http://127.0.0.1:${port}/slow`, { headers: { Connection: "close" } });
      await arrival.given;
      const first = api.stopAsync();
      expect(api.stopAsync()).toBe(first);
      // A start waits until the server has stopped.
      const again = api.startAsync(0);
      departure.give();
      expect((await answer).status).toBe(200);
      await first;
      expect((await again).listening).toBe(true);
    });

    it("stopAsync aborts a start", async () => {
      const api = await createServer();
      api.setupApiEndpoints();
      const starting = expect(api.startAsync(0)).rejects.toThrow("The server was stopped while it started.");
      await api.stopAsync();
      await starting;
      expect(await findAll(portOf(await api.startAsync(0)))).toEqual({ count: 0, items: [] });
    });

    it("stopAsync does not wait for idle keep-alive connections", async () => {
      const api = await createServer();
      api.setupApiEndpoints();
      const port = portOf(await api.startAsync(0));
      const socket = net.connect(port, "127.0.0.1");
      const answered = new Promise((resolve) => socket.once("data", resolve));
      socket.write(`GET ${paths.findAll("blogpost")} HTTP/1.1\r\nHost: x\r\n\r\n`);
      await answered;
      const closed = new Promise((resolve) => socket.once("close", resolve));
      await api.stopAsync();
      await closed;
    });
  });

  describe("two servers", () => {
    it("two servers on one database see the same records", async () => {
      const database = await createDatabase();
      const [first, second] = await Promise.all([startOn(database, config), startOn(database, config)]);
      await first.api.repository("blogpost").create({ title: "t", content: "c" });
      for (const { port } of [first, second]) expect(await findAll(port)).toMatchObject({ count: 1 });
    });
  });
}

/** A promise that another function resolves. */
function createSignal(): { readonly given: Promise<void>; readonly give: () => void } {
  let give = (): void => undefined;
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return { given, give };
}
