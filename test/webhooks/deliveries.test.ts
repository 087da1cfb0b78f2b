import type http from "node:http";
import { Webhook } from "standardwebhooks";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { describeDialects } from "../conformance/describe-dialects.js";
import { ownUsers } from "../conformance/callers.js";
import { field } from "../conformance/fields.js";
import { lineLike } from "../conformance/reports.js";
import { startServer, type TestConfig, type TestServer } from "../conformance/start-server.js";
import type { FreshDatabase, Mode } from "../conformance/targets.js";
import { documentOf } from "../openapi/document-of.js";
import { createSchemaCheck } from "../openapi/schema-check.js";
import { hookedConfig, nextSecret, secret } from "./hooked.js";
import { startReceiver, type Received, type Receiver } from "./receiver.js";
import { openChanges } from "../live/open-changes.js";

const HOUR = 3_600_000;

await describeDialects("webhooks", (target) => {
  let receiver: Receiver;
  let server: TestServer | undefined;
  let database: FreshDatabase;
  const start = async (config: TestConfig, mode: Mode = "dynamic") => {
    const createDatabase = async () => (database = await target.createDatabase());
    return (server = await startServer(mode, { ...target, createDatabase }, config));
  };
  /** Waits until a delivery is as told. */
  const untilStored = (condition: string, count = 1) =>
    vi.waitFor(
      async () => {
        const rows = await database.run([`select id from data_api_deliveries where ${condition}`]);
        expect(rows).toHaveLength(count);
      },
      { timeout: 60_000, interval: 10 },
    );
  beforeEach(async () => {
    receiver = await startReceiver();
  });
  afterEach(async () => {
    vi.useRealTimers();
    await receiver.stop();
  });

  const send = async (method: string, path: string, body?: unknown) => {
    const answer = await server?.request(method, path, { body });
    expect(answer?.status, JSON.stringify(answer?.json)).toBeLessThan(300);
  };
  const said = (of: readonly Received[]) => of.map(({ event, data }) => [event, data["id"], data["item"]]);
  /** Waits until all changes have their deliveries. */
  const untilNothingIsLeft = () =>
    vi.waitFor(
      async () => {
        const open = await database.run([openChanges]);
        const [log] = await database.run(["select batch from data_api_outbox_state"]);
        const [hook] = await database.run(["select batch from data_api_webhooks"]);
        expect([hook?.["batch"], open]).toEqual([log?.["batch"], []]);
      },
      { timeout: 60_000, interval: 10 },
    );
  /** Moves the clock of this process, which decides when the next try is. */
  const pass = (ms: number) => vi.setSystemTime(Date.now() + ms);

  describe.each(["dynamic", "generated"] as const)("in %s mode", (mode) => {
    it("webhooks send each change, signed, in order", async () => {
      const { config } = await start(hookedConfig(receiver.url), mode);
      await send("POST", "/api/data/order", { item: "a" });
      await receiver.until(({ length }) => length === 1);
      await send("POST", "/api/data/note", { text: "not sent" });
      await send("PATCH", "/api/data/order/1", { item: "b" });
      await receiver.until(({ length }) => length === 2);
      await send("DELETE", "/api/data/order/1");
      await receiver.until(({ length }) => length === 3);
      expect(said(receiver.received)).toEqual([
        ["order.create", 1, "a"],
        ["order.update", 1, "b"],
        ["order.delete", 1, undefined],
      ]);
      for (const { body, headers } of receiver.received)
        expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
      const [first] = receiver.received;
      expect(() => new Webhook(nextSecret).verify(first?.body ?? "", first?.headers ?? {})).toThrow();
      expect(JSON.parse(first?.body ?? "")).toEqual({
        type: "order.create",
        timestamp: expect.stringMatching(/^\d{4}-.*Z$/) as string,
        data: expect.objectContaining({ id: 1, item: "a", amount: null }) as object,
      });
      const check = createSchemaCheck(documentOf(config));
      for (const { body, event } of receiver.received) {
        const pointer = `/webhooks/${event}/post/requestBody/content/application~1json/schema`;
        expect(check.mistakesOf({ node: {}, pointer }, JSON.parse(body)), event).toEqual([]);
      }
    });
  });

  it("webhooks sign with each of several secrets", async () => {
    const secrets = [nextSecret, secret];
    await start(hookedConfig(receiver.url, { secrets, select: "item" }));
    await send("POST", "/api/data/order", { item: "a" });
    await receiver.until(({ length }) => length === 1);
    const [one] = receiver.received as [Received];
    for (const each of secrets) new Webhook(each).verify(one.body, one.headers);
    expect(one.data).toEqual({ item: "a" });
  });

  it("webhooks try a failed delivery ten times with the same id and body, then it is dead", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    await start(hookedConfig(receiver.url));
    receiver.answer(500);
    await send("POST", "/api/data/order", { item: "a" });
    await receiver.until(({ length }) => length === 1);
    // Others of the record wait, those of other records do not.
    await send("PATCH", "/api/data/order/1", { item: "b" });
    await send("POST", "/api/data/order", { item: "c" });
    await receiver.until((all) => all.some(({ data }) => data["id"] === 2));
    const tries = () => receiver.received.filter(({ data }) => data["id"] === 1);
    for (let count = 2; count <= 10; count++) {
      await untilStored(`tries = ${count - 1} and lease is null`, 2);
      pass(40 * HOUR);
      await receiver.until(() => tries().length === count);
    }
    await lineLike({ code: "webhook-dead" });
    await receiver.until(() => tries().length === 11);
    const [first, ...more] = tries();
    for (const again of more.slice(0, 9)) expect([again.id, again.body]).toEqual([first?.id, first?.body]);
    expect(tries()[10]?.event).toBe("order.update");
  });

  it("webhooks wait with the next try as long as the receiver asks", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    await start(hookedConfig(receiver.url));
    receiver.answer((_, res) => res.writeHead(503, { "Retry-After": "3600" }).end());
    await send("POST", "/api/data/order", { item: "a" });
    await receiver.until(({ length }) => length === 1);
    await untilStored("tries = 1");
    receiver.answer(204);
    pass(0.9 * HOUR);
    await send("POST", "/api/data/order", { item: "b" });
    await receiver.until(({ length }) => length === 2);
    pass(0.2 * HOUR);
    await receiver.until(({ length }) => length === 3);
    expect(said(receiver.received).map(([, id]) => id)).toEqual([1, 2, 1]);
  });

  it("webhooks keep the order of each record, and send several records at once", async () => {
    await start(hookedConfig(receiver.url));
    // The first one waits for one of another record.
    const held: http.ServerResponse[] = [];
    receiver.answer(({ beside }, res) => {
      held.push(res);
      if (receiver.received.length === 1 && beside.length === 0) return;
      for (const each of held.splice(0)) setTimeout(() => each.writeHead(204).end(), 30);
    });
    for (const item of ["a", "b", "c"]) await send("POST", "/api/data/order", { item });
    for (let amount = 1; amount <= 5; amount++)
      await Promise.all([1, 2, 3].map((id) => send("PATCH", `/api/data/order/${id}`, { amount })));
    await receiver.until(({ length }) => length === 18);
    for (const id of [1, 2, 3]) {
      const own = receiver.received.filter(({ data }) => data["id"] === id);
      expect(own.map(({ event }) => event)).toEqual([
        "order.create",
        ...Array.from({ length: 5 }, () => "order.update"),
      ]);
      const amounts = own.map(({ data }) => Number(data["amount"]));
      expect(amounts).toEqual(amounts.toSorted((x, y) => x - y));
    }
    for (const one of receiver.received)
      expect(one.beside.map(({ data }) => data["id"])).not.toContain(one.data["id"]);
    expect(receiver.received.some(({ beside }) => beside.length > 0)).toBe(true);
  });

  it("webhooks of users and the kept changes have neither a password nor its hash", async () => {
    const { api } = await start({
      ...hookedConfig(receiver.url, { events: ["user.*"] }),
      auth: ownUsers,
      changes: { entities: ["user"], interval: 20 },
    });
    const password = "trains and more";
    await send("POST", "/api/data/user", { username: "anna", password, confirmPassword: password });
    await receiver.until(({ length }) => length === 1);
    await send("POST", "/api/auth/token", { username: "anna", password });
    await api.repository("user").update(1, { password: "boats and more" });
    await receiver.until(({ length }) => length === 2);
    await api.repository("user").delete(1);
    await receiver.until(({ length }) => length === 3);
    expect(receiver.received.map(({ event }) => event)).toEqual([
      "user.create",
      "user.update",
      "user.delete",
    ]);
    expect(receiver.received[0]?.data).toMatchObject({ id: 1, username: "anna" });
    const kept = await database.run(["select former from data_api_outbox"]);
    const [stored] = await database.run(["select body from data_api_deliveries where place > 0"]);
    const all = JSON.stringify([kept, stored, receiver.received.map(({ body }) => body)]);
    expect(all).toContain("anna");
    for (const word of ["trains", "boats", "password", "argon2", "scrypt", "tokenversion"])
      expect(all.toLowerCase(), word).not.toContain(word);
  });

  it("webhooks do not connect to private addresses that are not allowed", async () => {
    const url = new URL(receiver.url);
    url.protocol = "https:";
    url.hostname = "localhost";
    let connections = 0;
    receiver.onConnection(() => connections++);
    await start(hookedConfig(url.href, { isPrivateAllowed: false }));
    await send("POST", "/api/data/order", { item: "a" });
    await untilStored("tries = 1 and answer like 'The address % is not public%'");
    expect(connections).toBe(0);
  });

  it("webhooks send many large records, and only the key of one with more than 4 MB", async () => {
    const config = hookedConfig(receiver.url);
    const { order, note } = config.entities;
    const large = { ...order, fields: { ...order?.fields, item: field("text") } } as NonNullable<
      typeof order
    >;
    const { api } = await start({ ...config, entities: { order: large, ...(note && { note }) } });
    // More at once than MariaDB takes in one statement.
    const text = "x".repeat(100_000);
    await api.transaction(async (tx) => {
      const orders = tx.repository("order");
      for (let amount = 0; amount < 200; amount++) await orders.create({ item: text, amount });
      await orders.create({ item: text.repeat(42), amount: 200 });
    });
    await receiver.until(({ length }) => length === 201);
    const sent = receiver.received.toSorted((a, b) => Number(a.data["id"]) - Number(b.data["id"]));
    for (const { data } of sent.slice(0, 200)) expect(data["item"]).toBe(text);
    expect(sent[200]?.data).toEqual({ id: 201 });
  });

  it("a webhook goes on if the records of another one cannot be read", async () => {
    const config = hookedConfig(receiver.url, { name: "first", events: ["note.*"] });
    const [orders] = hookedConfig(receiver.url).webhooks ?? [];
    const changes = { entities: ["order"], interval: 1_000 };
    await start({ ...config, changes, webhooks: [...(config.webhooks ?? []), ...(orders ? [orders] : [])] });
    await send("POST", "/api/data/note", { text: "a" });
    await receiver.until(({ length }) => length === 1);
    // All before the next look.
    await send("POST", "/api/data/note", { text: "b" });
    await send("POST", "/api/data/order", { item: "a" });
    await database.run(["drop table note"]);
    await receiver.until((all) => all.some(({ event }) => event === "order.create"));
  });

  it("a webhook is off after a 410, and sends the refused delivery when it is on again", async () => {
    await start(hookedConfig(receiver.url));
    receiver.answer(410);
    await send("POST", "/api/data/order", { item: "a" });
    await lineLike({ code: "webhook-off", webhook: "shop" });
    await send("POST", "/api/data/order", { item: "b" });
    await untilStored("lease is null");
    await untilNothingIsLeft();
    expect(receiver.received).toHaveLength(1);
    // The one that was refused goes on when the webhook is on again. Nothing was kept meanwhile.
    receiver.answer(204);
    await database.run(["update data_api_webhooks set offat = null"]);
    await send("POST", "/api/data/order", { item: "c" });
    await receiver.until(({ length }) => length === 3);
    expect(
      said(receiver.received)
        .map(([, , item]) => item)
        .toSorted(),
    ).toEqual(["a", "a", "c"]);
    expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(2);
  });
});
