import { setTimeout as sleep } from "node:timers/promises";
import { sql, type Kysely } from "kysely";
import { expect, it } from "vitest";
import { describeDialects } from "../conformance/describe-dialects.js";
import { expectProblem } from "../conformance/expectations.js";
import type { Reply } from "../conformance/http-client.js";
import { useServed } from "./served.js";
import { wordsOf } from "./words.js";

const all = "thing/public/findall/id/0/9";
const MARK = "marked-for-the-fault";
/** Limits so long that only the watchdog can end a statement within a test. */
const patient = { statementTimeout: 300_000, lockTimeout: 300_000 };
/** Far more than the connect timeout of the tests, and far less than `statementTimeout`. */
const SOON = 60_000;

await describeDialects("a server that hangs", (dialect) => {
  const speech = wordsOf(dialect);
  if (speech === undefined || dialect.name === "sqlite") return;
  const serve = useServed(dialect);

  function expectUnavailable(reply: Reply): void {
    expectProblem(reply, "database-unavailable");
    expect(Number(reply.headers["retry-after"])).toBeGreaterThanOrEqual(1);
  }

  it("a hung database server costs running requests one connect timeout, and is used again when it answers", async () => {
    let holdOn = Promise.resolve();
    let isInHook = false;
    const afterCreate = async () => {
      isInHook = true;
      await holdOn;
    };
    const { send, proxy, api, database } = await serve(
      { ...patient, connectTimeout: 1_000, pool: { max: 5, waitTimeout: SOON } },
      { hooks: { afterCreate } },
    );
    const { db } = api.repository("thing") as unknown as { db: Kysely<unknown> };
    // Opens all connections of the pool, which then are idle.
    await Promise.all(Array.from({ length: 5 }, () => send("GET", all)));
    let goOn: () => void = () => undefined;
    holdOn = new Promise((resolve) => (goOn = resolve));
    const inTransaction = send("POST", "thing", { body: { title: "in a transaction" } });
    await expect.poll(() => isInHook).toBe(true);
    proxy.breakOn(MARK, "silent after");
    const write = send("POST", "note", { body: { title: MARK } });
    await expect.poll(() => proxy.hasBroken).toBe(true);
    proxy.fallSilent();
    const begin = performance.now();
    const ownFailure = expect(sql`select 1`.execute(db)).rejects.toThrow();
    // More reads than the pool has connections.
    const reads = await Promise.all(Array.from({ length: 10 }, () => send("GET", all)));
    for (const reply of reads) expectUnavailable(reply);
    const unknown = await write;
    expectProblem(unknown, "outcome-unknown");
    expect(unknown.headers["retry-after"]).toBeUndefined();
    await ownFailure;
    goOn();
    expectUnavailable(await inTransaction);
    for (let count = 0; count < 20; count++) expectUnavailable(await send("GET", all));
    expect(performance.now() - begin).toBeLessThan(SOON);
    proxy.recover();
    await expect.poll(async () => (await send("GET", all)).status).toBe(200);
    expect((await send("GET", all)).json).toMatchObject({ count: 0 });
    const [row] = await database.run([`select count(*) as count from note where title = '${MARK}'`]);
    expect(Number(row?.["count"])).toBe(1);
  });

  it("a database server is not taken for hung if all connections run slow statements or wait for a lock", async () => {
    const connectTimeout = 3_000;
    const { send, database, openSession } = await serve({
      ...patient,
      connectTimeout,
      pool: { max: 2, waitTimeout: SOON },
    });
    await database.run(speech.slowThings);
    // Each create takes 5 seconds.
    const slow = ["a", "b"].map((title) => send("POST", "thing", { body: { title } }));
    for (const reply of await Promise.all(slow)) expect(reply.status).toBe(201);
    const holder = await openSession();
    for (const text of speech.lockTable) await holder.run(text);
    const waiting = Array.from({ length: 3 }, () => send("GET", all));
    const watcher = await openSession();
    await expect.poll(async () => (await watcher.run(speech.waiting)).length).toBeGreaterThan(1);
    await sleep(connectTimeout + 2_000);
    await holder.run(speech.unlock);
    for (const reply of await Promise.all(waiting)) expect(reply.json).toMatchObject({ count: 2 });
  });
});
