import http from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { atEnd } from "../at-end.js";
import { ChangeFeed } from "../../runtime/changes/change-feed.js";
import { resolveModel } from "../../runtime/config/resolve-model.js";
import { Database } from "../../runtime/database/database.js";
import { dialects as dialectRecords } from "../../runtime/database/dialects/dialects.js";
import type { OutboxSettings } from "../../runtime/model/model.js";
import { describeDialects } from "../conformance/describe-dialects.js";
import { field, openEntity } from "../conformance/fields.js";
import { sendRequest } from "../conformance/http-client.js";
import { createTestApi, startServer, type TestConfig } from "../conformance/start-server.js";
import { dialects, type DialectTarget } from "../conformance/targets.js";
import { startProcess } from "../servers/served-process.js";
import { follow } from "./follow.js";

const [sqlite] = dialects as readonly [DialectTarget];
const PATH = "/api/data/note/changes";

const interval = 100;
const config = {
  changes: { entities: ["note"], interval, maxStreams: 10_000, maxStreamsPerCaller: 10_000 },
  entities: { note: openEntity({ title: field("string"), text: field("text") }) },
  server: { host: "127.0.0.1", metrics: true, maxConnections: 12_000 },
} satisfies TestConfig;

/** A server in a process of its own, and what its metrics say. */
async function started(changes: object = {}, env: NodeJS.ProcessEnv = {}) {
  const fresh = await sqlite.createDatabase();
  const server = await startProcess(
    {
      ...config,
      changes: { ...config.changes, ...changes },
      database: fresh.database,
      server: { ...config.server, shutdownDelay: 0, maxEventLoopDelay: 0, log: { level: "error" } },
    },
    "dynamic",
    env,
  );
  const agent = new http.Agent({ keepAlive: true, maxSockets: 4 });
  atEnd(() => server.end("SIGKILL"));
  atEnd(() => {
    agent.destroy();
  });
  const send = (method: string, path: string, body?: unknown) =>
    sendRequest(server.port, agent, method, path, { body });
  const figure = async (name: string) => {
    const { text } = await send("GET", "/metrics");
    const line = text.split("\n").find((each) => each.startsWith(`${name} `));
    return Number(line?.slice(name.length));
  };
  const create = async (title: string, text = "") => {
    const { status } = await send("POST", "/api/data/note", { title, text });
    expect(status).toBe(201);
  };
  return { server, figure, create };
}

/** Opens a stream without a parser. */
async function open(port: number, query = "") {
  const request = http.get({ port, host: "127.0.0.1", path: `${PATH}${query}`, agent: false });
  request.on("error", () => undefined);
  atEnd(() => request.destroy());
  const res = await new Promise<http.IncomingMessage>((resolve, reject) => {
    request.once("response", resolve).once("error", reject);
  });
  expect(res.statusCode).toBe(200);
  return res;
}

const READS = 'data_api_statement_duration_seconds_count{entity="note",operation="find"}';

test("5,000 streams with 3 different queries cost 3 reads for a change", async () => {
  const { server, figure, create } = await started();
  const queries = ["", "?where=id>0", "?select=title"];
  let told = 0;
  for (let count = 0; count < 5_000; count += 100)
    await Promise.all(
      Array.from({ length: 100 }, async (_, index) => {
        const res = await open(server.port, queries[index % 3]);
        res.on("data", (bytes: Buffer) => {
          if (bytes.includes("event: create")) told++;
        });
      }),
    );
  expect(await figure("data_api_change_streams")).toBe(5_000);
  const before = (await figure(READS)) || 0;
  await create("a");
  await expect.poll(() => told, { interval: 20 }).toBe(5_000);
  expect((await figure(READS)) - before).toBe(3);
});

test("a server keeps few bytes for a stream that nobody reads, and other streams get every event", async () => {
  // Without bounds, the unread events would need more than three times as much.
  const { server, figure, create } = await started(
    { maxBufferBytes: 100_000 },
    { NODE_OPTIONS: "--max-old-space-size=250" },
  );
  const reader = await follow(`http://127.0.0.1:${server.port}${PATH}?select=title`);
  atEnd(() => reader.stop());
  // Each has a filter of its own: the events of one filter are in the memory once.
  const unread = await Promise.all(
    Array.from({ length: 25 }, (_, index) => open(server.port, `?where=title<>x${index}`)),
  );
  const text = "x".repeat(40_000);
  for (let count = 0; count < 800; count++) await create(String(count), text);
  await reader.until(({ length }) => length === 800);
  expect(new Set(reader.events.map(({ data }) => data.record?.["title"])).size).toBe(800);
  expect(await figure("data_api_change_streams")).toBe(26);
  // One that reads on learns that it has to read again.
  let rest = "";
  unread[0]?.setEncoding("utf8").on("data", (part: string) => (rest += part));
  await expect.poll(() => rest.includes('"reason":"lagging"'), { interval: 20 }).toBe(true);
  expect(rest.length).toBeLessThan(16_000_000);
});

await describeDialects("clients that all come back at once", (target) => {
  test("clients that all come back at once get what they have missed, each change once", async () => {
    const server = await startServer("dynamic", target, config);
    const url = `${server.url}${PATH}`;
    const notes = server.api.repository("note");
    const streams = await Promise.all(Array.from({ length: 300 }, () => follow(url)));
    await notes.create({ title: "seen" });
    await Promise.all(streams.map((stream) => stream.until(({ length }) => length === 1)));
    await Promise.all(streams.map((stream) => stream.stop()));
    await notes.create({ title: "missed" });
    const back = await Promise.all(
      streams.map((stream) => follow(url, { "Last-Event-ID": stream.lastId() })),
    );
    atEnd(() => Promise.all(back.map((stream) => stream.stop())));
    await Promise.all(back.map((stream) => stream.until(({ length }) => length === 1)));
    await notes.create({ title: "next" });
    await Promise.all(back.map((stream) => stream.until(({ length }) => length === 2)));
    for (const { events } of back)
      expect(events.map(({ data }) => data.record?.["title"])).toEqual(["missed", "next"]);
  });

  test("clients that come back at once share a look at the changes, and later ones get another", async () => {
    const fresh = await target.createDatabase();
    const api = await createTestApi("dynamic", fresh, config);
    const model = resolveModel({ ...config, database: fresh.database });
    const database = new Database(model, dialectRecords[model.database.dialect]);
    atEnd(() => database.close());
    await database.open();
    const ignore = { reportFault: () => undefined, warn: () => undefined };
    let looks = 0;
    const feedOf = (interval: number) => {
      const feed = new ChangeFeed(database, { ...(model.outbox as OutboxSettings), interval }, ignore);
      feed.watch(() => {
        looks++;
        return Promise.resolve();
      });
      return feed;
    };
    const patient = feedOf(60_000);
    const batches = (count: number) =>
      Promise.all(
        Array.from({ length: count }, () => patient.inTurn(true, ({ batch }) => Promise.resolve(batch))),
      );
    const notes = api.repository("note");
    await notes.create({ title: "a" });
    expect([new Set(await batches(100)), looks]).toEqual([new Set([1]), 1]);
    const early = batches(10);
    await notes.create({ title: "b" });
    expect(await batches(10)).toEqual(Array.from({ length: 10 }, () => 2));
    await early;
    // The early ones had one, unless they waited for that of the later ones.
    expect(looks).toBeLessThanOrEqual(3);
    // Work that takes long does not keep the changes from others.
    looks = 0;
    const eager = feedOf(interval);
    await Promise.all(Array.from({ length: 10 }, () => eager.inTurn(true, () => sleep(interval + 10))));
    expect(looks).toBe(10);
  });
});
