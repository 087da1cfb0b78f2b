import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { describeDialects } from "../conformance/describe-dialects.js";
import { lineLike } from "../conformance/reports.js";
import { createTestApi, type TestApi, type TestConfig } from "../conformance/start-server.js";
import type { FreshDatabase } from "../conformance/targets.js";
import { hookedConfig } from "./hooked.js";
import { startReceiver, type Receiver } from "./receiver.js";
import { openChanges } from "../live/open-changes.js";
import { serveApi } from "../conformance/start.js";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

await describeDialects("what webhooks keep", (target) => {
  let receiver: Receiver;
  let database: FreshDatabase;
  let api: TestApi | undefined;
  beforeEach(async () => {
    receiver = await startReceiver();
    database = await target.createDatabase();
    // What is old is decided by the clock of this process.
    vi.useFakeTimers({ toFake: ["Date"] });
  });
  afterEach(async () => {
    vi.useRealTimers();
    await stop();
    await receiver.stop();
  });

  /** A server looks for what is old when it starts, and then once a minute. */
  const start = async (config: TestConfig) => {
    api = await createTestApi("dynamic", database, config);
    const { request } = await serveApi(api);
    return {
      orders: api.repository("order"),
      get: (path: string) => request("GET", path),
    };
  };
  const stop = async () => {
    await api?.stopAsync();
    api = undefined;
  };
  const pass = (ms: number) => vi.setSystemTime(Date.now() + ms);
  const untilRows = (count: number, statement: string) =>
    vi.waitFor(
      async () => {
        expect(await database.run([statement])).toHaveLength(count);
      },
      { timeout: 60_000, interval: 10 },
    );
  const items = () => receiver.received.map(({ data }) => data["item"]);

  it("a webhook whose changes are removed before a server sends them warns of that, and goes on with later ones", async () => {
    const config = hookedConfig(receiver.url);
    const { orders } = await start(config);
    await orders.create({ item: "sent" });
    await receiver.until(({ length }) => length === 1);
    await untilRows(1, "select id from data_api_deliveries where doneat is not null");
    await stop();
    // Another server puts changes in order, and removes them.
    const { webhooks: _, ...followed } = config;
    const other = await start(followed);
    await other.orders.create({ item: "missed" });
    await untilRows(0, openChanges);
    await stop();
    pass(25 * HOUR);
    await start(followed);
    await untilRows(0, "select id from data_api_outbox");
    await stop();
    const later = await start(config);
    await lineLike({ code: "webhook-missed", webhook: "shop", level: "warn" });
    await later.orders.create({ item: "later" });
    await receiver.until(({ length }) => length === 2);
    expect(items()).toEqual(["sent", "later"]);
  });

  it("deliveries of webhooks that are done are kept for `keepHours`, dead ones for 30 days, others for any time", async () => {
    const config = hookedConfig(receiver.url, { keepHours: 1, maxTries: 2 });
    receiver.answer(({ data }, res) => res.writeHead(data["item"] === "done" ? 204 : 500).end());
    const { orders } = await start(config);
    for (const item of ["done", "dead", "tried"]) await orders.create({ item });
    const isDead = "select id from data_api_deliveries where deadat is not null";
    await untilRows(
      2,
      "select id from data_api_deliveries where tries = 1 and lease is null and doneat is null",
    );
    await database.run(["update data_api_deliveries set nextat = '9999-01-01' where body like '%tried%'"]);
    pass(MINUTE);
    await untilRows(1, isDead);
    await untilRows(1, "select id from data_api_deliveries where doneat is not null");
    await stop();
    /** The items of the deliveries that a server keeps that starts then. They have been counted when old ones are gone. */
    const keptAfter = async (ms: number) => {
      pass(ms);
      const { get } = await start(config);
      await expect.poll(async () => (await get("/readyz")).json).toMatchObject({ webhooks: { pending: 1 } });
      await stop();
      const rows = await database.run(["select body from data_api_deliveries order by place"]);
      return rows.map(({ body }) => (JSON.parse(String(body)) as { data: { item: string } }).data.item);
    };
    expect(await keptAfter(50 * MINUTE)).toEqual(["done", "dead", "tried"]);
    expect(await keptAfter(20 * MINUTE)).toEqual(["dead", "tried"]);
    expect(await keptAfter(28 * DAY)).toEqual(["dead", "tried"]);
    expect(await keptAfter(2 * DAY)).toEqual(["tried"]);
  });

  it("pending and dead deliveries of webhooks are counted for readyz and, for each webhook, for the metrics", async () => {
    const { webhooks = [], ...others } = hookedConfig(receiver.url, { timeout: 60_000, maxTries: 1 });
    const config = {
      ...others,
      webhooks: [
        ...webhooks,
        ...webhooks.map((hook) => ({ ...hook, name: "idle", events: ["note.create"] })),
      ],
      server: { metrics: true },
    };
    receiver.answer(500);
    const { orders } = await start(config);
    await orders.create({ item: "dead" });
    await untilRows(1, "select id from data_api_deliveries where deadat is not null");
    receiver.answer(() => undefined);
    for (const item of ["under way", "under way too"]) await orders.create({ item });
    await receiver.until(({ length }) => length === 3);
    await stop();
    const { get } = await start(config);
    await expect
      .poll(async () => (await get("/readyz")).json)
      .toMatchObject({
        status: "ok",
        webhooks: { pending: 2, dead: 1 },
      });
    const { text } = await get("/metrics");
    const counts = text.split("\n").filter((line) => line.startsWith("data_api_webhook_deliveries{"));
    expect(counts).toEqual([
      'data_api_webhook_deliveries{webhook="shop",state="pending"} 2',
      'data_api_webhook_deliveries{webhook="shop",state="dead"} 1',
      'data_api_webhook_deliveries{webhook="idle",state="pending"} 0',
      'data_api_webhook_deliveries{webhook="idle",state="dead"} 0',
    ]);
  });
});
