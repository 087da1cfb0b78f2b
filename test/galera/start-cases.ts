import { once } from "node:events";
import { text } from "node:stream/consumers";
import { expect, it, vi } from "vitest";
import { DataApi, defineSeed, type Config, type DatabaseConfig } from "data-api";
import { resolveDatabase } from "../../runtime/config/resolve/resolve-database.js";
import { createKysely, openConnection } from "../../runtime/database/database.js";
import { dialects } from "../../runtime/database/dialects/dialects.js";
import { ClusterLock } from "../../runtime/database/dialects/mysql/connection/mysql-cluster-lock.js";
import {
  statementKind,
  type StatementKind,
} from "../../runtime/database/dialects/mysql/connection/mysql-statement-kind.js";
import { sql } from "../../runtime/database/sql/kysely.js";
import type { AnyKysely } from "../../runtime/database/sql/sql.js";
import { Project } from "../cli/project.js";
import { modes } from "../conformance/targets.js";
import { MigrationFolder } from "../migrations/migration-folder.js";
import { until } from "../replicas/until.js";
import { entities } from "../schema/start-many.js";
import type { ClusterCases } from "./cluster-cases.js";
import { startAll, three } from "./serve.js";

/** In milliseconds. A lock holder sends ten heartbeats in this time. */
const SILENCE = 1_000;
/** How long to wait for a lock, in milliseconds. */
const PATIENCE = 60_000;

/** Counts the indexes that the servers have created. */
const MADE = `select count(distinct table_name, index_name) as found from information_schema.statistics
  where table_schema = database() and table_name like 'thing%' and index_name <> 'PRIMARY'`;

export function registerStarts({ cluster, createDatabase, closings, rounds }: ClusterCases): void {
  it("of a server on each node of an empty database all succeed, and the tables are created once", async () => {
    for (let round = 0; round < 3 * rounds; round++) {
      const databases = await createDatabase();
      const apis = databases.map(
        (database) => new DataApi({ database, entities, server: { host: "127.0.0.1" } }),
      );
      try {
        const starts = await Promise.allSettled(apis.map((api) => api.startAsync(0)));
        expect(starts.filter(({ status }) => status === "rejected")).toEqual([]);
        await Promise.all(apis.map((api) => api.repository("thing0").create({})));
      } finally {
        await Promise.all(apis.map((api) => api.stopAsync()));
      }
      const [made] = await cluster().run([MADE], databases[0]?.name);
      // A unique title and a reference for each.
      expect(Number(made?.["found"])).toBe(2 * Object.keys(entities).length);
      const [lock] = await cluster().run(["select count(*) as held from data_api_lock"], databases[0]?.name);
      expect(Number(lock?.["held"])).toBe(0);
    }
  });

  it("seed the database concurrently, and each record exists once", async () => {
    const titles = ["a", "b", "c", "d", "e"];
    const seed = defineSeed<Config>(async ({ upsert }) => {
      await upsert(
        "thing0",
        titles.map((title) => ({ title })),
        { by: ["title"] },
      );
    });
    for (let round = 0; round < rounds; round++) {
      const databases = await createDatabase();
      const apis = databases.map(
        (database) => new DataApi({ database, entities, server: { host: "127.0.0.1" } }),
      );
      for (const api of apis) closings.push(() => api.stopAsync());
      await Promise.all(apis.map((api) => api.startAsync(0)));
      await cluster().settle();
      await Promise.all(apis.map((api) => api.seedAsync(seed)));
      const rows = await cluster().run(["select title from thing0 order by title"], databases[0]?.name);
      expect(rows.map(({ title }) => title)).toEqual(titles);
    }
  });

  it.each(modes)("of a %s process on each node of an empty database all succeed", async (mode) => {
    for (let round = 0; round < rounds; round++) {
      const databases = await createDatabase();
      // The lock expects a second connection, but also works without one.
      const small = databases.map((database) => ({ ...database, pool: { max: 1 } }));
      const servers = await startAll(small, closings, { entities }, mode);
      await cluster().settle();
      for (const { send } of servers) expect((await send("GET", "/readyz")).status).toBe(200);
      const [made] = await cluster().run([MADE], databases[0]?.name);
      expect(Number(made?.["found"])).toBe(2 * Object.keys(entities).length);
    }
  });

  /** A lock with a manual clock. */
  async function openLock(database: DatabaseConfig | undefined) {
    if (database === undefined) throw new Error("The cluster has three nodes.");
    const connection = await openConnection({ database: resolveDatabase(database) }, dialects.mysql);
    closings.push(() => connection.close());
    const db = createKysely(dialects.mysql, () => connection.driver);
    let now = 0;
    const lock = new ClusterLock(db, db, SILENCE, () => now);
    closings.push(() => lock.giveBack());
    return {
      lock,
      /** Tries to take the lock after the holder was silent for long enough. */
      tryLater: () => {
        now += SILENCE;
        return lock.tryTake();
      },
    };
  }

  it("have one lock for all nodes, which a holder keeps while it lives", async () => {
    const databases = await createDatabase();
    const all = await Promise.all(databases.map(openLock));
    const taken = await Promise.all(all.map(({ lock }) => lock.tryTake()));
    expect(taken.filter((isTaken) => isTaken)).toHaveLength(1);
    const holder = all[taken.indexOf(true)];
    const other = all[taken.indexOf(false)];
    const [where] = databases;
    const beat = async () => {
      const [row] = await cluster().run(["select beat from data_api_lock"], where?.name);
      return String(row?.["beat"]);
    };
    for (let times = 0; times < 4; times++) {
      const before = await beat();
      await until(async () => (await beat()) !== before, PATIENCE);
      await cluster().settle();
      expect(await other?.tryLater()).toBe(false);
    }
    await holder?.lock.giveBack();
    await until(async () => (await other?.lock.tryTake()) === true, PATIENCE);
  });

  it("take the lock of a dead server", async () => {
    const databases = await createDatabase();
    const [first, second, third] = three(await Promise.all(databases.map(openLock)));
    expect(await first.lock.tryTake()).toBe(true);
    await first.lock.giveBack();
    await cluster().run(
      ["insert into data_api_lock (id, owner, beat, probe) values (1, 'dead', 7, 0)"],
      databases[0]?.name,
    );
    await cluster().settle();
    const taken: unknown[] = [];
    for (let times = 0; times < 3; times++)
      for (const { tryLater } of [second, third]) taken.push(await tryLater());
    // Each server suspects the holder, then probes it, and then takes over the lock.
    expect(taken).toEqual([false, false, false, false, true, false]);
  });

  it.each([
    ["a statement", (db: AnyKysely) => sql`create table late (id int primary key)`.execute(db)],
    [
      "a transaction",
      (db: AnyKysely, meanwhile: () => Promise<void>) =>
        db.transaction().execute(async (transaction) => {
          await sql`insert into t values (2)`.execute(transaction);
          await meanwhile();
        }),
    ],
    [
      "a statement of a transaction that ends it",
      (db: AnyKysely, meanwhile: () => Promise<void>) =>
        db.transaction().execute(async (transaction) => {
          await sql`insert into t values (2)`.execute(transaction);
          await meanwhile();
          await sql`set statement lock_wait_timeout = 9 for create table late (id int primary key)`.execute(
            transaction,
          );
        }),
    ],
    [
      "a statement after a read-only transaction",
      async (db: AnyKysely, meanwhile: () => Promise<void>) => {
        await sql`start transaction read only`.execute(db);
        await sql`select id from t`.execute(db);
        await meanwhile();
        await sql`create table late (id int primary key)`.execute(db);
      },
    ],
    [
      "a statement while tables are locked",
      async (db: AnyKysely, meanwhile: () => Promise<void>, wait: () => void) => {
        await sql`lock tables t write`.execute(db);
        await sql`delete from t where id = 2`.execute(db);
        await meanwhile();
        wait();
        try {
          await sql`insert into t values (2)`.execute(db);
        } finally {
          await sql`unlock tables`.execute(db);
        }
      },
    ],
  ])("change nothing by %s after another server took over their lock", async (_, change) => {
    const databases = await createDatabase();
    const [where] = databases;
    await cluster().run(["create table t (id int primary key)"], where?.name);
    const connection = await openConnection(
      { database: resolveDatabase(where as DatabaseConfig) },
      dialects.mysql,
    );
    closings.push(() => connection.close());
    const db = createKysely(dialects.mysql, () => connection.driver);
    const now = vi.spyOn(performance, "now");
    closings.push(() => {
      now.mockRestore();
    });
    const takeOver = async () => {
      await cluster().settle();
      await three(cluster().nodes)[1].run(["update data_api_lock set owner = 'other'"], where?.name);
      await cluster().settle();
    };
    const changed = dialects.mysql.schema.alone(db, async (alone) => {
      await sql`insert into t values (1)`.execute(alone);
      if (_ === "a statement") await takeOver();
      await change(alone, takeOver, () => {
        now.mockReturnValue(performance.timeOrigin);
      });
    });
    await expect(changed).rejects.toThrow("Another server has taken over the lock");
    const rows = await cluster().run(["select id from t"], where?.name);
    expect(rows).toEqual([{ id: 1 }]);
    expect(await cluster().run(["show tables like 'late'"], where?.name)).toEqual([]);
    // The connection is released without the fence.
    await sql`insert into t values (3)`.execute(db);
  });

  it("know which statements end a transaction", async () => {
    const [where] = await createDatabase();
    await cluster().run(["create table t (id int primary key)"], where?.name);
    const statements = [
      ...["commit", "commit work", "commit and chain", "commit and no chain", "/* a */ commit"],
      ...["rollback", "rollback work", "rollback and chain", "savepoint a", "rollback to a"],
      ...[
        "begin",
        "-- a\nbegin",
        "begin not atomic select 1; end",
        "unlock tables",
        "do 1",
        "analyze select 1",
      ],
      ...[
        "create table a (id int primary key)",
        "alter table a add b int",
        "/*!50000 rename */ table a to b",
      ],
      ...["truncate b", "drop table b", "create view v as select 1", "create or replace view v as select 2"],
      ...["create temporary table c (id int)", "create or replace temporary table c (id int)"],
      ...["drop temporary table c", "prepare d from 'select 1'", "drop prepare d", "analyze local table t"],
      "set statement lock_wait_timeout = 9 for commit",
      "set statement lock_wait_timeout = 9 for alter table t comment 'a'",
      ...["set statement sql_mode = '' for delete from t", "set @a = 1", "set password = password('')"],
      ...["set default role none", "set role none", "set session sql_mode = ''", "set autocommit = 1"],
      ...["check table t", "optimize table t", "repair table t", "flush status", "reset query cache"],
    ];
    const ends = new Set<StatementKind>(["commit", "rollback", "define"]);
    const connection = await openConnection(
      { database: resolveDatabase(where as DatabaseConfig) },
      dialects.mysql,
    );
    closings.push(() => connection.close());
    const db = createKysely(dialects.mysql, () => connection.driver);
    await db.connection().execute(async (own) => {
      for (const statement of statements) {
        await sql`begin`.execute(own);
        await sql`savepoint a`.execute(own);
        await sql.raw(statement).execute(own);
        const { rows } = await sql<{ is: unknown }>`select @@in_transaction as "is"`.execute(own);
        const isOpen = rows.map((row) => Number(row.is) === 1);
        expect({ statement, isOpen }).toEqual({ statement, isOpen: [!ends.has(statementKind(statement))] });
        await sql`rollback`.execute(own);
      }
      await expect(sql`xa start 'a'`.execute(own)).rejects.toThrow("XA transactions with Galera replication");
    });
  });

  it("commit what they read before a heartbeat, with snapshot isolation", async ({ skip }) => {
    const isolation = "innodb_snapshot_isolation";
    const [known] = await cluster().run([`show variables like '${isolation}'`]);
    if (known === undefined) skip("The server does not have the variable.");
    const [where] = await createDatabase();
    await cluster().run([`set global ${isolation} = on`, "create table t (id int primary key)"], where?.name);
    closings.push(() => cluster().run([`set global ${isolation} = default`]));
    const settings = resolveDatabase({ ...(where as DatabaseConfig), pool: { max: 1 } });
    const connection = await openConnection({ database: settings }, dialects.mysql);
    closings.push(() => connection.close());
    const db = createKysely(dialects.mysql, () => connection.driver);
    await dialects.mysql.schema.alone(db, (alone) =>
      alone.transaction().execute(async (transaction) => {
        await sql`select count(*) from t`.execute(transaction);
        await cluster().run(["update data_api_lock set beat = beat + 1"], where?.name);
        await sql`insert into t values (1)`.execute(transaction);
      }),
    );
    expect(await cluster().run(["select id from t"], where?.name)).toEqual([{ id: 1 }]);
    // The connection is released with its original settings.
    const { rows } = await sql<{ value: unknown }>`select @@innodb_snapshot_isolation as value`.execute(db);
    expect(rows.map(({ value }) => Number(value))).toEqual([1]);
  });

  it("stop with a clear error if they lost the lock while they were paused", async () => {
    const [where] = await createDatabase();
    if (where === undefined) throw new Error("The cluster has three nodes.");
    const config = { database: { ...where, schema: "migrations" }, entities: {} };
    const project = new Project({ "data-api.config.json": JSON.stringify(config) });
    const steps = [
      "create table one (id int primary key);",
      "do sleep(1);",
      "create table two (id int primary key);",
    ];
    new MigrationFolder(project.resolve("migrations")).add("20260101000000_two", null, steps.join("\n"));
    const applying = project.spawn("migrate", "apply");
    const told = text(applying.stderr);
    const isBegun = () =>
      cluster()
        .run(["select 1 from one"], where.name)
        .then(
          () => true,
          () => false,
        );
    await until(isBegun, PATIENCE);
    applying.kill("SIGSTOP");
    await cluster().settle();
    await three(cluster().nodes)[1].run(["update data_api_lock set owner = 'other'"], where.name);
    await cluster().settle();
    applying.kill("SIGCONT");
    await once(applying, "close");
    expect(applying.exitCode).toBe(1);
    expect(await told).toContain("Another server has taken over the lock");
    expect(await cluster().run(["show tables like 'two'"], where.name)).toEqual([]);
  });

  it("report what to grant if the user has no rights on the lock's table", async () => {
    const databases = await createDatabase();
    const [where] = databases;
    const name = where?.name ?? "";
    const user = `${name}_user`;
    await cluster().run([
      `create user ${user}@localhost, ${user}@'127.0.0.1'`,
      `grant select, create on ${name}.t to ${user}@'127.0.0.1'`,
    ]);
    await cluster().settle();
    const settings = resolveDatabase({ ...(where as DatabaseConfig), userName: user });
    const open = async () => {
      const connection = await openConnection({ database: settings }, dialects.mysql);
      closings.push(() => connection.close());
      return createKysely(dialects.mysql, () => connection.driver);
    };
    const refused = dialects.mysql.schema.alone(await open(), () => Promise.resolve());
    const error: unknown = await refused.catch((error: unknown) => error);
    const { message } = error as Error;
    expect(message).toContain("grant the user select, insert, update and delete on it");
    // Follows the instructions of the message.
    const [, create = ""] = /"(create table [^"]+)"/.exec(message) ?? [];
    await cluster().run(
      [create, `grant select, insert, update, delete on data_api_lock to ${user}@'127.0.0.1'`],
      name,
    );
    await cluster().settle();
    const done = dialects.mysql.schema.alone(await open(), () => Promise.resolve("done"));
    expect(await done).toBe("done");
  });
}
