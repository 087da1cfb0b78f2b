import { describe, expect, it } from "vitest";
import { DataApi } from "data-api";
import { describeDialects } from "../conformance/describe-dialects.js";
import { expectJson, expectProblem } from "../conformance/expectations.js";
import { openEntity } from "../conformance/fields.js";
import { takeLog } from "../conformance/reports.js";
import { useServed } from "./served.js";
import { wordsOf } from "./words.js";

await describeDialects("a database that is unavailable at start", (dialect) => {
  if (wordsOf(dialect) === undefined) return;
  const serve = useServed(dialect);
  const all = "thing/public/findall/id/0/9";

  it("a server that starts without its database is alive but not ready, and requests open no connections", async () => {
    takeLog();
    const { send, proxy } = await serve({}, { isAway: true });
    expectJson(await send("GET", "/livez"), 200, { status: "ok" });
    const before = proxy.attempts;
    const replies = await Promise.all([
      send("GET", "/readyz"),
      send("POST", "thing", { body: { title: "x" } }),
      ...Array.from({ length: 20 }, () => send("GET", all)),
    ]);
    for (const reply of replies) {
      expectProblem(reply, "database-unavailable");
      expect(Number(reply.headers["retry-after"])).toBeGreaterThanOrEqual(1);
    }
    // Each attempt of the background check opens three connections.
    expect(proxy.attempts - before).toBeLessThan(replies.length);
    const [report] = takeLog().filter(({ level }) => level === "error");
    expect(report?.msg).toMatch(/^The database is unavailable: Cannot open the /);
    proxy.recover();
    await expect.poll(async () => (await send("GET", all)).status).toBe(200);
    expect((await send("POST", "thing", { body: { title: "x" } })).status).toBe(201);
    await expect.poll(async () => (await send("GET", "/readyz")).status).toBe(200);
  });

  it("a database that is unavailable at start does not delay a stop, and is used if it is there at the next start", async () => {
    const { api, proxy } = await serve({}, { isAway: true });
    await api.stopAsync();
    proxy.recover();
    const { attempts } = proxy;
    const server = await api.startAsync(0);
    expect(server.listening).toBe(true);
    expect(proxy.attempts).toBeGreaterThan(attempts);
  });

  describe("for a permanent reason", () => {
    it.each([{ name: "no such" }, { userName: "nobody", password: "wrong" }])(
      "a start with the wrong database or log-in %j is refused",
      async (mistake) => {
        const { database } = await dialect.createDatabase();
        const api = new DataApi({
          database: { ...database, ...mistake },
          entities: { thing: openEntity({}) },
          server: { host: "127.0.0.1", startsWithoutDatabase: true },
        });
        await expect(api.startAsync(0)).rejects.toMatchObject({ kind: "connection", outcome: "notSent" });
      },
    );
  });

  it("a server that loses its database is not ready until it is back", async () => {
    const { send, proxy } = await serve();
    expectJson(await send("GET", "/readyz"), 200, { status: "ok" });
    proxy.refuse();
    await expect.poll(async () => (await send("GET", "/readyz")).status).toBe(503);
    expectJson(await send("GET", "/livez"), 200, { status: "ok" });
    proxy.recover();
    await expect.poll(async () => (await send("GET", "/readyz")).status).toBe(200);
  });
});
