import { createConnection } from "mysql2";
import { describe, expect, it } from "vitest";
import { askServer, killQuery } from "../../runtime/database/dialects/mysql/connection/mysql-cancel.js";
import { expectProblem } from "../conformance/expectations.js";
import { field, openEntity } from "../conformance/fields.js";
import type { ClusterCases } from "./cluster-cases.js";
import type { GaleraNode } from "./galera-node.js";
import { serveAll, startAll, tell, things, three } from "./serve.js";

const all = "thing/public/findall/id/0/9";

export function registerNodes({ cluster, createDatabase, closings }: ClusterCases): void {
  it("a node without the others is 503 and not ready for all processes on it, and recovers without a restart", async () => {
    const [first, , third] = three(cluster().nodes);
    const [near, , far] = three(await createDatabase());
    const [here] = await startAll([near], closings);
    const [dynamic] = await startAll([far], closings);
    const [generated] = await startAll([far], closings, { entities: things }, "generated");
    if (here === undefined || dynamic === undefined || generated === undefined)
      throw new Error("Each has been started.");
    const there = [dynamic, generated];
    const created = await here.send("POST", "thing", { body: { title: "x" } });
    expect(created.status).toBe(201);
    for (const { send } of there) expect((await send("GET", "/readyz")).status).toBe(200);

    // Polled often, because an answer is cached for a second.
    const notReady = there.map(async ({ send }) => {
      const isReady = async () => (await send("GET", "/readyz")).status;
      await expect.poll(isReady, { interval: 20 }).toBe(503);
      return performance.now();
    });
    await third.isolate();
    try {
      await third.lost();
      const lost = performance.now();
      // test/unit/database/heartbeat.test.ts shows that two seconds are enough, independent of the machine's load.
      for (const at of await Promise.all(notReady))
        tell(`not ready ${Math.round(at - lost)} ms after the node has lost the others`);
      for (const { send } of there) {
        for (const reply of [
          await send("GET", "/readyz"),
          await send("GET", all),
          await send("POST", "thing", { body: { title: "y" } }),
          await send("PATCH", `thing/${created.text}`, { body: { title: "y" } }),
          await send("DELETE", `thing/${created.text}`),
        ]) {
          expectProblem(reply, "database-unavailable");
          expect(Number(reply.headers["retry-after"])).toBeGreaterThanOrEqual(1);
        }
        expect((await send("GET", "/livez")).status).toBe(200);
      }
      await first.ready(2);
      expect((await here.send("POST", "thing", { body: { title: "z" } })).status).toBe(201);
    } finally {
      await third.isolate(false);
    }
    await cluster().whole();
    for (const { send } of there) {
      await expect.poll(async () => (await send("GET", "/readyz")).status).toBe(200);
      expect((await send("POST", "thing", { body: { title: "back" } })).status).toBe(201);
    }
    const { items } = (await dynamic.send("GET", all)).json as { items: { title: string }[] };
    expect(items.map(({ title }) => title)).toEqual(["x", "z", "back", "back"]);
  });

  describe("that gets a transaction too large for the cluster", () => {
    const text = "x".repeat(1_000);
    const many = Array.from({ length: 60 }, () => ({ title: text }));
    const entities = { thing: openEntity({ title: field("text") }) };

    it.each([
      ["wsrep_max_ws_size = 50000", "wsrep_max_ws_size = 2147483647"],
      ["wsrep_max_ws_rows = 20", "wsrep_max_ws_rows = 0"],
    ])(
      "a node rejects a transaction that is too large for the cluster with %s, and keeps no part of it",
      async (limit, before) => {
        const [first] = three(cluster().nodes);
        const [near] = three(await serveAll(await createDatabase(), closings, { entities, batch: true }));
        await first.run([`set global ${limit}`]);
        closings.push(() => first.run([`set global ${before}`]));
        const operations = many.map((input) => ({ create: "thing", input }));
        expectProblem(await near.send("POST", "thing", { body: many }), "write-too-large");
        expectProblem(await near.send("POST", "/api/batch", { body: { operations } }), "write-too-large");
        expect((await near.send("GET", all)).json).toMatchObject({ count: 0 });
        expect((await near.send("POST", "thing", { body: many.slice(0, 10) })).status).toBe(201);
      },
    );
  });

  it("a statement is cancelled only on its own node if several nodes are behind one address", async () => {
    const clients = three(cluster().nodes).map((node) => {
      const client = createConnection({ host: "127.0.0.1", port: node.port, user: "root" });
      closings.push(() => {
        client.destroy();
      });
      return client;
    });
    const [first, second, third] = three(clients);
    const server = await askServer(first);
    expect(new Set([server, await askServer(second), await askServer(third)]).size).toBe(3);

    /** @returns Whether the statement was cancelled. */
    const sleep = (seconds: number) =>
      new Promise<boolean>((resolve) => {
        second.query(`select sleep(${seconds})`, (error) => {
          resolve(error !== null);
        });
      });
    const connectTo = (node: GaleraNode) => () =>
      createConnection({ host: "127.0.0.1", port: node.port, user: "root" });
    const [firstNode, secondNode] = three(cluster().nodes);
    const running = sleep(2);
    // A connection id of the second node with the server id of the first one.
    await expect(killQuery({ threadId: second.threadId, server }, connectTo(secondNode))).rejects.toThrow(
      "other servers",
    );
    expect(await running).toBe(false);

    const cancelled = sleep(60);
    let attempts = 0;
    const balanced = () => connectTo(attempts++ === 0 ? firstNode : secondNode)();
    await killQuery({ threadId: second.threadId, server: await serverOf(secondNode) }, balanced);
    expect(attempts).toBe(2);
    expect(await cancelled).toBe(true);
  });
}

async function serverOf({ port }: GaleraNode): Promise<string> {
  const client = createConnection({ host: "127.0.0.1", port, user: "root" });
  try {
    return await askServer(client);
  } finally {
    client.destroy();
  }
}
