import { afterEach, beforeEach, expect, it } from "vitest";
import http from "node:http";
import { describeDialects } from "../conformance/describe-dialects.js";
import { sendRequest } from "../conformance/http-client.js";
import type { FreshDatabase } from "../conformance/targets.js";
import { startProcess, type ServedProcess } from "../servers/served-process.js";
import { hookedConfig } from "./hooked.js";
import { startReceiver, type Receiver } from "./receiver.js";
import { openChanges } from "../live/open-changes.js";

const ORDERS = 60;

await describeDialects("webhooks of two servers", (target) => {
  let receiver: Receiver;
  let database: FreshDatabase;
  let servers: ServedProcess[] = [];
  const agent = new http.Agent({ keepAlive: true, maxSockets: 4 });
  beforeEach(async () => {
    receiver = await startReceiver();
    database = await target.createDatabase();
  });
  afterEach(async () => {
    agent.destroy();
    await Promise.all(servers.map((server) => server.end()));
    servers = [];
    await receiver.stop();
    await database.dispose();
  });

  const start = async (timeout: number, interval = 20) => {
    const config = hookedConfig(receiver.url, { timeout });
    const server = await startProcess({
      ...config,
      changes: { entities: ["order"], interval },
      database: database.database,
      server: { host: "127.0.0.1", shutdownDelay: 0, maxEventLoopDelay: 0, log: { level: "error" } },
    });
    servers.push(server);
    return server;
  };

  it("webhooks of two servers lose nothing when one is killed, and send nothing under two ids", async () => {
    receiver.answer((_, res) => setTimeout(() => res.writeHead(204).end(), 20));
    const [first, second] = [await start(1_000), await start(1_000)];
    const create = async (port: number, amount: number): Promise<void> => {
      const { status } = await sendRequest(port, agent, "POST", "/api/data/order", {
        body: { item: "a", amount },
      });
      // Nothing was done, as on a machine that stands still: clients repeat it.
      if (status === 503) return create(port, amount);
      expect(status).toBe(201);
    };
    let killed: Promise<unknown> = Promise.resolve();
    for (let amount = 1; amount <= ORDERS; amount++) {
      const isEarly = amount <= ORDERS / 2;
      await create(isEarly && amount % 2 === 0 ? first.port : second.port, amount);
      // In the middle of its deliveries.
      if (amount === ORDERS / 2) {
        await receiver.until(({ length }) => length >= ORDERS / 6);
        servers = servers.filter((server) => server !== first);
        killed = first.end("SIGKILL");
      }
    }
    await killed;
    const amounts = () => new Set(receiver.received.map(({ data }) => data["amount"]));
    await receiver.until(() => amounts().size === ORDERS);
    const idsOf = new Map<unknown, Set<string>>();
    for (const { id, data } of receiver.received)
      idsOf.set(data["id"], (idsOf.get(data["id"]) ?? new Set()).add(id));
    expect([...idsOf.values()].filter((ids) => ids.size > 1)).toEqual([]);
    const ended = () =>
      database.run([
        "select coalesce(sum(tries), 0) as tries, count(*) as deliveries from data_api_deliveries where doneat is not null",
      ]);
    await expect.poll(async () => Number((await ended())[0]?.["deliveries"])).toBe(ORDERS);
    // Only what the dead server had under way comes without being counted. A machine that stands still makes tries late.
    const [{ tries } = {}] = await ended();
    expect(receiver.received.length).toBeLessThanOrEqual(Number(tries) + 10);
  });

  it("webhooks send what a killed server had committed, even if no server had read it", async () => {
    // It looks for changes once a minute.
    const first = await start(1_000, 60_000);
    const { status } = await sendRequest(first.port, agent, "POST", "/api/data/order", {
      body: [{ item: "a" }, { item: "b" }],
    });
    servers = [];
    await first.end("SIGKILL");
    expect(status).toBe(201);
    expect(await database.run([openChanges])).toHaveLength(2);
    expect(receiver.received).toEqual([]);
    await start(1_000);
    await receiver.until(({ length }) => length === 2);
    expect(receiver.received.map(({ event, data }) => [event, data["item"]]).toSorted()).toEqual([
      ["order.create", "a"],
      ["order.create", "b"],
    ]);
  });

  it("webhooks take over what a dead server had under way, when its lease ends", async () => {
    receiver.answer(() => undefined);
    // No try ends before the server does.
    const first = await start(8_000);
    const orders = Array.from({ length: 12 }, (_, index) => ({ item: "a", amount: index }));
    await sendRequest(first.port, agent, "POST", "/api/data/order", { body: orders });
    await receiver.until(({ length }) => length === 10);
    servers = [];
    await first.end("SIGKILL");
    receiver.answer(204);
    await start(8_000);
    await receiver.until(({ length }) => length === 22);
    const ids = receiver.received.map(({ id }) => id);
    expect(new Set(ids).size).toBe(12);
    const twice = receiver.received.slice(0, 10).map(({ id, at }) => {
      const [, again] = receiver.received.filter((one) => one.id === id);
      return (again?.at ?? 0) - at;
    });
    // Not while the dead server might still have been trying: its lease is 10 seconds longer than a try.
    for (const wait of twice) expect(wait).toBeGreaterThan(8_000);
  });

  it("a server that stops gives back the webhook deliveries that are under way", async () => {
    receiver.answer(() => undefined);
    const first = await start(60_000);
    await sendRequest(first.port, agent, "POST", "/api/data/order", { body: { item: "a" } });
    await receiver.until(({ length }) => length === 1);
    servers = [];
    expect((await first.end()).exitCode).toBe(0);
    const rows = await database.run([
      "select id, lease, tries from data_api_deliveries where nextat is not null",
    ]);
    expect(rows).toMatchObject([{ lease: null, tries: 0 }]);
    receiver.answer(204);
    await start(60_000);
    await receiver.until(({ length }) => length === 2);
    const [one, two] = receiver.received;
    expect(two?.id).toBe(one?.id);
  });
});
