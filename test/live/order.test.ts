import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFailed, test } from "vitest";
import { atEnd } from "../at-end.js";
import { inFlight } from "../conformance/callers.js";
import { describeDialects } from "../conformance/describe-dialects.js";
import { openEntity, field } from "../conformance/fields.js";
import { createTestApi, type TestApi, type TestConfig } from "../conformance/start-server.js";
import type { FreshDatabase } from "../conformance/targets.js";
import { randomOf } from "../faults/ledger.js";
import { startProcess } from "../servers/served-process.js";
import { follow, type Event, type Following } from "./follow.js";
import { openChanges } from "./open-changes.js";
import { serveApi } from "../conformance/start.js";

const config: TestConfig = {
  changes: { entities: ["note"], interval: 25, maxBufferBytes: 10_000_000 },
  entities: { note: openEntity({ title: field("string"), turn: field("int") }) },
};

/** How long a server is paused, in milliseconds. */
const PAUSE = Number(process.env["LIVE_PAUSE"] ?? 3_000);

/** The stored records: id and turn. */
async function stored({ run }: FreshDatabase): Promise<ReadonlyMap<number, number>> {
  const rows = await run(["select id, turn from note"]);
  return new Map(rows.map(({ id, turn }) => [Number(id), Number(turn)]));
}

/** The records as a client has them who applied the events. Throws for an event that comes twice. */
function applied(events: readonly Event[]): ReadonlyMap<number, number> {
  expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
  const records = new Map<number, number>();
  for (const { type, data } of events) {
    const id = Number(data.key?.["id"]);
    if (type === "delete") records.delete(id);
    else records.set(id, Number(data.record?.["turn"]));
  }
  return records;
}

/** Waits until the client has what is stored. */
async function catchesUp(stream: Pick<Following, "events">, fresh: FreshDatabase): Promise<void> {
  const all = [...(await stored(fresh))].toSorted(([a], [b]) => a - b);
  await expect.poll(() => [...applied(stream.events)].toSorted(([a], [b]) => a - b)).toEqual(all);
}

/** Follows as clients do: a stream that ends is opened again after its last event. */
async function followed(port: number): Promise<Pick<Following, "events">> {
  const url = `http://127.0.0.1:${port}/api/data/note/changes?select=turn`;
  let current = await follow(url);
  const streams = [current];
  let lastId = "";
  let hasEnded = false;
  const isOver = () => hasEnded;
  const goOn = async (): Promise<void> => {
    for (;;) {
      await current.closed;
      if (isOver()) return;
      // A request that is refused has no id.
      lastId = current.lastId() || lastId;
      current = await follow(url, { "Last-Event-ID": lastId });
      streams.push(current);
      if (isOver()) return current.stop();
      if (current.status !== 200) await sleep(100);
    }
  };
  const going = goOn().catch(() => undefined);
  atEnd(async () => {
    hasEnded = true;
    await current.stop();
    await going;
  });
  return {
    get events() {
      return streams.flatMap(({ events }) => events);
    },
  };
}

await describeDialects("followers on two servers", (target) => {
  test("followers have what is stored after 200 writers whose transactions end in any order", async () => {
    const seed = Number(process.env["LIVE_SEED"] ?? Date.now() % 1_000_000);
    onTestFailed(() => {
      process.stderr.write(`To see it again: LIVE_SEED=${seed}\n`);
    });
    const random = randomOf(seed);
    const fresh = await target.createDatabase();
    const pool = { max: 20, waitTimeout: 60_000, maxQueue: 1_000 };
    const patient = { ...fresh, database: { ...fresh.database, pool, lockTimeout: 60_000 } };
    const apis: TestApi[] = [];
    const streams: Pick<Following, "events">[] = [];
    for (const mode of ["dynamic", "generated"] as const) {
      const api = await createTestApi(mode, patient, config);
      const { port } = await serveApi(api);
      apis.push(api);
      streams.push(await followed(port));
    }
    const writers = Array.from({ length: 200 }, (_, index) => index);
    const undone = new Error("undone");
    await inFlight(
      writers,
      async (turn) => {
        // Two connections of one process to a file would block each other, and the process.
        const api = (target.name === "sqlite" ? apis[0] : apis[turn % 2]) as TestApi;
        const isUndone = random() < 0.2;
        const work = api.transaction(async (tx) => {
          const notes = tx.repository("note");
          const { id } = await notes.create({ title: "a", turn: -1 });
          await sleep(random() * 8);
          await notes.update(id, { turn });
          if (random() < 0.3) await notes.createMany([{ turn }, { turn: turn + 1_000 }]);
          if (random() < 0.3) await notes.delete(id);
          await sleep(random() * 8);
          if (isUndone) throw undone;
        });
        await work.catch((error: unknown) => {
          if (error !== undone) throw error;
        });
      },
      target.name === "sqlite" ? 8 : 40,
    );
    for (const stream of streams) await catchesUp(stream, fresh);
    expect((await stored(fresh)).size).toBeGreaterThan(100);
  });

  test(
    "followers have what is stored when one server is killed and another is paused during writes",
    async () => {
      const fresh = await target.createDatabase();
      const whole = {
        ...config,
        database: fresh.database,
        server: {
          host: "127.0.0.1",
          shutdownDelay: 0,
          maxEventLoopDelay: 0,
          log: { level: "silent" as const },
        },
      };
      const servers = await Promise.all([
        startProcess(whole),
        startProcess(whole),
        startProcess(whole),
      ] as const);
      atEnd(() => Promise.all(servers.map((server) => server.end("SIGKILL"))));
      const [writer, paused, other] = servers;
      const streams = [await followed(paused.port), await followed(other.port)];
      let turn = 0;
      const write = async (port: number) => {
        const response = await fetch(`http://127.0.0.1:${port}/api/data/note`, {
          method: "POST",
          headers: { "Content-Type": "application/json" },
          body: JSON.stringify({ title: "a", turn: turn++ }),
        });
        await response.text();
        return response.status;
      };
      let isWriting = true;
      const writing = Promise.all(
        Array.from({ length: 8 }, async (_, index) => {
          while (isWriting) await write(index < 4 ? writer.port : other.port).catch(() => sleep(20));
        }),
      );
      await expect.poll(() => streams[1]?.events.length).toBeGreaterThan(50);
      paused.signal("SIGSTOP");
      await writer.end("SIGKILL");
      await sleep(PAUSE);
      isWriting = false;
      await writing;
      paused.signal("SIGCONT");
      for (const stream of streams) await catchesUp(stream, fresh);
    },
    240_000 + PAUSE,
  );

  test("followers get from another server what a killed one had committed and not read", async () => {
    const fresh = await target.createDatabase();
    const start = async (interval: number) => {
      const server = await startProcess({
        ...config,
        changes: { entities: ["note"], interval },
        database: fresh.database,
        server: { host: "127.0.0.1", shutdownDelay: 0, maxEventLoopDelay: 0, log: { level: "silent" } },
      });
      atEnd(() => server.end("SIGKILL"));
      return server;
    };
    const path = "/api/data/note/changes?select=turn";
    // It looks for changes once a minute.
    const first = await start(60_000);
    const stream = await follow(`http://127.0.0.1:${first.port}${path}`);
    const { status } = await fetch(`http://127.0.0.1:${first.port}/api/data/note`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify([{ turn: 1 }, { turn: 2 }]),
    });
    await first.end("SIGKILL");
    expect(status).toBe(201);
    expect(stream.events).toEqual([]);
    expect(await fresh.run([openChanges])).toHaveLength(2);
    const second = await start(20);
    const back = await follow(`http://127.0.0.1:${second.port}${path}`, { "Last-Event-ID": stream.lastId() });
    atEnd(() => back.stop());
    await back.until(({ length }) => length === 2);
    expect(back.events.map(({ type }) => type)).toEqual(["create", "create"]);
    expect(applied(back.events)).toEqual(await stored(fresh));
  });
});
