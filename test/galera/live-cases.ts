import { isDeepStrictEqual } from "node:util";
import { expect, it } from "vitest";
import { field, openEntity } from "../conformance/fields.js";
import { createTestApi, type TestApi } from "../conformance/start-server.js";
import { follow, type Following } from "../live/follow.js";
import { hookedConfig } from "../webhooks/hooked.js";
import { startReceiver } from "../webhooks/receiver.js";
import type { ClusterCases } from "./cluster-cases.js";
import { startAll, three } from "./serve.js";

export function registerLive({ cluster, createDatabase, closings }: ClusterCases): void {
  it("changes reach followers on all nodes, each once, whatever the order of ids and commits", async () => {
    const config = {
      changes: { entities: ["thing"], interval: 50 },
      entities: { thing: openEntity({ title: field("string"), amount: field("int") }) },
    };
    const apis: TestApi[] = [];
    const streams: Following[] = [];
    for (const database of await createDatabase()) {
      const patient = { ...database, pool: { max: 12, waitTimeout: 60_000, maxQueue: 1_000 } };
      const api = await createTestApi("dynamic", { database: patient }, config);
      api.setupApiEndpoints();
      const { port } = (await api.startAsync(0)).address() as { port: number };
      closings.push(() => api.stopAsync());
      apis.push(api);
      await cluster().settle();
      const stream = await follow(`http://127.0.0.1:${port}/api/data/thing/changes`);
      closings.push(() => stream.stop());
      streams.push(stream);
    }
    await Promise.all(
      Array.from({ length: 200 }, async (_, amount) => {
        const api = apis[amount % apis.length] as TestApi;
        await api.transaction(
          async (tx) => {
            const things = tx.repository("thing");
            const { id } = await things.create({ title: "a", amount: -1 });
            if (amount % 3 === 0) await things.createMany([{ amount }, { amount }]);
            await things.update(id, { amount });
          },
          { retries: 20 },
        );
      }),
    );
    await cluster().settle();
    const { items } = await (apis[0] as TestApi).repository("thing").find({ take: 1_000 });
    const expected = items.map(({ id, amount }) => [id, amount]).toSorted();
    expect(expected).toHaveLength(200 + 2 * 67);
    for (const { events, until } of streams) {
      const told = () =>
        [...new Map(events.map(({ data }) => [data.key?.["id"], data.record?.["amount"]]))].toSorted();
      await until(() => isDeepStrictEqual(told(), expected)).catch(() => undefined);
      expect(told()).toEqual(expected);
      expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
    }
  });

  it("changes of three nodes are delivered to a webhook in order, though a server is killed meanwhile", async () => {
    const receiver = await startReceiver();
    closings.push(() => receiver.stop());
    receiver.answer((_, res) => setTimeout(() => res.writeHead(204).end(), 10));
    const databases = await createDatabase();
    const config = hookedConfig(receiver.url, { timeout: 1_000 });
    const [first, second, third] = three(await startAll(databases, closings, config));
    await cluster().settle();
    const amounts = Array.from({ length: 60 }, (_, amount) => amount);
    const send = async (
      server: typeof first,
      method: string,
      path: string,
      body: object,
    ): Promise<unknown> => {
      const { status, json } = await server.send(method, path, { body });
      // Nothing was done, as on a machine that stands still or a node that was behind: clients repeat it.
      if (status === 503 || status === 409 || status === 404) return send(server, method, path, body);
      expect(status, JSON.stringify(json)).toBeLessThan(300);
      return json;
    };
    await Promise.all(
      [first, second, third].map(async (server, which) => {
        for (const amount of amounts.filter((each) => each % 3 === which)) {
          // In the middle of its deliveries.
          if (which === 0 && amount === 30) await first.kill();
          const writer = which === 0 && amount >= 30 ? second : server;
          const id = (await send(writer, "POST", "order", { item: "new", amount })) as number;
          await send(third, "PATCH", `order/${id}`, { item: "changed" });
        }
      }),
    );
    const events = () =>
      new Map(receiver.received.map(({ id, event, data }) => [id, [data["amount"], event]]));
    await receiver.until(() => events().size >= 120);
    for (const amount of amounts)
      expect([...events().values()].filter(([of]) => of === amount).map(([, event]) => event)).toEqual([
        "order.create",
        "order.update",
      ]);
  });
}
