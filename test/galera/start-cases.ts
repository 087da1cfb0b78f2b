import { expect, it } from "vitest";
import { DataApi, defineSeed, type Config, type DatabaseConfig } from "data-api";
import { resolveDatabase } from "../../runtime/config/resolve/resolve-database.js";
import { createKysely, openConnection } from "../../runtime/database/database.js";
import { dialects } from "../../runtime/database/dialects/dialects.js";
import { ClusterLock } from "../../runtime/database/dialects/mysql/connection/mysql-cluster-lock.js";
import { modes } from "../conformance/targets.js";
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
  it("concurrent starts of a server on each node of an empty database succeed, and the tables are created once", async () => {
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

  it("concurrent seeds on all nodes create each record once", async () => {
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

  it.each(modes)(
    "concurrent starts of a %s process on each node of an empty database all succeed",
    async (mode) => {
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
    },
  );

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

  it("the lock of starts is one for all nodes, and its holder keeps it while it lives", async () => {
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

  it("a start takes the lock of a dead server", async () => {
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

  it("a start without rights on the lock's table reports what to grant", async () => {
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
