import pg from "pg";
import { expect, it, vi } from "vitest";
import { describeDialect, describeDialects } from "../conformance/describe-dialects.js";
import { expectJson, expectProblem } from "../conformance/expectations.js";
import { field, openEntity } from "../conformance/fields.js";
import { startServer, type TestServer } from "../conformance/start-server.js";

const without = { systemFields: { ownerid: false, createdat: false, updatedat: false } } as const;
const thing = openEntity({ amount: field("int") }, without);

await describeDialects("a write by where with a maximum", (dialect) => {
  const body = { PATCH: { amount: 9 }, DELETE: undefined } as const;
  const amounts = async ({ request }: TestServer) =>
    (await request("GET", "/api/data/thing?select=amount&orderBy=amount")).text;

  it.each(["PATCH", "DELETE"] as const)(
    "a write by where with a maximum writes all matching records or none: %s",
    async (method) => {
      const server = await startServer("dynamic", dialect, { entities: { thing } });
      const { request } = server;
      await request("POST", "/api/data/thing", { body: [1, 2, 3, 4].map((amount) => ({ amount })) });
      const before = await amounts(server);
      const write = (where: string, Prefer: string) =>
        request(method, `/api/data/thing?where=${where}`, { body: body[method], headers: { Prefer } });
      for (const other of ["", ", return=representation"]) {
        expectProblem(await write("amount>2", `max-affected=1${other}`), "too-many-records");
        expectProblem(await write("amount>2|amount<2", `max-affected=2${other}`), "too-many-records");
        expectProblem(await write("amount>2", `max-affected=0${other}`), "too-many-records");
        expect(await amounts(server)).toBe(before);
      }
      expectJson(await write("amount>8", "max-affected=1"), 200, { count: 0 });
      expectJson(await write("amount>2", "max-affected=2"), 200, { count: 2 });
      expect(await amounts(server)).not.toContain("3");
    },
  );
});

await describeDialect("a write by where", "postgres", (dialect) => {
  it("a delete by where is one statement without a transaction", async () => {
    const server = await startServer("dynamic", dialect, { entities: { thing } });
    const { request } = server;
    await request("POST", "/api/data/thing", { body: [1, 2, 3].map((amount) => ({ amount })) });
    const query = vi.spyOn(pg.Client.prototype, "query");
    try {
      expectJson(await request("DELETE", "/api/data/thing?where=amount>1"), 200, { count: 2 });
      expect(query).toHaveBeenCalledTimes(1);
    } finally {
      query.mockRestore();
    }
  });

  // The trigger deletes records as a concurrent transaction could: the statement has already counted four.
  it.each(["PATCH", "DELETE"] as const)(
    "the maximum of a write by where applies to the records that are left when it ends: %s",
    async (method) => {
      const server = await startServer("dynamic", dialect, { entities: { thing } }, [
        "create table thing (id serial primary key, amount int)",
        "insert into thing (amount) values (1), (2), (3), (4)",
        "create function take() returns trigger language plpgsql as $$ begin delete from thing where amount > 2; return null; end $$",
        "create trigger take before update or delete on thing for each statement when (pg_trigger_depth() = 0) execute function take()",
      ]);
      const options = {
        headers: { Prefer: "max-affected=2" },
        body: method === "PATCH" ? { amount: 1 } : undefined,
      };
      expectJson(await server.request(method, "/api/data/thing?where=amount>0", options), 200, { count: 2 });
      const left = method === "PATCH" ? [{ amount: 1 }, { amount: 1 }] : [];
      expect((await server.request("GET", "/api/data/thing?select=amount")).json).toEqual({ items: left });
    },
  );
});

// The drivers do not count records that a rule or a trigger writes instead.
await describeDialect("a write by where that answers the number of records", "sqlite", (dialect) => {
  it("a write by where answers the number of records of a view", async () => {
    const server = await startServer("dynamic", dialect, { entities: { thing } }, [
      "create table stored (id integer primary key autoincrement, amount integer)",
      "insert into stored (amount) values (1), (2), (3)",
      "create view thing as select id, amount from stored",
      "create trigger changes instead of update on thing begin update stored set amount = new.amount where id = old.id; end",
      "create trigger deletes instead of delete on thing begin delete from stored where id = old.id; end",
    ]);
    const of = "/api/data/thing?where=amount>1";
    expect((await server.request("PATCH", of, { body: { amount: 9 } })).json).toEqual({ count: 2 });
    expect((await server.request("DELETE", of)).json).toEqual({ count: 2 });
    expect((await server.request("GET", "/api/data/thing?select=amount")).json).toEqual({
      items: [{ amount: 1 }],
    });
  });
});

await describeDialect("a write of several records", "postgres", (dialect) => {
  const table = "create table thing (id serial primary key, amount int)";
  const rows = "insert into thing (amount) values (1), (2), (3)";

  it("a delete by where is rejected if a rule replaces the statement", async () => {
    const server = await startServer("dynamic", dialect, { entities: { thing } }, [
      table,
      rows,
      "create rule soft as on delete to thing do instead update thing set amount = -1 where id = old.id",
    ]);
    for (const Prefer of ["return=minimal", "return=representation"]) {
      const reply = await server.request("DELETE", "/api/data/thing?where=amount>1", { headers: { Prefer } });
      expect(reply.status).toBe(409);
      expect((reply.json as { code: string }).code).toBe("refused-by-database");
    }
    const { text } = await server.request("GET", "/api/data/thing?select=amount");
    expect(text).not.toContain("-1");
  });

  it("a change of several records keeps its connection if one of them does not exist", async () => {
    const log = [table, rows, "create table log (id serial primary key, pid int default pg_backend_pid())"];
    const config = { entities: { thing, log: openEntity({ pid: field("int") }, without) } };
    const server = await startServer("dynamic", dialect, config, log);
    const { request } = server;
    const backend = async () => {
      const { json } = await request("POST", "/api/data/log", {
        body: {},
        headers: { Prefer: "return=representation" },
      });
      return (json as { pid: number }).pid;
    };
    const before = await backend();
    const body = [
      { id: 1, amount: 7 },
      { id: 99, amount: 7 },
    ];
    expect((await request("PATCH", "/api/data/thing", { body })).status).toBe(404);
    expect(await backend()).toBe(before);
    expect((await request("GET", "/api/data/thing?select=amount")).text).not.toContain("7");
  });
});
