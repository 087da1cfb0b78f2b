import { sql } from "kysely";
import type pg from "pg";
import { describe, expect, it } from "vitest";
import { openConnection } from "../../runtime/database/database.js";
import { dialects } from "../../runtime/database/dialects/dialects.js";
import { resolveDatabase } from "../../runtime/config/resolve/resolve-database.js";
import { describeDialect } from "../conformance/describe-dialects.js";
import { expectProblem } from "../conformance/expectations.js";
import type { Reply } from "../conformance/http-client.js";
import { takeLog } from "../conformance/reports.js";
import { pgbouncer, Pooler } from "./pgbouncer.js";
import { all, isSlow, settingsOf, slowThings, usePoolers } from "./poolers.js";

await describeDialect("PgBouncer in transaction mode", "postgres", (dialect) => {
  if (pgbouncer === undefined) {
    it.skip("not run: pgbouncer is not installed", () => undefined);
    return;
  }
  const { createPooler, connectTo, serve, open } = usePoolers(dialect, Pooler.before.bind(Pooler));

  it("behind PgBouncer, each statement has its own settings, whichever client used the connection before", async () => {
    const { fresh, pooler } = await createPooler({ default_pool_size: 1 });
    await fresh.run([`alter database ${fresh.database.name ?? ""} set timezone = 'America/New_York'`]);
    const patient = await open(pooler.through(fresh.database));
    const hasty = await open({
      ...pooler.through(fresh.database),
      statementTimeout: 2_000,
      lockTimeout: 1_000,
    });
    const rude = await connectTo(pooler, fresh);
    await rude.query(
      "set time zone 'Asia/Tokyo'; set datestyle to 'SQL, DMY'; set intervalstyle to sql_standard; set bytea_output to 'escape'; set statement_timeout to '7min'; set lock_timeout to 0",
    );
    const patientSettings = "UTC ISO, MDY iso_8601 hex 10s 5s";
    const hastySettings = "UTC ISO, MDY iso_8601 hex 2s 1s";
    for (let round = 0; round < 5; round++) {
      expect(await settingsOf(patient)).toBe(patientSettings);
      expect(await settingsOf(hasty, 1)).toBe(`${hastySettings} 1`);
      expect(await settingsOf(hasty)).toBe(hastySettings);
      expect(await settingsOf(patient, 2)).toBe(`${patientSettings} 2`);
    }
    const found = await hasty
      .transaction()
      .setIsolationLevel("serializable")
      .execute(async (transaction) => {
        const isolation = await sql<{
          is: string;
        }>`select current_setting('transaction_isolation') as is`.execute(transaction);
        return [isolation.rows[0]?.is, await settingsOf(transaction), await settingsOf(transaction, 3)];
      });
    expect(found).toEqual(["serializable", hastySettings, `${hastySettings} 3`]);
    await expect(sql`select pg_sleep(${5})`.execute(hasty)).rejects.toMatchObject({ code: "57014" });
    await expect(sql`select pg_sleep(5)`.execute(hasty)).rejects.toMatchObject({ code: "57014" });
    await sql`select pg_sleep(${3})`.execute(patient);
    // Other clients see none of these settings.
    const { rows } = await rude.query<{ found: string }>(
      "select concat_ws(' ', current_setting('bytea_output'), current_setting('statement_timeout')) as found",
    );
    expect(rows).toEqual([{ found: "escape 7min" }]);
    // Several statements in one text, and a failing statement, leave the connection as it was.
    const several = await sql.raw("select 1 as one; select 2 as two").execute(patient);
    expect(several.rows).toEqual([]);
    await expect(sql`select 1 / ${0}::int`.execute(patient)).rejects.toMatchObject({ code: "22012" });
    expect(await settingsOf(patient, 4)).toBe(`${patientSettings} 4`);
  });

  it("behind PgBouncer, a read needs one round trip", async () => {
    const { fresh, pooler } = await createPooler({});
    const send = await serve(pooler.through(fresh.database));
    await send("POST", "thing", { title: "x" });
    const roundTrips = async () => {
      const rows = await pooler.command("show stats_totals");
      return Number(rows.find(({ database }) => database === fresh.database.name)?.["query_count"]);
    };
    const before = await roundTrips();
    for (let count = 0; count < 5; count++)
      expect((await send("GET", "thing/public/findbyid/1")).json).toMatchObject({ count: 1 });
    for (let count = 0; count < 5; count++) expect((await send("GET", all)).status).toBe(200);
    expect((await roundTrips()) - before).toBe(10);
  });

  it("PgBouncer is a transient fault while it is paused or down, and the server resumes by itself", async () => {
    const { fresh, pooler } = await createPooler({ default_pool_size: 2, query_wait_timeout: 1 });
    const send = await serve({ ...pooler.through(fresh.database), pool: { max: 2 } });
    const body = { title: "x", at: "2024-02-29T12:00:00.000Z", data: "AP8=" };
    expect((await send("POST", "thing", body)).status).toBe(201);

    const expectAway = async () => {
      for (const reply of await Promise.all([
        send("GET", all),
        send("POST", "thing", body),
        send("GET", all),
        send("GET", all),
      ])) {
        expectProblem(reply, "database-unavailable");
        expect(Number(reply.headers["retry-after"])).toBeGreaterThanOrEqual(1);
      }
      await expect.poll(async () => (await send("GET", "/readyz")).status).toBe(503);
    };
    const expectBack = async () => {
      await expect.poll(async () => (await send("GET", all)).status).toBe(200);
      expect((await send("GET", all)).json).toMatchObject({ count: 1, items: [body] });
      await expect.poll(async () => (await send("GET", "/readyz")).status).toBe(200);
    };
    await pooler.command("pause");
    await expectAway();
    await pooler.command("resume");
    await expectBack();

    await pooler.stop();
    await expectAway();
    await pooler.start();
    await expectBack();
    takeLog();
  });

  it("PgBouncer in session mode that hangs costs one time limit, and not one for each request", async () => {
    const { fresh, pooler } = await createPooler({ pool_mode: "session" });
    const connectTimeout = 2_000;
    const limits = { connectTimeout, statementTimeout: 300_000, pool: { max: 2, waitTimeout: 4_000 } };
    const send = await serve({ ...pooler.through(fresh.database, {}), ...limits });
    const body = { title: "x", at: "2024-02-29T12:00:00.000Z", data: "AP8=" };
    expect((await send("POST", "thing", body)).status).toBe(201);
    pooler.signal("SIGSTOP");
    try {
      const isFast = async () => {
        const begin = performance.now();
        expectProblem(await send("GET", all), "database-unavailable");
        return performance.now() - begin < connectTimeout / 2;
      };
      await expect.poll(isFast).toBe(true);
      const begin = performance.now();
      const requests = 20;
      for (let count = 0; count < requests; count++) {
        const reply = count % 2 === 0 ? await send("GET", all) : await send("POST", "thing", body);
        expectProblem(reply, "database-unavailable");
        expect(Number(reply.headers["retry-after"])).toBeGreaterThanOrEqual(1);
      }
      // A tenth of the time if each request waited for a connection.
      expect(performance.now() - begin).toBeLessThan(requests * connectTimeout);
      expect((await send("GET", "/readyz")).status).toBe(503);
    } finally {
      pooler.signal("SIGCONT");
    }
    await expect.poll(async () => (await send("GET", all)).status).toBe(200);
    await expect.poll(async () => (await send("GET", "/readyz")).status).toBe(200);
    expect((await send("GET", all)).json).toMatchObject({ count: 1, items: [body] });
    takeLog();
  });

  it.each(["full", "about to pause"])(
    "PgBouncer that is %s is not taken for a hung one, and running statements go on",
    async (state) => {
      const { fresh, pooler } = await createPooler({ default_pool_size: 1, query_wait_timeout: 60 });
      const limits = {
        connectTimeout: 2_000,
        statementTimeout: 60_000,
        pool: { max: 2, waitTimeout: 60_000 },
      };
      const send = await serve({ ...pooler.through(fresh.database), ...limits });
      await fresh.run(slowThings);
      // Takes 5 seconds on the server's only connection, for which the reads wait.
      const running = send("POST", "thing", { title: "x" });
      await expect.poll(async () => (await fresh.run([isSlow])).length).toBe(1);
      const reads = [send("GET", all), send("GET", all)];
      // PgBouncer pauses when the statement has ended.
      const paused = state === "full" ? undefined : pooler.command("pause");
      expect((await running).status).toBe(201);
      await paused;
      if (paused !== undefined) await pooler.command("resume");
      for (const reply of await Promise.all(reads)) expect(reply.json).toMatchObject({ count: 1 });
    },
  );

  it("PgBouncer that is full of clients is a transient fault", async () => {
    const { fresh, pooler } = await createPooler({ max_client_conn: 3 });
    const config = pooler.through(fresh.database);
    // Some versions also count PgBouncer's own connections.
    const others: pg.Client[] = [];
    await expect(
      (async () => {
        for (let count = 0; count < 4; count++) others.push(await connectTo(pooler, fresh));
      })(),
    ).rejects.toThrow("max_client_conn");
    const refused = await openConnection({ database: resolveDatabase(config) }, dialects.postgres).catch(
      (error: unknown) => error,
    );
    expect(refused).toMatchObject({
      kind: "connection",
      outcome: "notSent",
      isTransient: true,
      reason: "full",
    });
    await Promise.all(others.map((other) => other.end()));
    const send = await serve({ ...config, pool: { max: 1 } });
    expect((await send("GET", all)).status).toBe(200);
  });

  describe("without a configured pooler", () => {
    it("PgBouncer that is not configured is detected at the start, but session mode is allowed", async () => {
      const { fresh, pooler } = await createPooler({});
      const config = pooler.through(fresh.database, {});
      await expect(serve(config)).rejects.toThrow(
        /^Cannot open the PostgreSQL database .*"database\.pooler": "transaction"/,
      );
      await pooler.command("set pool_mode = 'session'");
      const send = await serve(config);
      expect((await send("GET", all)).status).toBe(200);
    });

    it("PgBouncer that is not configured is named by the first error, and no server gets another's statement", async () => {
      const { fresh, pooler } = await createPooler({ pool_mode: "session", default_pool_size: 5 });
      const config = { ...pooler.through(fresh.database, {}), pool: { max: 2 } };
      const [one, two] = [await serve(config), await serve(config)];
      await fresh.run(["insert into thing (title, createdat, updatedat) values ('x', now(), now())"]);
      await pooler.command("set pool_mode = 'transaction'");
      // PgBouncer 1.21 and later can prepare statements by default; older versions do not know the setting.
      await pooler.command("set max_prepared_statements = 0").catch(() => undefined);
      takeLog();
      const failed: Reply[] = [];
      // On a busy machine, the two seldom ask at the same time.
      for (let round = 0; round < 20 || (failed.length === 0 && round < 1_000); round++) {
        // Each is the first statement of its server, and has one parameter.
        const none = `thing/public/findbycondition/id/0/9/${encodeURIComponent('title="1"')}`;
        const first = "thing/public/findbyid/1";
        const replies = [one("GET", none), one("GET", none), two("GET", first), two("GET", first)];
        for (const [index, reply] of (await Promise.all(replies)).entries()) {
          if (reply.status !== 200) failed.push(reply);
          else expect(reply.json).toMatchObject(index < 2 ? { items: [] } : { items: [{ title: "x" }] });
        }
      }
      expect(failed.length).toBeGreaterThan(0);
      for (const reply of failed) expectProblem(reply, "database-unavailable");
      const [report] = takeLog().filter(({ level }) => level === "error");
      expect(JSON.stringify(report)).toContain("database.pooler");
    });
  });
});
