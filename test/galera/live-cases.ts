import { isDeepStrictEqual } from "node:util";
import { expect, it } from "vitest";
import { field, openEntity } from "../conformance/fields.js";
import { createTestApi, type TestApi } from "../conformance/start-server.js";
import { follow, type Following } from "../live/follow.js";
import type { ClusterCases } from "./cluster-cases.js";

export function registerLive({ cluster, createDatabase, closings }: ClusterCases): void {
  it("reach followers on all nodes, each once, whatever the order of ids and commits", async () => {
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
}
