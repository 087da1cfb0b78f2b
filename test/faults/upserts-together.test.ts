import { expect, it } from "vitest";
import { describeDialect, describeDialects } from "../conformance/describe-dialects.js";
import { expectProblem } from "../conformance/expectations.js";
import { everybody, field, openEntity } from "../conformance/fields.js";
import { testLog } from "../conformance/reports.js";
import { startServer, type TestConfig, type TestServer } from "../conformance/start-server.js";
import type { DialectTarget } from "../conformance/targets.js";
import { useFresh } from "../schema/fresh.js";
import { openSession } from "./session.js";

const without = { systemFields: { ownerid: false, createdat: false, updatedat: false } } as const;
const sku = field("string", { isRequired: true, isUnique: true });
const amount = field("int");

function useServer(
  dialect: DialectTarget,
): (config: TestConfig, statements?: readonly string[]) => Promise<TestServer> {
  return async (config, statements) => {
    const metrics = { host: "127.0.0.1", log: testLog, metrics: true };
    return startServer("dynamic", dialect, { server: metrics, ...config }, statements);
  };
}

async function operationsOf(server: TestServer, entity: string): Promise<ReadonlySet<string>> {
  const { text } = await server.request("GET", "/metrics");
  return new Set(
    [...text.matchAll(/entity="(\w+)",operation="(\w+)"/g)].flatMap(([, of, operation = ""]) =>
      of === entity ? [operation] : [],
    ),
  );
}

/** Tables that replace a record with the same `sku`, and tables that skip the record with the `sku` "no". */
const tables: Readonly<Record<string, { replacing: readonly string[]; leavingOut: readonly string[] }>> = {
  sqlite: {
    replacing: [
      "create table thing (id integer primary key autoincrement, sku text not null unique on conflict replace, amount integer, locked boolean)",
    ],
    leavingOut: [
      "create table thing (id integer primary key autoincrement, sku text not null unique, amount integer)",
      "create trigger leaves before insert on thing when new.sku = 'no' begin select raise(ignore); end",
    ],
  },
  postgres: {
    replacing: [
      "create table thing (id serial primary key, sku varchar(255) not null unique, amount int, locked boolean)",
      "create function replace() returns trigger language plpgsql as $$ begin delete from thing where sku = new.sku; return new; end $$",
      "create trigger replaces before insert on thing for each row execute function replace()",
    ],
    leavingOut: [
      "create table thing (id serial primary key, sku varchar(255) not null unique, amount int)",
      "create function leave() returns trigger language plpgsql as $$ begin return null; end $$",
      "create trigger leaves before insert on thing for each row when (new.sku = 'no') execute function leave()",
    ],
  },
};

await describeDialects("records that are created or changed together", (dialect) => {
  const start = useServer(dialect);
  const fresh = useFresh(dialect);
  const hasFound = dialect.name in tables;

  it("upserts work with columns of any name", async () => {
    const fields = { place: sku, written: amount, lists: amount, key: field("string") };
    const rule = [{ role: "guest", where: 'key="k"|key=null' }];
    const entities = {
      thing: openEntity(fields, without),
      ruled: openEntity(fields, { ...without, permissions: { ...everybody, update: rule } }),
    };
    const server = await start({ entities });
    for (const name of ["thing", "ruled"]) {
      const put = (body: readonly object[]) =>
        server.request("PUT", `/api/data/${name}?onConflict=place`, { body });
      const made = await put([{ place: "a", written: 1, lists: 2 }]);
      const changed = await put([
        { place: "a", written: 3, lists: 4 },
        { place: "b", written: 5, lists: 6 },
      ]);
      expect([made.json, changed.json]).toMatchObject([
        [{ outcome: "created" }],
        [{ outcome: "updated" }, { outcome: "created" }],
      ]);
    }
    // No statement failed, so the fallback that looks for the records first was not used.
    if (hasFound) expect(await operationsOf(server, "thing")).not.toContain("find");
  });

  it("upserts need no second connection inside a transaction", async () => {
    const api = await fresh.start(
      { thing: openEntity({ sku, amount }, without) },
      dialect.name === "sqlite" ? {} : { pool: { max: 1 } },
    );
    const outcomes = await api.transaction(async (tx) => {
      const things = tx.repository("thing");
      const upsert = (names: readonly string[], value: number) =>
        things.upsertMany(
          names.map((name) => ({ create: { sku: name, amount: value }, update: { amount: value } })),
          { onConflict: ["sku"] },
        );
      await upsert(["a"], 1);
      return upsert(["a", "b"], 2);
    });
    expect(outcomes).toMatchObject([{ outcome: "updated" }, { outcome: "created" }]);
  });

  const own = tables[dialect.name];
  if (own === undefined) return;

  it("upserts do not replace a record that the caller may not write, even if the table would", async () => {
    const rule = [{ role: "guest", where: "locked=false" }];
    const thing = openEntity(
      { sku, amount, locked: field("boolean") },
      { ...without, permissions: { ...everybody, update: rule } },
    );
    const server = await start({ entities: { thing } }, own.replacing);
    await server.api.repository("thing").createMany([
      { sku: "a", amount: 1, locked: false },
      { sku: "b", amount: 1, locked: true },
    ]);
    const reply = await server.request("PUT", "/api/data/thing?onConflict=sku", {
      body: ["a", "b", "c"].map((name) => ({ sku: name, amount: 2 })),
    });
    expect(reply.status).toBe(403);
    const { json } = await server.request("GET", "/api/data/thing?select=sku,amount,locked&orderBy=sku");
    expect(json).toMatchObject({
      items: [
        { sku: "a", amount: 1, locked: false },
        { sku: "b", amount: 1, locked: true },
      ],
    });
  });

  it("upserts look for the records first if the table skips one of them", async () => {
    const server = await start({ entities: { thing: openEntity({ sku, amount }, without) } }, own.leavingOut);
    const body = ["yes", "no"].map((name) => ({ sku: name, amount: 2 }));
    const reply = await server.request("PUT", "/api/data/thing?onConflict=sku", { body });
    expectProblem(reply, "refused-by-database");
    expect(await operationsOf(server, "thing")).toContain("find");
    expect((await server.request("GET", "/api/data/thing")).json).toEqual({ items: [] });
  });
});

/** A trigger that counts its runs, including those that are rolled back, and that takes too long. */
const slow = [
  "create sequence tries",
  "create function slow() returns trigger language plpgsql as $$ begin perform nextval('tries'); perform pg_sleep(30); return new; end $$",
];

await describeDialect("records that are written together", "postgres", (dialect) => {
  const start = useServer(dialect);
  const fresh = useFresh(dialect);

  it("an upsert is database-unavailable while the database is away, even on the first request", async () => {
    // No server listens on this port.
    const api = await fresh.start(
      { thing: openEntity({ sku, amount }, without) },
      { port: 1 },
      {
        host: "127.0.0.1",
        log: testLog,
        startsWithoutDatabase: true,
      },
    );
    const upserting = api
      .repository("thing")
      .upsertMany([{ create: { sku: "a", amount: 1 }, update: { amount: 1 } }], { onConflict: ["sku"] });
    await expect(upserting).rejects.toMatchObject({ code: "database-unavailable" });
  });

  it("writes of many records are not retried after a statement that took too long", async () => {
    const entities = { thing: openEntity({ sku, amount }, without) };
    const server = await start({ entities, database: { statementTimeout: 1_000 } }, [
      "create table thing (id serial primary key, sku varchar(255) not null unique, amount int)",
      ...slow,
      "create trigger slows before update on thing for each row when (new.amount = 2) execute function slow()",
    ]);
    const made = await server.api.repository("thing").createMany([
      { sku: "a", amount: 1 },
      { sku: "b", amount: 1 },
    ]);
    const changes = made.map(({ id }) => ({ id, amount: 2 }));
    const bySku = made.map(({ sku: name }) => ({ sku: name, amount: 2 }));
    const session = await openSession(server.config.database);
    const tries: unknown[] = [];
    const requests: readonly (readonly [string, string, object])[] = [
      ["PUT", "?onConflict=sku", bySku],
      ["PATCH", "", changes],
      ["PATCH", "?where=amount<2", { amount: 2 }],
    ];
    for (const [method, query, body] of requests) {
      expectProblem(
        await server.request(method, `/api/data/thing${query}`, { body }),
        "database-unavailable",
      );
      tries.push(...(await session.run("select last_value from tries")));
    }
    await session.close();
    expect(tries).toEqual([{ last_value: "1" }, { last_value: "2" }, { last_value: "3" }]);
  });

  it("creates with nested lists are not retried after a statement that took too long", async () => {
    const listed = { targetEntityName: "thing", resolvedEntityName: "thing", inverseName: "parts" };
    const thingid = field("int", { isRequired: true, foreignKey: { ...listed, isWritable: true } });
    const entities = { thing: openEntity({ sku }, without), part: openEntity({ thingid, amount }, without) };
    const server = await start({ entities, database: { statementTimeout: 1_000 } });
    const session = await openSession(server.config.database);
    for (const text of [
      ...slow,
      "create trigger slows before insert on part for each row execute function slow()",
    ])
      await session.run(text);
    const body = ["a", "b"].map((name) => ({ sku: name, parts: [{ amount: 1 }, { amount: 2 }] }));
    expectProblem(await server.request("POST", "/api/data/thing", { body }), "database-unavailable");
    expect(await session.run("select last_value from tries")).toEqual([{ last_value: "1" }]);
    await session.close();
  });
});
