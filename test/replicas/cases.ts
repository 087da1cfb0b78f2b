import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createClient, entityOf, withPositions } from "data-api/client";
import { useCheapHashes } from "../conformance/cheap-hashes.js";
import { expectProblem } from "../conformance/expectations.js";
import { field, openEntity } from "../conformance/fields.js";
import { takeLog } from "../conformance/reports.js";
import { Proxy } from "../faults/proxy.js";
import type { ReplicatedServer } from "./replicated-server.js";
import { all, create, titles, useServers, type Send } from "./served.js";
import { until } from "./until.js";

/** Far more than the replication lag in these tests. */
const MAX_LAG = 1_000;

/** A database engine, and how to create a server of it. */
interface Engine {
  readonly create: () => Promise<ReplicatedServer>;
  /** The form of a position that clients receive. */
  readonly position: RegExp;
  /** A position that every server has reached. */
  readonly nearPosition: string;
  /** A position that no server ever reaches. */
  readonly farPosition: string;
  /** The URL of another database on a replica. */
  readonly otherDatabase: (port: number) => string;
}

/** The cases that all engines share. */
export function registerReplicaCases(engine: Engine): void {
  useCheapHashes();
  const serve = useServers();
  let primary: ReplicatedServer;
  let replica: ReplicatedServer;
  const proxies: Proxy[] = [];

  beforeAll(async () => {
    primary = await engine.create();
    replica = await primary.createReplica();
  });
  afterAll(async () => {
    await Promise.all([replica, primary].map((server) => server.remove()));
  });
  beforeEach(async () => {
    await primary.run("drop table if exists thing");
    takeLog();
  });
  afterEach(async () => {
    await Promise.all(proxies.splice(0).map((proxy) => proxy.close()));
  });

  const withReplica = (options: object = {}) => ({
    ...primary.database,
    // Most tests recognize the replica by rows that it lacks.
    replicas: {
      servers: [{ port: replica.port }],
      maxLag: MAX_LAG,
      consistency: "eventual" as const,
      ...options,
    },
  });
  const proxyTo = async (server: ReplicatedServer) => {
    const proxy = await Proxy.to("127.0.0.1", server.port);
    proxies.push(proxy);
    return proxy;
  };
  /** Inserts without the product, so that the product does not notice it. */
  const addAside = (title: string) =>
    primary.run(`insert into thing (title, createdat, updatedat) values ('${title}', now(), now())`);
  /** Pauses the replica when it answers reads: then it lacks rows that the primary has. */
  const readsReplica = (send: Send) =>
    until(async () => {
      await replica.resume();
      await replica.catchUp();
      await replica.pause();
      const title = `only on the primary ${Math.random()}`;
      await addAside(title);
      return !(await titles(send)).includes(title);
    });
  const isFound = async (send: Send, title: string, position?: string) => {
    const where = encodeURIComponent(`title="${title}"`);
    const { json } = await send("GET", `thing/public/findbycondition/id/0/9/${where}`, { position });
    return (json as { count: number }).count === 1;
  };
  const codes = () => takeLog().map(({ code }) => code);

  it("replicas answer reads until they lag too far behind, and again when they have caught up", async () => {
    const { send, port } = await serve(withReplica({ maxLag: 400 }), {
      server: { host: "127.0.0.1", metrics: true, log: { level: "silent" } },
    });
    await create(send, "first");
    await readsReplica(send);
    const isUp = async (up: 0 | 1) =>
      (await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()).includes(
        `data_api_replica_up{replica="127.0.0.1:${replica.port}"} ${up}\n`,
      );
    await replica.resume();
    await until(() => isUp(1));
    await replica.pause();
    await addAside("later");
    await until(() => isUp(0));
    const [row] = await primary.run("select count(*) as number from thing");
    expect(await titles(send)).toHaveLength(Number(row?.["number"]));
    expect((await send("GET", "/readyz")).status).toBe(200);
    await replica.resume();
    await readsReplica(send);
    await replica.resume();
  });

  it("replicas never answer with data older than maxLag, however often they pause and resume", async () => {
    const maxLag = 300;
    const { send } = await serve(withReplica({ maxLag }));
    await create(send, "0");
    const writtenAt: number[] = [];
    const end = Date.now() + 3_000;
    const writing = (async () => {
      for (let count = 1; Date.now() < end; count++) {
        await addAside(String(count));
        writtenAt[count] = performance.now();
        if (count % 7 === 0) await replica.pause();
        if (count % 7 === 3) await replica.resume();
        await sleep(20);
      }
    })();
    let reads = 0;
    while (Date.now() < end) {
      const begin = performance.now();
      const { count: found } = (await send("GET", all)).json as { count: number };
      const missed = writtenAt.findIndex((at, index) => index >= found && at < begin - maxLag);
      expect(missed).toBe(-1);
      reads++;
    }
    await writing;
    await replica.resume();
    expect(reads).toBeGreaterThan(10);
  });

  describe("do not hide a caller's own writes", () => {
    it("replicas do not hide a caller's own writes through the same server", async () => {
      const { send } = await serve(withReplica());
      await create(send, "first");
      await readsReplica(send);
      await create(send, "own");
      expect(await titles(send)).toContain("own");
      await replica.resume();
      for (let count = 0; count < 60; count++) {
        await create(send, `own ${count}`);
        expect(await isFound(send, `own ${count}`)).toBe(true);
      }
    });

    it("replicas do not hide own writes through another server, which asks the primary how far they must be", async () => {
      const session = withReplica({ consistency: "session", maxLag: 60_000 });
      const [one, other] = [await serve(session), await serve(session, {}, "generated")];
      await create(one.send, "first");
      await replica.catchUp();
      expect(await titles(other.send)).toEqual(["first"]);
      await replica.pause();
      await create(one.send, "own");
      expect(await titles(other.send)).toContain("own");
      // A caller that sends a position needs no other.
      expect(await titles(other.send, engine.nearPosition)).toEqual(["first"]);
      await replica.resume();
      for (let count = 0; count < 60; count++) {
        await create(one.send, `then ${count}`);
        expect(await isFound(other.send, `then ${count}`)).toBe(true);
      }
    });

    it("replicas do not hide own writes through another server that receives the position", async () => {
      const eventual = withReplica();
      const [one, other] = [await serve(eventual), await serve(eventual, {}, "generated")];
      await create(one.send, "first");
      await readsReplica(other.send);
      const position = await create(one.send, "own");
      expect(position).toMatch(engine.position);
      expect(await titles(other.send, position)).toContain("own");
      expect(await titles(other.send, `${engine.nearPosition}, ${position}`)).toContain("own");
      // No replica reaches the first position, and the others cannot be parsed: the primary answers.
      for (const odd of [engine.farPosition, "primary", "'; drop table thing; --", "9"])
        expect(await titles(other.send, odd)).toContain("own");
      await replica.resume();
      for (let count = 0; count < 60; count++) {
        const known = await create(one.send, `then ${count}`);
        expect(await isFound(other.send, `then ${count}`, known)).toBe(true);
      }
    });

    it("replicas do not hide own writes with the client library, which sends the positions", async () => {
      const [one, other] = [await serve(withReplica()), await serve(withReplica())];
      await create(one.send, "first");
      await create(other.send, "before");
      await readsReplica(other.send);
      let port = one.port;
      const moved = withPositions((url, init) => fetch(url.replace("//host/", `//127.0.0.1:${port}/`), init));
      const things = entityOf(createClient("http://host", { fetch: moved }), "thing");
      await Promise.all(["own", "and own"].map((title) => things.create({ title })));
      port = other.port;
      // The answer does not include the client's earlier positions.
      const refused = await moved("http://host/api/data/thing", { method: "PATCH" });
      expect([refused.ok, refused.headers.get("Database-Position")]).toEqual([false, null]);
      const { items } = await things.find();
      expect(items.map(({ title }) => title)).toEqual(expect.arrayContaining(["own", "and own"]));
      await replica.resume();
    });
  });

  it("replicas are not used to identify callers, nor for server code and transactions", async () => {
    const config = {
      auth: { secretKey: "a key of tests that is long enough for them" },
      entities: {
        user: { fields: {}, permissions: { read: ["owner"] } },
        thing: openEntity({ title: field("string") }),
      },
    } as const;
    const patient = withReplica({ maxLag: 60_000 });
    const [one, other] = [await serve(patient, config), await serve(patient, config)];
    await create(one.send, "first");
    await readsReplica(other.send);
    const account = { username: "anna", password: "trains and more" };
    await one.send("POST", "user", { body: { ...account, confirmPassword: account.password } });
    const [row] = await primary.run("select count(*) as number from thing");
    const number = Number(row?.["number"]);
    const read = async (find: typeof other.api.repository) => (await find("thing").find({})).items.length;
    expect(await titles(other.send)).not.toHaveLength(number);
    expect(await read((name) => other.api.repository(name))).toBe(number);
    expect(await other.api.transaction((tx) => read((name) => tx.repository(name)))).toBe(number);
    const { json } = await one.send("POST", "/api/auth/token", { body: account });
    const { token } = json as { token: string };
    expect((await other.send("GET", all, { token })).status).toBe(200);
    expect((await other.send("POST", "/api/auth/token", { body: account })).status).toBe(200);
    await replica.resume();
  });

  it("replicas that die are skipped without an error, and return automatically", async () => {
    const { send } = await serve(withReplica());
    await create(send, "first");
    await readsReplica(send);
    await replica.resume();
    let isEnded = false;
    const statuses = new Set<number>();
    const reading = Promise.all(
      Array.from({ length: 4 }, async () => {
        while (!isEnded) statuses.add((await send("GET", all)).status);
      }),
    );
    await replica.kill();
    await sleep(500);
    await create(send, "meanwhile");
    await replica.start();
    isEnded = true;
    await reading;
    expect([...statuses]).toEqual([200]);
    await until(() => Promise.resolve(codes().includes("replica-back")));
    await readsReplica(send);
    await replica.resume();
  });

  it("replicas that stop answering delay no read for long", async () => {
    const proxy = await proxyTo(replica);
    // A read that waited for its statement, or for the time of a connection, would take longer than the bound.
    const limits = { connectTimeout: 30_000, statementTimeout: 60_000 };
    const { send } = await serve({ ...withReplica({ servers: [{ port: proxy.port }] }), ...limits });
    await create(send, "first");
    await readsReplica(send);
    await replica.resume();
    proxy.fallSilent();
    let longest = 0;
    const end = Date.now() + 2_500;
    while (Date.now() < end) {
      const begin = Date.now();
      expect(await titles(send)).toContain("first");
      longest = Math.max(longest, Date.now() - begin);
    }
    expect(longest).toBeLessThan(20_000);
    proxy.recover();
    await readsReplica(send);
    await replica.resume();
  });

  it("replicas that hang at once delay no read by a time limit of the database, and return", async () => {
    const proxy = await proxyTo(replica);
    // A read that waited for a connection or for its statement would take a minute.
    const patient = { connectTimeout: 60_000, statementTimeout: 60_000 };
    const { send } = await serve({
      ...withReplica({ servers: [{ port: replica.port }, { port: proxy.port }] }),
      ...patient,
    });
    await create(send, "first");
    await readsReplica(send);
    await replica.resume();
    takeLog();
    let isEnded = false;
    const reading = Promise.all(
      Array.from({ length: 4 }, async () => {
        let longest = 0;
        while (!isEnded) {
          const begin = Date.now();
          expect(await titles(send)).toContain("first");
          longest = Math.max(longest, Date.now() - begin);
        }
        return longest;
      }),
    );
    await replica.freeze();
    try {
      const left = (log: ReturnType<typeof takeLog>) => log.filter(({ code }) => code === "replica-left-out");
      const log: ReturnType<typeof takeLog> = [];
      await until(() => {
        log.push(...takeLog());
        return Promise.resolve(left(log).length === 2);
      });
      await create(send, "meanwhile");
      expect(await titles(send)).toContain("meanwhile");
      const before = proxy.attempts;
      await sleep(1_500);
      // Replicas are probed at intervals, independent of the number of reads.
      expect(proxy.attempts - before).toBeLessThan(10);
    } finally {
      isEnded = true;
      await replica.thaw();
    }
    expect(Math.max(...(await reading))).toBeLessThan(30_000);
    await readsReplica(send);
    await replica.resume();
  });

  it("replicas do not answer when the primary hangs, which costs one time limit, not one for each request", async () => {
    const proxy = await proxyTo(primary);
    const [REQUESTS, connectTimeout] = [20, 2_000];
    const limits = { connectTimeout, statementTimeout: 2_000, pool: { max: 2, waitTimeout: 4_000 } };
    const { send } = await serve({ ...withReplica(), ...limits, port: proxy.port });
    await create(send, "first");
    await readsReplica(send);
    await replica.resume();
    await primary.freeze();
    try {
      // The lag is now unknown, and an answer might lack rows of the primary.
      await until(async () => (await send("GET", "/readyz")).status === 503);
      await until(async () => (await send("GET", all)).status === 503);
      await until(async () => (await send("POST", "thing", { body: {} })).status === 503);
      const begin = performance.now();
      for (let count = 0; count < REQUESTS; count++)
        expectProblem(
          count % 2 === 0 ? await send("GET", all) : await send("POST", "thing", { body: {} }),
          "database-unavailable",
        );
      // A tenth of the time if each request waited for a connection.
      expect(performance.now() - begin).toBeLessThan(REQUESTS * connectTimeout);
    } finally {
      await primary.thaw();
    }
    await until(async () => (await send("POST", "thing", { body: { title: "back" } })).status === 201);
    await readsReplica(send);
    await replica.resume();
  });

  it("a server that is no replica, or of another database, is rejected at the start", async () => {
    await expect(serve(withReplica({ servers: [{ port: primary.port }] }))).rejects.toThrow(
      `The replica 127.0.0.1:${primary.port} cannot be used. It is not a replica, but a database of its own.`,
    );
    const other = engine.otherDatabase(replica.port);
    await expect(serve(withReplica({ servers: [other] }))).rejects.toThrow(
      "a replica has the same database.",
    );
    await expect(serve({ ...withReplica(), ...replica.database })).rejects.toThrow("must name the primary");
  });

  it("replicas that are unavailable at the start are skipped until they are available", async () => {
    const proxy = await proxyTo(replica);
    proxy.refuse();
    const { send } = await serve(withReplica({ servers: [{ port: proxy.port }] }));
    await create(send, "first");
    expect(codes()).toContain("replica-left-out");
    proxy.recover();
    await readsReplica(send);
    await replica.resume();
  });

  it("a replica receives all connections soon after the address moves to it and the primary becomes read-only", async () => {
    const proxy = await proxyTo(primary);
    const { send } = await serve({ ...primary.database, port: proxy.port, pool: { max: 8 } });
    const together = () => Promise.all(Array.from({ length: 8 }, () => titles(send)));
    await create(send, "first");
    await replica.catchUp();
    await replica.pause();
    await create(send, "only there");
    expect((await together()).flat()).toContain("only there");
    await primary.setReadOnly(true);
    try {
      proxy.redirect(replica.port);
      // PostgreSQL reloads its settings a moment later.
      await until(async () => (await send("POST", "thing", { body: { title: "late" } })).status !== 201);
      expectProblem(await send("POST", "thing", { body: { title: "refused" } }), "database-unavailable");
      await until(async () => !(await titles(send)).includes("only there"));
      for (let round = 0; round < 3; round++) expect((await together()).flat()).not.toContain("only there");
    } finally {
      await primary.setReadOnly(false);
      await replica.resume();
    }
  });

  it.each(["with replicas", "alone"])(
    "writes to a primary that becomes read-only, %s, are 503 until it is writable again",
    async (how) => {
      const { send } = await serve(how === "alone" ? primary.database : withReplica());
      await create(send, "before");
      const write = (title: string) => send("POST", "thing", { body: { title } });
      await primary.setReadOnly(true);
      try {
        // PostgreSQL reloads its settings a moment later.
        await until(async () => (await write("meanwhile")).status === 503);
        for (let count = 0; count < 3; count++) {
          const reply = await write("refused");
          expectProblem(reply, "database-unavailable");
          expect(Number(reply.headers["retry-after"])).toBeGreaterThanOrEqual(1);
        }
        expect(await titles(send)).toContain("before");
        if (how !== "alone") await until(async () => (await send("GET", "/readyz")).status === 503);
      } finally {
        await primary.setReadOnly(false);
      }
      await until(async () => (await write("after")).status === 201);
      await until(async () => (await send("GET", "/readyz")).status === 200);
      expect(await titles(send)).toContain("after");
      expect(await titles(send)).not.toContain("refused");
    },
  );

  it("a replica that is promoted takes over, and no acknowledged write is lost", async () => {
    await primary.waitForReplicas();
    const proxy = await proxyTo(primary);
    const { send } = await serve({ ...withReplica(), port: proxy.port });
    const acknowledged: string[] = [];
    const problems = new Set<string>();
    let isEnded = false;
    const writing = Promise.all(
      Array.from({ length: 3 }, async (_, client) => {
        for (let count = 0; !isEnded; count++) {
          const title = `${client}-${count}`;
          const reply = await send("POST", "thing", { body: { title } });
          if (reply.status === 201) acknowledged.push(title);
          else {
            expect(reply.status).toBe(503);
            const { code } = reply.json as { code: string };
            if (code !== "outcome-unknown")
              expect(Number(reply.headers["retry-after"])).toBeGreaterThanOrEqual(1);
            problems.add(code);
            await sleep(20);
          }
        }
      }),
    );
    await until(() => Promise.resolve(acknowledged.length > 50));
    await primary.kill();
    // The address moves to the replica before it accepts writes.
    proxy.redirect(replica.port);
    await sleep(500);
    const before = acknowledged.length;
    expectProblem(await send("POST", "thing", { body: { title: "too early" } }), "database-unavailable");
    await until(async () => (await send("GET", "/readyz")).status === 503);
    await replica.promote();
    await until(() => Promise.resolve(acknowledged.length > before + 50));
    isEnded = true;
    await writing;
    await until(async () => (await send("GET", "/readyz")).status === 200);
    const rows = await replica.run("select title from thing");
    const stored = rows.map(({ title }) => String(title));
    expect(acknowledged.filter((title) => !stored.includes(title))).toEqual([]);
    expect(stored).toHaveLength(new Set(stored).size);
    expect(problems).toContain("database-unavailable");
    // The former replica is now a primary.
    const log = takeLog().filter(({ code }) => code === "replica-left-out");
    expect(JSON.stringify(log)).toContain("a database of its own");
    expect((await titles(send)).length).toBe(100);
  });
}
