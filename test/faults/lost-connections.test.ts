import { describe, expect, it } from "vitest";
import type { Kysely } from "kysely";
import { resolveDatabase } from "../../runtime/config/resolve/resolve-database.js";
import { openConnection } from "../../runtime/database/database.js";
import { dialects } from "../../runtime/database/dialects/dialects.js";
import { question } from "../../runtime/database/wire/replication.js";
import { describeDialects } from "../conformance/describe-dialects.js";
import { expectProblem } from "../conformance/expectations.js";
import type { Reply } from "../conformance/http-client.js";
import { useServed, type Served } from "./served.js";
import { wordsOf } from "./words.js";

const MARK = "the one that is lost";

await describeDialects("lost connections", (dialect) => {
  const speech = wordsOf(dialect);
  if (speech === undefined) return;
  const serve = useServed(dialect);

  /** The number of stored rows, read without the product. */
  async function stored({ database }: Served, where = `title = '${MARK}'`): Promise<number> {
    const [row] = await database.run([`select count(*) as found from thing where ${where}`]);
    return Number(row?.["found"]);
  }

  async function changes({ database }: Served): Promise<number> {
    const [row] = await database.run(["select count(*) as found from ledger"]);
    return Number(row?.["found"]);
  }

  /** The client is not asked to retry. */
  function expectUnknown(reply: Reply): void {
    expectProblem(reply, "outcome-unknown", { detail: /it is not known whether the write was done/ });
    expect(reply.headers["retry-after"]).toBeUndefined();
  }

  function expectUnavailable(reply: Reply, detail?: RegExp): void {
    expectProblem(reply, "database-unavailable", detail === undefined ? {} : { detail });
    expect(reply.headers["retry-after"]).toBe("1");
  }

  describe.each(["cut before", "cut after"] as const)("that are %s", (fault) => {
    it("a read whose connection is lost is repeated, and the client does not notice", async () => {
      const served = await serve();
      await served.send("POST", "thing", { body: { title: MARK } });
      served.proxy.breakOn(MARK, fault);
      const found = await served.send(
        "GET",
        `thing/public/findbycondition/id/0/9/${encodeURIComponent(`title="${MARK}"`)}`,
      );
      expect(found.json).toMatchObject({ count: 1 });
      expect(served.proxy.hasBroken).toBe(true);
    });

    it("a create whose connection is lost has an unknown outcome, and is not retried", async () => {
      const served = await serve();
      served.proxy.breakOn(MARK, fault);
      const reply = await served.send("POST", "thing", { body: { title: MARK } });
      expectUnknown(reply);
      expect(await stored(served)).toBe(fault === "cut after" ? 1 : 0);
      expect((await served.send("POST", "thing", { body: { title: "next" } })).status).toBe(201);
    });

    it("an update whose connection is lost has an unknown outcome, and is not retried", async () => {
      const served = await serve();
      await served.database.run(speech.ledger);
      await served.send("POST", "thing", { body: { title: "before" } });
      served.proxy.breakOn(MARK, fault);
      expectUnknown(await served.send("PATCH", "thing/1", { body: { title: MARK } }));
      expect(await stored(served)).toBe(fault === "cut after" ? 1 : 0);
      expect(await changes(served)).toBe(fault === "cut after" ? 2 : 1);
    });

    it("a delete whose connection is lost has an unknown outcome", async () => {
      const served = await serve();
      const created = await served.send("POST", "note", { body: { title: "x" } });
      const id = created.json as string;
      // SQL Server receives the bytes of a uuid, the others its text.
      served.proxy.breakOn(dialect.name === "mssql" ? "delete from" : id, fault);
      expectUnknown(await served.send("DELETE", `note/${id}`));
      const found = await served.send("GET", `note/public/findbyid/${id}`);
      expect(found.json).toMatchObject({ count: fault === "cut after" ? 0 : 1 });
    });

    it("a create in a transaction whose connection is lost is retried, and the client does not notice", async () => {
      const served = await serve();
      served.proxy.breakOn(MARK, fault);
      const options = { body: { title: MARK }, prefer: "return=representation" };
      const reply = await served.send("POST", "thing", options);
      expect(served.proxy.hasBroken).toBe(true);
      // If the write returns the record, there is no transaction.
      if (reply.status === 503) expect(await stored(served)).toBe(fault === "cut after" ? 1 : 0);
      else {
        expect(reply.json).toMatchObject({ title: MARK });
        expect(await stored(served)).toBe(1);
      }
      expect(reply.status).toBe(dialect.name === "mysql" ? 201 : 503);
    });

    it("a create whose connection is lost at the commit has an unknown outcome, and is not retried", async () => {
      const served = await serve();
      const options = { body: { title: MARK }, prefer: "return=representation" };
      served.proxy.breakWhere(speech.isCommit, fault);
      const reply = await served.send("POST", "thing", options);
      if (!served.proxy.hasBroken) expect(reply.status).toBe(201);
      else expectUnknown(reply);
      expect(await stored(served)).toBe(served.proxy.hasBroken && fault === "cut before" ? 0 : 1);
    });
  });

  it("a call of a procedure whose connection is lost fails at once", async () => {
    const { proxy, database } = await serve();
    const way = { ...database.database, host: "127.0.0.1", port: proxy.port };
    const settings = resolveDatabase({ ...way, ...(dialect.name === "mssql" && { encrypt: false }) });
    // So long that the test would time out first.
    const limits = { statementTimeout: 300_000, connectTimeout: 300_000 };
    const connection = await openConnection(
      { database: { ...settings, ...limits } },
      dialects[settings.dialect],
    );
    const value = { postgres: "$1::text", mysql: "?", mssql: "@1", sqlite: "?" }[settings.dialect];
    proxy.breakOn(MARK, "cut before");
    const called = connection.transaction(async ({ results }) =>
      results?.(question(`select ${value} as mark`), [MARK], 10),
    );
    await expect(called).rejects.toMatchObject({ kind: "connection", outcome: "undone" });
    await connection.close();
  });

  describe("to a server that stops answering", () => {
    // The first statement of a connection may take a second on a slow engine.
    const patience = { statementTimeout: 2_000 };

    it("a read of a database server that stops answering times out, and is retried", async () => {
      const served = await serve(patience);
      await served.send("POST", "thing", { body: { title: MARK } });
      served.proxy.breakOn(MARK, "silent after");
      const found = await served.send(
        "GET",
        `thing/public/findbycondition/id/0/9/${encodeURIComponent(`title="${MARK}"`)}`,
      );
      expect(found.json).toMatchObject({ count: 1 });
    });

    it("a write to a database server that stops answering times out, and is not retried", async () => {
      const served = await serve(patience);
      served.proxy.breakOn(MARK, "silent after");
      const reply = await served.send("POST", "thing", { body: { title: MARK } });
      expectUnknown(reply);
      expect(await stored(served)).toBe(1);
    });

    it("a database server that stops answering delays neither other requests nor the stop of the server", async () => {
      const served = await serve({ ...patience, pool: { max: 1, waitTimeout: 1_000 } });
      served.proxy.breakOn(MARK, "silent after");
      const first = served.send("POST", "thing", { body: { title: MARK } });
      // It has taken the only database connection.
      await expect.poll(() => served.proxy.hasBroken).toBe(true);
      served.proxy.fallSilent();
      const second = served.send("GET", "thing/public/findall/id/0/9");
      expectUnknown(await first);
      expectUnavailable(await second);
      served.proxy.recover();
      // The server retries once a second.
      const read = async () => (await served.send("GET", "thing/public/findall/id/0/9")).json;
      await expect.poll(read).toMatchObject({ count: 1 });
      served.proxy.fallSilent();
      await served.api.stopAsync();
    });
  });

  it("requests to a database server that is down are answered 503 until it is back", async () => {
    const served = await serve();
    served.proxy.refuse();
    for (const [method, path, body] of [
      ["GET", "thing/public/findall/id/0/9", undefined],
      ["POST", "thing", { title: "x" }],
    ] as const)
      expectUnavailable(await served.send(method, path, body === undefined ? {} : { body }), /Try again/);
    served.proxy.recover();
    expect((await served.send("POST", "thing", { body: { title: "x" } })).status).toBe(201);
    expect((await served.send("GET", "thing/public/findall/id/0/9")).json).toMatchObject({ count: 1 });
  });

  describe("that the database closes", () => {
    const killAll = async (served: Served): Promise<void> => {
      const session = await served.openSession();
      for (const { id } of await session.run(speech.others)) await session.run(speech.kill(id));
    };

    it("idle connections that the database closes are replaced, and the client does not notice", async () => {
      const served = await serve();
      await served.send("POST", "thing", { body: { title: "x" } });
      await killAll(served);
      await served.proxy.waitForCount(0);
      const [a, b] = await Promise.all([
        served.send("GET", "thing/public/findall/id/0/9"),
        served.send("GET", "thing/public/findall/id/0/9"),
      ]);
      expect([a.json, b.json]).toEqual([a.json, a.json]);
      expect(a.json).toMatchObject({ count: 1 });
      expect((await served.send("POST", "thing", { body: { title: "y" } })).status).toBe(201);
    });

    it("a write that waits when the database closes its connection has an unknown outcome, and is not done later", async () => {
      const served = await serve();
      await served.database.run(speech.ledger);
      await served.send("POST", "thing", { body: { title: "x" } });
      const holder = await served.openSession();
      for (const text of speech.lockTable) await holder.run(text);
      const writing = served.send("PATCH", "thing/1", { body: { title: MARK } });
      const session = await served.openSession();
      await expect.poll(() => session.run(speech.waiting)).toHaveLength(1);
      const [{ id } = {}] = await session.run(speech.waiting);
      await session.run(speech.kill(id));
      expectUnknown(await writing);
      await holder.run(speech.unlock);
      expect(await changes(served)).toBe(1);
      expect(await stored(served)).toBe(0);
    });

    it("a closed connection is an error in an application's own transaction, and later requests work", async () => {
      const served = await serve();
      const { db } = served.api.repository("thing") as unknown as { db: Kysely<{ thing: { id: number } }> };
      const lost = db.transaction().execute(async (transaction) => {
        await transaction.selectFrom("thing").selectAll().execute();
        await killAll(served);
        await served.proxy.waitForCount(0);
        await transaction.selectFrom("thing").selectAll().execute();
      });
      await expect(lost).rejects.toThrow();
      expect((await served.send("POST", "thing", { body: { title: "x" } })).status).toBe(201);
    });
  });
});
