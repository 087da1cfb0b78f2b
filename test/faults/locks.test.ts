import type { Kysely } from "kysely";
import { describe, expect, it } from "vitest";
import { describeDialects } from "../conformance/describe-dialects.js";
import { expectProblem } from "../conformance/expectations.js";
import type { Reply } from "../conformance/http-client.js";
import { useServed, type Served } from "./served.js";
import { wordsOf } from "./words.js";

await describeDialects("locks", (dialect) => {
  const speech = wordsOf(dialect);
  if (speech === undefined) return;
  const serve = useServed(dialect);
  const all = "thing/public/findall/id/0/9";

  async function numberOf({ database }: Served, query: string): Promise<number> {
    const [row] = await database.run([query]);
    return Number(Object.values(row ?? {})[0]);
  }

  function expectUnavailable(reply: Reply): void {
    expectProblem(reply, "database-unavailable", { detail: /Try again/ });
    expect(reply.headers["retry-after"]).toBe("1");
  }

  it("a deadlock of two writes is resolved, and each write is done once", async () => {
    const served = await serve();
    for (const title of ["a", "b"]) await served.send("POST", "thing", { body: { title } });
    await served.database.run([...speech.ledger, ...speech.deadlocks]);
    let rounds = 0;
    let undone = 0;
    // Repeats until a real deadlock occurs: the two writes must arrive together.
    while (undone === 0 && rounds < 20) {
      rounds++;
      const replies = await Promise.all(
        [1, 2].map((id) => served.send("PATCH", `thing/${id}`, { body: { amount: rounds } })),
      );
      for (const reply of replies) expect(reply.json).toEqual({ count: 1 });
      undone = (await numberOf(served, "select max(entry) from ledger")) - 2 * rounds;
    }
    expect(undone).toBeGreaterThan(0);
    expect(await numberOf(served, "select count(*) from ledger")).toBe(2 * rounds);
    expect(await numberOf(served, "select sum(count) from shared")).toBe(4 * rounds);
    expect((await served.send("GET", all)).json).toMatchObject({
      items: [{ amount: rounds }, { amount: rounds }],
    });
  });

  describe("of another session", () => {
    it("another session's lock on a record makes a write fail after the time limit", async () => {
      const served = await serve({ lockTimeout: 100 });
      await served.send("POST", "thing", { body: { title: "a" } });
      await served.database.run(speech.ledger);
      const holder = await served.openSession();
      await holder.run(speech.begin);
      await holder.run("update thing set amount = 1 where id = 1");
      expectUnavailable(await served.send("PATCH", "thing/1", { body: { amount: 2 } }));
      await holder.run("rollback");
      expect((await served.send("PATCH", "thing/1", { body: { amount: 3 } })).json).toEqual({ count: 1 });
      expect(await numberOf(served, "select count(*) from ledger")).toBe(1);
    });

    it.skipIf(dialect.name === "sqlite")(
      "another session's lock on another record does not delay a write of an array",
      async () => {
        const served = await serve({ lockTimeout: 100 });
        // So few rows that the database might prefer to scan the whole table.
        for (const title of ["a", "b", "c"]) await served.send("POST", "thing", { body: { title } });
        const holder = await served.openSession();
        await holder.run(speech.begin);
        await holder.run("update thing set amount = 1 where id = 3");
        const body = [
          { id: 1, amount: 2 },
          { id: 2, amount: 3 },
        ];
        expect((await served.send("PATCH", "thing", { body })).json).toEqual({ count: 2 });
        await holder.run("rollback");
      },
    );

    it("another session's lock on a record delays a write until it is released", async () => {
      const served = await serve({ lockTimeout: 60_000, statementTimeout: 60_000 });
      await served.send("POST", "thing", { body: { title: "a" } });
      const holder = await served.openSession();
      await holder.run(speech.begin);
      await holder.run("update thing set amount = 1 where id = 1");
      const writing = served.send("PATCH", "thing/1", { body: { title: "b" } });
      const watcher = await served.openSession();
      // Not more often: MySQL does not refresh its list of waits if it is read every 100 ms.
      const slowly = { interval: 300 };
      await expect.poll(() => watcher.run(speech.waitingForRow), slowly).toHaveLength(1);
      await holder.run("commit");
      expect((await writing).json).toEqual({ count: 1 });
      expect((await served.send("GET", all)).json).toMatchObject({ items: [{ title: "b", amount: 1 }] });
    });

    it("another session's lock on a table makes reads and writes fail after the time limit", async () => {
      const served = await serve({ lockTimeout: 100, statementTimeout: 60_000 });
      const holder = await served.openSession();
      for (const text of speech.lockTable) await holder.run(text);
      const replies = [served.send("GET", all), served.send("POST", "thing", { body: { title: "a" } })];
      for (const reply of await Promise.all(replies)) expectUnavailable(reply);
      await holder.run(speech.unlock);
      expect((await served.send("GET", all)).json).toEqual({ count: 0, items: [] });
    });
  });

  /** Makes a write wait for a lock and occupy its connection until `holder` unlocks the table. */
  const holdConnection = async (served: Served) => {
    await served.send("POST", "thing", { body: { title: "a" } });
    const holder = await served.openSession();
    for (const text of speech.lockTable) await holder.run(text);
    const writing = served.send("PATCH", "thing/1", { body: { title: "b" } });
    const watcher = await served.openSession();
    await expect.poll(() => watcher.run(speech.waiting)).toHaveLength(1);
    return { holder, writing };
  };

  it("requests fail after the wait limit while a lock occupies all connections", async () => {
    const served = await serve({ pool: { max: 1, waitTimeout: 1_000 } });
    const { holder, writing } = await holdConnection(served);
    const replies = await Promise.all(Array.from({ length: 20 }, () => served.send("GET", all)));
    for (const reply of replies) expectUnavailable(reply);
    await holder.run(speech.unlock);
    expect((await writing).json).toEqual({ count: 1 });
    expect((await served.send("GET", all)).json).toMatchObject({ items: [{ title: "b" }] });
  });

  it("while a lock occupies all connections, a limited number of requests wait, and the next are rejected at once", async () => {
    const served = await serve({ pool: { max: 1, waitTimeout: 60_000, maxQueue: 2 } });
    const { holder, writing } = await holdConnection(served);
    const refused: Reply[] = [];
    const found: Reply[] = [];
    const reading = Array.from({ length: 5 }, async () => {
      const reply = await served.send("GET", all);
      (reply.status === 200 ? found : refused).push(reply);
    });
    await expect.poll(() => refused.length).toBe(3);
    for (const reply of refused) expectUnavailable(reply);
    const own = served.api.repository("thing").db as unknown as Kysely<{ thing: { id: number } }>;
    await expect(own.selectFrom("thing").select("id").execute()).rejects.toThrow("2 requests wait for one");
    await holder.run(speech.unlock);
    await Promise.all(reading);
    expect(found.map(({ json }) => json)).toMatchObject([{ count: 1 }, { count: 1 }]);
    expect((await writing).json).toEqual({ count: 1 });
    expect(await own.selectFrom("thing").select("id").execute()).toHaveLength(1);
  });

  it("a statement that takes too long is cancelled, and is not retried", async () => {
    const served = await serve({ statementTimeout: 2_000 });
    await served.database.run([...speech.ledger, ...speech.slowThings]);
    const reply = await served.send("POST", "thing", { body: { title: "a" } });
    expectProblem(reply, "database-unavailable");
    await served.database.run(["insert into ledger (thing) values (0)"]);
    // The first of the two entries was rolled back.
    expect(await numberOf(served, "select max(entry) from ledger")).toBe(2);
    expect((await served.send("GET", all)).json).toEqual({ count: 0, items: [] });
  });
});
