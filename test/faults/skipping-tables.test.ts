import pg from "pg";
import { describe, expect, it, vi } from "vitest";
import { describeDialect } from "../conformance/describe-dialects.js";
import { expectJson, expectProblem } from "../conformance/expectations.js";
import { field, openEntity } from "../conformance/fields.js";
import {
  createTestApi,
  startOn,
  startServer,
  type TestApi,
  type TestServer,
} from "../conformance/start-server.js";
import { modes } from "../conformance/targets.js";
import { atEnd } from "../at-end.js";

const bare = { systemFields: { ownerid: false, createdat: false, updatedat: false } } as const;
const things = "/api/data/thing";
const thing = openEntity({ code: field("string", { isUnique: true }), amount: field("int") }, bare);
const config = { batch: {}, entities: { thing, written: openEntity({ code: field("string") }, bare) } };
const rows = "insert into thing (code, amount) values ('a', 1), ('b', 2), ('c', 3)";

interface Sent {
  readonly path: string;
  readonly body?: unknown;
  readonly Prefer?: string;
}

/** Expects that each of these requests is a 409, and changes nothing. */
async function expectRefused({ request }: TestServer, sent: Readonly<Record<string, readonly Sent[]>>) {
  const stored = async () => [
    (await request("GET", `${things}?orderBy=id`)).text,
    (await request("GET", "/api/data/written")).text,
  ];
  const before = await stored();
  for (const [method, each] of Object.entries(sent)) {
    for (const { path, body, Prefer } of each) {
      const reply = await request(method, path, {
        body,
        ...(Prefer !== undefined && { headers: { Prefer } }),
      });
      expect(`${method} ${path} ${JSON.stringify(body)} ${reply.text}`).toContain('"refused-by-database"');
      expectProblem(reply, "refused-by-database");
      expect(await stored()).toEqual(before);
    }
  }
}

await describeDialect("a table that skips rows", "sqlite", (dialect) => {
  describe.each(modes)("by %s code", (mode) => {
    it("a write of a record that a constraint ignores as a conflict is a 409", async () => {
      const server = await startServer(mode, dialect, config, [
        "create table thing (id integer primary key, code text unique on conflict ignore, amount integer)",
        "create table written (id integer primary key, code text)",
        rows,
      ]);
      await expectRefused(server, {
        POST: [
          { path: things, body: { code: "a" } },
          { path: things, body: [{ code: "d" }, { code: "a" }] },
          {
            path: "/api/batch",
            body: {
              operations: [
                { create: "thing", input: { code: "d" } },
                { create: "thing", input: { code: "a" } },
              ],
            },
          },
        ],
        PATCH: [
          { path: `${things}/2`, body: { code: "a" } },
          { path: things, body: [{ id: 2, code: "a" }] },
          { path: `${things}?where=id=2`, body: { code: "a" } },
        ],
      });
      const put = await server.request("PUT", `${things}?onConflict=code`, {
        body: [
          { code: "a", amount: 7 },
          { code: "d", amount: 8 },
        ],
      });
      expect(put.status).toBe(200);
      const { items } = await server.api.repository("thing").find();
      expect(items.map(({ amount }) => amount)).toEqual([7, 2, 3, 8]);
    });

    it("a write of a view whose triggers do nothing is a 409", async () => {
      const server = await startServer(mode, dialect, config, [
        "create table stored (id integer primary key, code text, amount integer)",
        "create table written (id integer primary key, code text)",
        "create view thing as select id, code, amount from stored",
        rows.replace("thing", "stored"),
        "create trigger updates instead of update on thing when new.amount < 5 begin update stored set amount = new.amount where id = old.id; end",
        ...["update", "delete"].map(
          (event) =>
            `create trigger ${event}_log instead of ${event} on thing begin insert into written (code) values ('${event}'); end`,
        ),
      ]);
      await expectRefused(server, {
        PATCH: [
          { path: `${things}/1`, body: { amount: 9 } },
          { path: `${things}/1`, body: { amount: 9 }, Prefer: "return=representation" },
          {
            path: things,
            body: [
              { id: 1, amount: 3 },
              { id: 2, amount: 9 },
            ],
          },
          { path: `${things}?where=id>1`, body: { amount: 9 } },
        ],
        DELETE: [{ path: `${things}/1` }, { path: `${things}?where=id>1` }],
      });
      expectJson(await server.request("PATCH", `${things}/1`, { body: { amount: 4 } }), 200, { count: 1 });
      expectJson(await server.request("PATCH", `${things}/1`, { body: { amount: 4 } }), 200, { count: 1 });
    });
  });

  // Later it is noticed after some seconds, or with the first record that it skips.
  it("a trigger that skips rows is noticed if it is created before the first write", async () => {
    const fresh = await dialect.createDatabase();
    const api = await createTestApi("dynamic", fresh, config);
    await api.startAsync(0);
    const repository = api.repository("thing");
    await fresh.run([
      rows,
      "create trigger t before update on thing begin insert into written (code) values ('x'); select raise(ignore); end",
    ]);
    const refused = { code: "refused-by-database" };
    await expect(repository.update(1, { amount: 1 })).rejects.toMatchObject(refused);
    const all = { where: { id: { gt: 0 } }, changes: { amount: 1 } } as never;
    await expect(repository.updateMany(all)).rejects.toMatchObject(refused);
    expect((await api.repository("written").find()).items).toEqual([]);
  });
});

await describeDialect("a table that skips rows", "postgres", (dialect) => {
  it("the first write notices a trigger that skips rows if it was created before", async () => {
    const refused = { code: "refused-by-database" };
    const first: readonly ((repository: ReturnType<TestApi["repository"]>) => Promise<unknown>)[] = [
      (repository) => repository.create({ code: "d" }),
      (repository) => repository.update(1, { amount: 9 }),
      (repository) => repository.delete(1),
      (repository) => repository.deleteMany({ where: { id: { lt: 3 } } }),
      (repository) =>
        repository.updateMany({ where: { id: { lt: 3 } }, changes: { amount: 9 } }, undefined, {
          isCounted: true,
        } as never),
    ];
    for (const write of first) {
      const fresh = await dialect.createDatabase();
      const api = await createTestApi("dynamic", fresh, config);
      await api.startAsync(0);
      await fresh.run([
        rows,
        "create function skip() returns trigger language plpgsql as $$ begin insert into written (code) values (tg_op); return null; end $$",
        "create trigger s before insert or update or delete on thing for each row execute function skip()",
      ]);
      await expect(write(api.repository("thing"))).rejects.toMatchObject(refused);
      expect((await api.repository("written").find()).items).toEqual([]);
      expect((await api.repository("thing").find()).items).toMatchObject([
        { amount: 1 },
        { amount: 2 },
        { amount: 3 },
      ]);
    }
  });

  it("writes of tables that skip no rows take no further statement", async () => {
    const server = await startServer("dynamic", dialect, config);
    const { request } = server;
    const query = vi.spyOn(pg.Client.prototype, "query");
    try {
      // Nothing is known of the table at the first write, and all of it at the second one.
      for (const amount of [1, 2]) {
        expect((await request("POST", things, { body: { amount } })).status).toBe(201);
        expectJson(await request("PATCH", `${things}/1`, { body: { amount } }), 200, { count: 1 });
        expectJson(await request("PATCH", `${things}?where=id=1`, { body: { amount } }), 200, { count: 1 });
        expect(query).toHaveBeenCalledTimes(3 * amount);
      }
      expectJson(await request("DELETE", `${things}/1`), 200, { count: 1 });
      expect(query).toHaveBeenCalledTimes(7);
    } finally {
      query.mockRestore();
    }
  });

  it("a table with a rule that also writes elsewhere can be written", async () => {
    const server = await startServer("dynamic", dialect, config, [
      "create table thing (id serial primary key, code varchar(255) unique, amount int)",
      "create table written (id serial primary key, code varchar(255))",
      "create rule log as on insert to thing do also insert into written (code) values (new.code)",
    ]);
    const { request, api } = server;
    for (const code of ["a", "b"])
      expect((await request("POST", things, { body: { code } })).status).toBe(201);
    expect((await request("POST", things, { body: [{ code: "c" }, { code: "d" }] })).status).toBe(201);
    expect((await api.repository("written").find()).count).toBe(4);
  });

  const tables = [
    "create table thing (id serial primary key, code varchar(255) unique, amount int)",
    "create table written (id serial primary key, code varchar(255))",
    rows,
  ];

  describe.each(modes)("by %s code", (mode) => {
    it("a write of the rows that a conditional rule replaces is a 409, and other rows are written", async () => {
      const server = await startServer(mode, dialect, config, [
        ...tables,
        ...["insert", "update", "delete"].map((event) => {
          const row = event === "insert" ? "new" : "old";
          return `create rule ${event}s as on ${event} to thing where ${row}.code in ('a', 'no') do instead insert into written (code) values ('${event}')`;
        }),
      ]);
      await expectRefused(server, {
        POST: [
          { path: things, body: { code: "no" } },
          { path: things, body: [{ code: "yes" }, { code: "no" }] },
        ],
        PATCH: [
          { path: `${things}/1`, body: { amount: 9 } },
          {
            path: things,
            body: [
              { id: 2, amount: 8 },
              { id: 1, amount: 9 },
            ],
          },
          { path: `${things}?where=amount<3`, body: { amount: 9 } },
        ],
        PUT: [
          {
            path: `${things}?onConflict=code`,
            body: [
              { code: "b", amount: 5 },
              { code: "a", amount: 6 },
            ],
          },
        ],
        DELETE: [{ path: `${things}/1` }, { path: `${things}?where=amount<3` }],
      });
      const { request } = server;
      const created = await request("POST", things, { body: { code: "x", amount: 1 } });
      expect(created.status).toBe(201);
      const headers = { Prefer: "return=representation" };
      const whole = await request("POST", things, { body: { code: "y", amount: 1 }, headers });
      expect(whole.json).toMatchObject({ code: "y", amount: 1 });
      const { id } = whole.json as { id: number };
      expect(id).toBe((created.json as number) + 1);
      expect((await request("POST", things, { body: [{ code: "z" }, { code: "zz" }] })).status).toBe(201);
      expectJson(await request("PATCH", `${things}/${id}`, { body: { amount: 2 } }), 200, { count: 1 });
      expectProblem(await request("PATCH", `${things}/99`, { body: { amount: 2 } }), "unknown-record");
      expectJson(await request("DELETE", `${things}/${id}`), 200, { count: 1 });
      expectJson(await request("PATCH", `${things}?where=amount=3`, { body: { amount: 7 } }), 200, {
        count: 1,
      });
    });

    it("a write of a many-to-many list whose rows a trigger skips is a 409", async () => {
      const tagids = field("int", {
        foreignKey: { targetEntityName: "tag", resolvedEntityName: "tags", isManyToMany: true },
      });
      const entities = {
        ...config.entities,
        tag: openEntity({}, bare),
        thing: openEntity({ code: field("string"), tagids }, bare),
      };
      const server = await startServer(mode, dialect, { ...config, entities }, [
        ...tables,
        "create table tag (id serial primary key)",
        "insert into tag values (1), (2), (3)",
        "create table thing_tagids (sourceid int references thing (id), targetid int references tag (id), primary key (sourceid, targetid))",
        "insert into thing_tagids values (1, 3), (2, 1)",
        "create function skip() returns trigger language plpgsql as $$ begin insert into written (code) values (tg_op); return null; end $$",
        "create trigger i before insert on thing_tagids for each row when (new.targetid = 2) execute function skip()",
        "create trigger d before delete on thing_tagids for each row when (old.targetid = 3) execute function skip()",
      ]);
      await expectRefused(server, {
        POST: [
          { path: things, body: { code: "x", tagids: [1, 2] } },
          {
            path: things,
            body: [
              { code: "x", tagids: [1] },
              { code: "y", tagids: [2] },
            ],
          },
        ],
        PATCH: [
          { path: `${things}/2`, body: { tagids: [2] } },
          { path: `${things}/1`, body: { tagids: [1] } },
          { path: things, body: [{ id: 1, tagids: [] }] },
        ],
        DELETE: [{ path: `${things}/1` }],
      });
      expectJson(await server.request("PATCH", `${things}/2`, { body: { tagids: [3] } }), 200, { count: 1 });
    });

    it("a write of rows that a policy hides from changes or rejects is a 409", async () => {
      const fresh = await dialect.createDatabase();
      const userName = `policed_${process.pid}`;
      const database = { ...fresh.database, userName };
      await fresh.run([
        ...tables,
        `create role ${userName} login`,
        `grant select, insert, update, delete on all tables in schema public to ${userName}`,
        `grant usage on all sequences in schema public to ${userName}`,
        "alter table thing enable row level security",
        "create policy reads on thing for select using (code <> 'c')",
        "create policy inserts on thing for insert with check (amount < 10)",
        "create policy updates on thing for update using (code <> 'a') with check (amount < 10)",
        "create policy deletes on thing for delete using (code <> 'a')",
      ]);
      atEnd(() => fresh.run([`drop owned by ${userName}`, `drop role ${userName}`]));
      const verifying = { database: { ...database, schema: "verify" as const } };
      const restricted = await startOn(mode, verifying, config);
      const { request } = restricted;
      await expectRefused(restricted, {
        POST: [
          { path: things, body: { code: "x", amount: 10 } },
          { path: things, body: { code: "x", amount: 10 }, Prefer: "return=representation" },
          {
            path: things,
            body: [
              { code: "x", amount: 1 },
              { code: "y", amount: 10 },
            ],
          },
        ],
        PATCH: [
          { path: `${things}/1`, body: { amount: 5 } },
          { path: `${things}/2`, body: { amount: 10 } },
          {
            path: things,
            body: [
              { id: 2, amount: 5 },
              { id: 1, amount: 5 },
            ],
          },
          { path: `${things}?where=amount>0`, body: { amount: 5 } },
          { path: `${things}?where=amount>0`, body: { amount: 5 }, Prefer: "return=representation" },
        ],
        PUT: [
          {
            path: `${things}?onConflict=code`,
            body: [
              { code: "b", amount: 5 },
              { code: "a", amount: 6 },
            ],
          },
          { path: `${things}?onConflict=code`, body: [{ code: "a", amount: 6 }] },
        ],
        DELETE: [{ path: `${things}/1` }, { path: `${things}?where=amount>0` }],
      });
      const versioned = { headers: { "If-Match": "*" }, body: { amount: 5 } };
      expectProblem(await request("PATCH", `${things}/1`, versioned), "refused-by-database");
      expectProblem(await request("PATCH", `${things}/3`, { body: { amount: 5 } }), "unknown-record");
      // The row is hidden altogether.
      const hidden = { body: [{ code: "c", amount: 5 }] };
      expectProblem(await request("PUT", `${things}?onConflict=code`, hidden), "refused-by-database");
      expectJson(await request("PATCH", `${things}/2`, { body: { amount: 5 } }), 200, { count: 1 });
    });
  });
});
