import { once } from "node:events";
import http from "node:http";
import { expect, it } from "vitest";
import type { Kysely } from "kysely";
import { describeDialects } from "../conformance/describe-dialects.js";
import { useServed, type Served } from "./served.js";
import { wordsOf } from "./words.js";

const ROWS = 40_000;
const NDJSON = "application/x-ndjson";

/**
 * How to block reads of things, and how to see that they wait. Not for SQL Server, whose driver does not cancel, nor
 * for SQLite, whose statements do not wait.
 */
const LOCKS: Readonly<Record<string, { readonly take: readonly string[]; readonly waiting: string }>> = {
  postgres: {
    take: ["begin", "lock table thing in access exclusive mode"],
    waiting:
      "select query from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  },
  mysql: {
    take: ["lock tables thing write"],
    waiting:
      "select info from information_schema.processlist where db = database() and state like 'Waiting for table%'",
  },
};

await describeDialects("faults in streams", (dialect) => {
  if (wordsOf(dialect) === undefined) return;
  const serve = useServed(dialect);

  async function filled(): Promise<Served> {
    const served = await serve();
    const db = served.api.repository("thing").db as Kysely<Record<string, object>>;
    const day = "2024-01-01 00:00:00";
    const row = { title: "x".repeat(250), createdat: day, updatedat: day };
    await db
      .insertInto("thing")
      .values(Array.from({ length: 625 }, () => row))
      .execute();
    // SQL Server allows 2,100 parameters in a statement. The rows must exceed the buffers to the client.
    for (let rows = 625; rows < ROWS; rows *= 2)
      await served.database.run([
        "insert into thing (title, createdat, updatedat) select title, createdat, updatedat from thing",
      ]);
    return served;
  }

  /** Starts to read a stream of all things, and reads only its beginning. */
  async function begin({ port }: Served, accept: string) {
    const request = http.get({ port, path: "/api/data/thing", headers: { Accept: accept }, agent: false });
    const [response] = (await once(request, "response")) as [http.IncomingMessage];
    await once(response, "readable");
    return response;
  }

  /** Reads the rest of the stream, and returns whether it ended normally. */
  async function rest(response: http.IncomingMessage) {
    let text = "";
    try {
      for await (const chunk of response) text += String(chunk);
      return { text, isWhole: true };
    } catch {
      return { text, isWhole: false };
    }
  }

  it("a fault of the database cuts a stream of records, so that clients notice that it is incomplete", async () => {
    const served = await filled();
    for (const accept of ["application/x-ndjson", "text/csv"]) {
      const response = await begin(served, accept);
      served.proxy.refuse();
      const { text, isWhole } = await rest(response);
      expect([response.statusCode, isWhole]).toEqual([200, false]);
      const lines = text.trimEnd().split("\n");
      expect(lines.length).toBeLessThan(ROWS);
      if (accept === "text/csv") expect(text).not.toContain("database");
      else
        expect(JSON.parse(lines.at(-1) ?? "")).toMatchObject({
          "@error": { code: "database-unavailable", status: 503 },
        });
      served.proxy.recover();
      await expect.poll(async () => (await served.send("GET", "thing?take=1")).status).toBe(200);
    }
  });

  const lock = LOCKS[dialect.name];
  it.skipIf(lock === undefined).each([1, 2])(
    "a client that disconnects from a stream cancels its statement, with %i connections",
    async (max) => {
      const served = await serve({ lockTimeout: 60_000, statementTimeout: 60_000, pool: { max } });
      const session = await served.openSession();
      for (const text of lock?.take ?? []) await session.run(text);
      const answer = (entity: string) => {
        const path = `/api/data/${entity}`;
        return http.get({ port: served.port, path, headers: { Accept: NDJSON }, agent: false });
      };
      const waiting = answer("thing").on("error", () => undefined);
      const waits = () => served.database.run([lock?.waiting ?? ""]);
      await expect.poll(waits).toHaveLength(1);
      expect(await status("note")).toBe(503);
      waiting.destroy();
      // Only one stream may hold a connection: the other is answered after the first has released it.
      await expect.poll(() => status("note")).toBe(200);
      await session.close();

      async function status(entity: string): Promise<number | undefined> {
        const [response] = (await once(answer(entity), "response")) as [http.IncomingMessage];
        response.resume();
        return response.statusCode;
      }
    },
  );

  it("a stream is cut at the end of the grace period of a stopping server", async () => {
    const served = await filled();
    const response = await begin(served, "application/x-ndjson");
    const stopping = served.api.stopAsync();
    const before = Date.now();
    await stopping;
    expect(Date.now() - before).toBeLessThan(30_000);
    expect((await rest(response)).isWhole).toBe(false);
  });

  it("a fault within a stream of creates is reported with the number of records that it has created", async () => {
    const served = await serve();
    const request = http.request({
      port: served.port,
      method: "POST",
      path: "/api/data/thing",
      headers: { "Content-Type": "application/x-ndjson" },
    });
    request.write('{"title":"a"}\n'.repeat(250));
    const stored = async () =>
      (await served.database.run(["select count(*) as found from thing"]))[0]?.["found"];
    await expect.poll(async () => Number(await stored())).toBe(200);
    served.proxy.refuse();
    request.end();
    const [response] = (await once(request, "response")) as [http.IncomingMessage];
    const { text } = await rest(response);
    expect(response.statusCode).toBe(503);
    expect(JSON.parse(text)).toMatchObject({
      detail: expect.stringContaining(
        "It stopped at or after line 201. Until then, 200 records were created and 0 were not.",
      ) as string,
    });
    expect(Number(await stored())).toBe(200);
  });
});
