import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, it } from "vitest";
import { inFlight } from "../conformance/callers.js";
import { describeDialect } from "../conformance/describe-dialects.js";
import { field, openEntity } from "../conformance/fields.js";
import { createTestApi, type TestApi, type TestConfig } from "../conformance/start-server.js";
import { follow, type Event, type Following } from "../live/follow.js";
import { pgbouncer, Pooler } from "./pgbouncer.js";

const config: TestConfig = {
  changes: { entities: ["note"], interval: 25 },
  entities: { note: openEntity({ title: field("string") }) },
};

await describeDialect("live changes behind PgBouncer in transaction mode", "postgres", (dialect) => {
  if (pgbouncer === undefined) {
    it.skip("not run: pgbouncer is not installed", () => undefined);
    return;
  }
  const closings: (() => unknown)[] = [];
  afterEach(async () => {
    for (const close of closings.splice(0).toReversed()) await close();
  });

  it("behind PgBouncer with two connections, changes reach followers of two servers once each, after their commits", async () => {
    const fresh = await dialect.createDatabase();
    closings.push(() => fresh.dispose());
    const pooler = await Pooler.before(fresh.database, { default_pool_size: 2 });
    closings.push(() => pooler.remove());
    // Long limits: all writers and both servers share two connections.
    const patient = { lockTimeout: 60_000, statementTimeout: 60_000, pool: { max: 8, waitTimeout: 60_000 } };
    const database = { ...pooler.through(fresh.database), ...patient };
    const apis: TestApi[] = [];
    const streams: Following[] = [];
    for (const mode of ["dynamic", "generated"] as const) {
      const api = await createTestApi(mode, { database }, config);
      api.setupApiEndpoints();
      const { port } = (await api.startAsync(0)).address() as { port: number };
      closings.push(() => api.stopAsync());
      apis.push(api);
      const stream = await follow(`http://127.0.0.1:${port}/api/data/note/changes`);
      closings.push(() => stream.stop());
      streams.push(stream);
    }
    const undone = new Error("undone");
    const writers = Array.from({ length: 40 }, (_, index) => index);
    await inFlight(
      writers,
      async (index) => {
        const api = apis[index % 2] as TestApi;
        // A write of its own, and one in a transaction that is seen for a while, or undone.
        if (index % 4 < 2) await api.repository("note").create({ title: `single ${index}` });
        const work = api.transaction(async (tx) => {
          const { id } = await tx.repository("note").create({ title: "not yet" });
          await sleep(index % 7);
          await tx.repository("note").update(id, { title: `in a transaction ${index}` });
          if (index % 5 === 0) throw undone;
        });
        await work.catch((error: unknown) => {
          if (error !== undone) throw error;
        });
      },
      8,
    );
    const stored = (await fresh.run(["select title from note"])).map(({ title }) => title).toSorted();
    expect(stored).toHaveLength(20 + 32);
    const titlesOf = (events: readonly Event[]) =>
      events.map(({ data }) => data.record?.["title"]).toSorted();
    for (const stream of streams) {
      await stream.until(({ length }) => length >= stored.length);
      expect(titlesOf(stream.events)).toEqual(stored);
      expect(new Set(stream.events.map(({ type }) => type))).toEqual(new Set(["create"]));
    }
  });
});
