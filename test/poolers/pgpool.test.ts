import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { describeDialect } from "../conformance/describe-dialects.js";
import { expectProblem } from "../conformance/expectations.js";
import { takeLog } from "../conformance/reports.js";
import { PostgresServer } from "../replicas/postgres-server.js";
import { Pgpool, pgpool } from "./pgpool.js";
import { all, isSlow, settingsOf, slowThings, usePoolers, whileOpen } from "./poolers.js";

await describeDialect("Pgpool-II", "postgres", (dialect) => {
  if (pgpool === undefined) {
    it.skip("not run: pgpool is not installed", () => undefined);
    return;
  }
  const { createPooler, connectTo, serve } = usePoolers(dialect, Pgpool.before.bind(Pgpool));
  const body = { title: "x", at: "2024-02-29T12:00:00.000Z", data: "AP8=" };

  describe.each(["none", "transaction"] as const)('with "pooler": "%s"', (pooled) => {
    it("behind Pgpool-II, each statement has its own settings, whichever client used the connection before", async () => {
      // Each server of a test has one client at most, and all take turns on one connection.
      const { fresh, pooler } = await createPooler({ settings: { num_init_children: 1 } });
      await fresh.run([`alter database ${fresh.database.name ?? ""} set timezone = 'America/New_York'`]);
      const config = { ...pooler.through(fresh.database, { pooler: pooled }), pool: { max: 1 } };
      const rude = async () => {
        const client = await connectTo(pooler, fresh);
        const { rows } = await client.query<{ pid: number; found: string }>(
          "select pg_backend_pid() as pid, concat_ws(' ', current_setting('TimeZone'), current_setting('bytea_output')) as found",
        );
        await client.query("set time zone 'Asia/Tokyo'");
        await client.query("set bytea_output to 'escape'");
        await client.query("set statement_timeout to '7min'");
        await client.end();
        return rows[0];
      };
      const first = await rude();
      expect(first?.found).toBe("America/New_York hex");
      for (const [limits, expected] of [
        [{}, "UTC ISO, MDY iso_8601 hex 10s 5s"],
        [{ statementTimeout: 2_000, lockTimeout: 1_000 }, "UTC ISO, MDY iso_8601 hex 2s 1s"],
      ] as const) {
        await whileOpen({ ...config, ...limits }, async (db) => {
          expect(await settingsOf(db)).toBe(expected);
          expect(await settingsOf(db, 1)).toBe(`${expected} 1`);
          const inTransaction = await db.transaction().execute((transaction) => settingsOf(transaction, 2));
          expect(inTransaction).toBe(`${expected} 2`);
          if (!("statementTimeout" in limits)) return;
          await expect(sql`select pg_sleep(${5})`.execute(db)).rejects.toMatchObject({ code: "57014" });
          await expect(sql`select pg_sleep(5)`.execute(db)).rejects.toMatchObject({ code: "57014" });
        });
        // On the same connection, other clients see none of these settings.
        expect(await rude()).toEqual(first);
      }
    });

    it("Pgpool-II is a transient fault while it is down or full, and the server resumes by itself", async () => {
      const { fresh, pooler } = await createPooler({ settings: { num_init_children: 4 } });
      const config = pooler.through(fresh.database, { pooler: pooled });
      const send = await serve({ ...config, pool: { max: 2 } });
      expect((await send("POST", "thing", body)).status).toBe(201);

      const expectAway = async () => {
        const requests = [send("GET", all), send("POST", "thing", body), send("GET", all), send("GET", all)];
        for (const reply of await Promise.all(requests)) {
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
      await pooler.stop();
      await expectAway();
      await pooler.start();
      // Other clients occupy all of its processes. Without "reserved_connections", further clients wait.
      const others = [];
      for (let count = 0; count < 4; count++) others.push(await connectTo(pooler, fresh));
      await expectAway();
      for (const other of others) await other.end();
      await expectBack();
      takeLog();
    });

    it("Pgpool-II that rejects clients is a transient fault", async () => {
      const { fresh, pooler } = await createPooler({
        settings: { num_init_children: 4, reserved_connections: 1 },
      });
      const config = { ...pooler.through(fresh.database, { pooler: pooled }), pool: { max: 1 } };
      const send = await serve(config);
      await pooler.stop();
      await pooler.start();
      const others = [];
      for (let count = 0; count < 3; count++) others.push(await connectTo(pooler, fresh));
      const refused = await send("GET", all);
      expectProblem(refused, "database-unavailable");
      expect(Number(refused.headers["retry-after"])).toBeGreaterThanOrEqual(1);
      for (const other of others) await other.end();
      await expect.poll(async () => (await send("GET", all)).status).toBe(200);
      takeLog();
    });

    it.each([
      { num_init_children: 4, reserved_connections: 0 },
      { num_init_children: 5, reserved_connections: 1 },
    ])(
      "Pgpool-II that has no free process is not taken for a hung one, and running statements go on: %o",
      async (settings) => {
        const { fresh, pooler } = await createPooler({ settings });
        const limits = { connectTimeout: 2_000, statementTimeout: 60_000, pool: { max: 1 } };
        const send = await serve({ ...pooler.through(fresh.database, { pooler: pooled }), ...limits });
        await fresh.run(slowThings);
        const running = send("POST", "thing", body);
        await expect.poll(async () => (await fresh.run([isSlow])).length).toBe(1);
        const others = [];
        for (let count = 0; count < 3; count++) others.push(await connectTo(pooler, fresh));
        expect((await running).status).toBe(201);
      },
    );

    it("a hung database behind a Pgpool-II that rejects clients is a 503 long before the statement timeout", async () => {
      const server = await PostgresServer.create();
      const pooler = await Pgpool.before(server.database, {
        settings: { num_init_children: 8, reserved_connections: 1 },
      });
      try {
        const limits = { connectTimeout: 1_000, statementTimeout: 300_000, pool: { max: 2 } };
        const send = await serve({ ...pooler.through(server.database, { pooler: pooled }), ...limits });
        expect((await send("GET", all)).status).toBe(200);
        await server.freeze();
        const begin = performance.now();
        expectProblem(await send("GET", all), "database-unavailable");
        expect(performance.now() - begin).toBeLessThan(60_000);
        await server.thaw();
        await expect.poll(async () => (await send("GET", all)).status).toBe(200);
        takeLog();
      } finally {
        await server.thaw();
        await pooler.remove();
        await server.remove();
      }
    });

    it("a statement behind Pgpool-II whose backend is terminated is a 503, and the server goes on", async () => {
      const { fresh, pooler } = await createPooler({ settings: { num_init_children: 4 } });
      const config = { ...pooler.through(fresh.database, { pooler: pooled }), pool: { max: 1 } };
      const send = await serve(config);
      expect((await send("POST", "thing", body)).status).toBe(201);
      await fresh.run(slowThings);
      const running = send("POST", "thing", body);
      const terminate =
        "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and query like '%insert into%'";
      await expect.poll(async () => (await fresh.run([terminate])).length).toBe(1);
      expectProblem(await running, "outcome-unknown");
      await expect.poll(async () => (await send("GET", all)).status).toBe(200);
      expect((await send("GET", all)).json).toMatchObject({ count: 1 });
      // The same while its connection is idle.
      const idle =
        "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'data-api'";
      for (let round = 0; round < 5; round++) {
        await fresh.run([idle]);
        const reply = await send("GET", all);
        if (reply.status !== 200) expectProblem(reply, "database-unavailable");
      }
      takeLog();
    });

    // On a busy machine, Pgpool-II takes long to start its processes.
    const patient = { pooler: pooled, connectTimeout: 60_000 };

    it.each([
      // In these modes, Pgpool-II begins a transaction before a prepared write, and never commits it.
      [{ settings: { backend_clustering_mode: "raw" } }, "backend_clustering_mode = 'streaming_replication'"],
      [
        { settings: { backend_clustering_mode: "slony" } },
        "backend_clustering_mode = 'streaming_replication'",
      ],
      // Reads would go to servers that lack the settings of the session and the latest writes.
      [{ settings: { load_balance_mode: "on" }, servers: 2 }, "load_balance_mode = off"],
      [
        { settings: { app_name_redirect_preference_list: "psql:primary,data-api:primary(0.5)" }, servers: 2 },
        "app_name_redirect_preference_list = 'data-api:primary'",
      ],
    ])("the server refuses to start behind Pgpool-II with %o", async (options, remedy) => {
      const { fresh, pooler } = await createPooler(options);
      await expect(serve(pooler.through(fresh.database, patient))).rejects.toThrow(remedy);
    });

    it.each([
      { settings: { load_balance_mode: "off" }, servers: 2 },
      {
        settings: {
          load_balance_mode: "on",
          app_name_redirect_preference_list: "data-api:primary,psql:standby",
        },
        servers: 2,
      },
      { settings: { load_balance_mode: "on" }, servers: 1 },
      { settings: { backend_clustering_mode: "logical_replication" } },
    ])("the server starts and writes behind Pgpool-II with %o", async (options) => {
      const { fresh, pooler } = await createPooler(options);
      const send = await serve(pooler.through(fresh.database, patient));
      expect((await send("POST", "thing", body)).status).toBe(201);
      expect(await fresh.run(["select title from thing"])).toEqual([{ title: "x" }]);
    });
  });
});
