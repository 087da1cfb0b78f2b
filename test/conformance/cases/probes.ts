import { once } from "node:events";
import http from "node:http";
import net, { type AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import express from "express";
import { describe, expect, it, vi } from "vitest";
import { atEnd } from "../../at-end.js";
import { expectJson, expectProblem } from "../expectations.js";
import { blogpost } from "../fields.js";
import type { Harness } from "../harness.js";
import { sendRequest, type Reply } from "../http-client.js";
import { paths } from "../paths.js";
import type { TestApi } from "../start-server.js";

const probes = ["/livez", "/readyz"];

export function probeCases({ serve, createApi, createDatabase }: Harness): void {
  async function createServer(): Promise<TestApi> {
    const database = await createDatabase();
    const api = await createApi(database, { entities: { blogpost } });
    api.setupApiEndpoints();
    return api;
  }

  function get(server: http.Server, path: string, agent = new http.Agent()): Promise<Reply> {
    return sendRequest((server.address() as AddressInfo).port, agent, "GET", path);
  }

  function expectOk(reply: Reply): void {
    expectJson(reply, 200, { status: "ok" });
    expect(reply.headers["cache-control"]).toBe("no-store");
  }

  describe.each(probes)("%s", (path) => {
    const server = serve({ entities: { blogpost } });

    it("a probe reports success", async () => {
      expectOk(await server.get(path));
      expectOk(await server.get(`${path}?verbose=1`));
    });

    it("a probe supports HEAD and OPTIONS, and no writing methods", async () => {
      const head = await server.request("HEAD", path);
      expect(head.status).toBe(200);
      expect(head.text).toBe("");
      const options = await server.request("OPTIONS", path);
      expect(options.status).toBe(204);
      expect(options.headers["allow"]).toBe("GET, HEAD, OPTIONS");
      for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
        const reply = await server.request(method, path);
        expectProblem(reply, "method-not-allowed");
        expect(reply.headers["allow"]).toBe("GET, HEAD, OPTIONS");
      }
    });

    it("a probe has only its own path", async () => {
      for (const other of [`${path}/`, `${path}x`, `/api${path}`, path.toUpperCase()])
        expectProblem(await server.get(other), "unknown-path");
    });
  });

  it("probes answer in an outer application, and open the database", async () => {
    const api = await createServer();
    const server = http.createServer(express().use("/sub", api.app)).listen(0, "127.0.0.1");
    atEnd(() => server.close());
    await once(server, "listening");
    // A database that connects slowly may not be ready at first.
    for (const path of probes)
      await vi.waitFor(
        async () => {
          expectOk(await get(server, `/sub${path}`));
        },
        { timeout: 60_000 },
      );
  });

  describe("of a stopping server", () => {
    it("probes report a stopping server as alive and not ready, while it serves during the delay", async () => {
      const api = await createServer();
      const server = await api.startAsync(0);
      const agent = new http.Agent({ keepAlive: true });
      const before = await get(server, paths.findAll("blogpost"), agent);
      expect(before.headers["connection"]).toBe("keep-alive");
      const stopping = api.stopAsync({ delay: 2_000 });
      expectOk(await get(server, "/livez"));
      const ready = await get(server, "/readyz");
      expectProblem(ready, "server-stopping");
      expect(ready.headers["retry-after"]).toBe("1");
      expect(ready.headers["cache-control"]).toBe("no-store");
      // The existing connection is used for the last time.
      const last = await get(server, paths.findAll("blogpost"), agent);
      expectJson(last, 200, { count: 0, items: [] });
      expect(last.headers["connection"]).toBe("close");
      await stopping;
      expect(server.listening).toBe(false);
    });

    it("probes report a stopping server as not ready also on a connection in use", async () => {
      const api = await createServer();
      let answerSlow = (): void => undefined;
      const arrived = new Promise<void>((resolve) => {
        api.app.get("/slow", (_req, res) => {
          answerSlow = () => void res.send("done");
          resolve();
        });
      });
      const server = await api.startAsync(0);
      const socket = net.connect((server.address() as AddressInfo).port, "127.0.0.1");
      const received = text(socket);
      const request = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;
      socket.write(request("/slow"));
      await arrived;
      const stopping = api.stopAsync();
      const asked = once(server, "request");
      socket.write(request("/readyz"));
      // A connection without a request would be closed.
      await asked;
      answerSlow();
      const [first = "", second = ""] = (await received).split(/(?=HTTP\/1\.1 503)/);
      expect(first).toMatch(/done$/);
      expect(second).toContain("Connection: close");
      expect(second).toContain('"code":"server-stopping"');
      await stopping;
    });

    it("probes report a server as ready after another start", async () => {
      const api = await createServer();
      await api.startAsync(0);
      await api.stopAsync();
      expectOk(await get(await api.startAsync(0), "/readyz"));
    });
  });
}
