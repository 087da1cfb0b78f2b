import { describe, expect, it } from "vitest";
import { ApiError } from "data-api";
import type { Kysely } from "kysely";
import { field, openEntity } from "../../conformance/fields.js";
import { expectReports, lineLike, takeLines } from "../../conformance/reports.js";
import { expectProblem } from "../../conformance/expectations.js";
import { useDatabaseFile } from "./open-database.js";
import { serveApi } from "../../conformance/start.js";

describe("a database that is locked", () => {
  const file = useDatabaseFile();

  it("a locked database of SQLite is a 503 with Retry-After, for writes only, until it is free", async () => {
    takeLines();
    const api = file.createApi({ note: openEntity({ title: field("string") }) }, { lockTimeout: 0 });
    const { request } = await serveApi(api);
    const send = (method: string, path: string, body?: object) => request(method, path, { body });
    await send("POST", "/api/data/note", { title: "before" });
    const other = file.connect();
    other.exec("begin immediate");
    for (const [method, path] of [
      ["POST", "/api/data/note"],
      ["PATCH", "/api/data/note/1"],
      ["DELETE", "/api/data/note/1"],
    ] as const) {
      const reply = await send(method, path, { title: "x" });
      expectProblem(reply, "database-unavailable");
      expect(reply.headers["retry-after"]).toBe("1");
    }
    expect((await send("GET", "/api/data/note/public/findall/id/0/9")).json).toMatchObject({ count: 1 });
    other.exec("rollback");
    expect((await send("POST", "/api/data/note", { title: "after" })).status).toBe(201);
    expectReports(3);
  });

  it("a locked database of SQLite makes writes wait, but not reads", async () => {
    const api = file.createApi({ note: openEntity({ title: field("string") }) }, { lockTimeout: 20_000 });
    const notes = api.repository("note");
    await notes.create({ title: "before" });
    const other = file.connect();
    other.exec("begin immediate");
    const { db } = notes as unknown as { db: Kysely<{ note: { title: string } }> };
    const writing = [
      notes.create({ title: "alone" }),
      db.updateTable("note").set({ title: "of one's own" }).execute(),
      db.transaction().execute((transaction) => transaction.deleteFrom("note").execute()),
    ];
    // If a write blocked the event loop, the lock would never be released.
    for (let reads = 0; reads < 20; reads++) expect(await notes.count()).toBe(1);
    other.exec("rollback");
    await Promise.all(writing);
  });

  it("a locked database of SQLite makes the start wait, and fail after the timeout", async () => {
    const other = file.connect();
    other.exec("create table x (y); begin exclusive");
    const api = file.createApi({ note: openEntity({}) }, { lockTimeout: 20 });
    await expect(api.startAsync(0)).rejects.toMatchObject({ kind: "connection", isTransient: true });
    const patient = file.createApi({ note: openEntity({}) }, { lockTimeout: 20_000 });
    const starting = patient.startAsync(0);
    await new Promise((resolve) => setImmediate(resolve));
    other.exec("rollback");
    expect((await starting).listening).toBe(true);
  });
});

describe("a fault of the driver", () => {
  const file = useDatabaseFile();
  const start = (check: string) => {
    file
      .connect()
      .exec(
        `create table note (id integer primary key, title text, "Size" integer, ${check}, createdat datetime not null, updatedat datetime not null)`.replace(
          /, (check|constraint)(.*), createdat (.*)\)$/s,
          ", createdat $3, $1$2)",
        ),
      );
    return file.createApi({
      note: openEntity({ title: field("string"), size: field("int", { column: "Size" }) }),
    });
  };

  it.each<readonly [check: string, rule: string, fields: readonly string[]]>([
    ["check (title <> 'Size')", "title <> 'Size'", ["title"]],
    ["constraint ok check (length(title) > 4)", "ok", ["title"]],
    [`constraint "my (rule)" check ("Size" > 10 and ('(' <> title))`, "my (rule)", ["title", "size"]],
    ["constraint [a] check (size < 3), constraint big check (`Size` > 10)", "big", ["size"]],
  ])(
    "a write that breaks the rule %s of a table is a 400 that names the fields",
    async (check, rule, fields) => {
      const api = start(check);
      const error: unknown = await api
        .repository("note")
        .create({ title: "Size", size: 2 })
        .catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(ApiError);
      expect(error).toMatchObject({
        code: "invalid-value",
        status: 400,
        cause: { kind: "check", constraint: rule },
      });
      expect((error as ApiError).issues).toMatchObject(fields.map((path) => ({ path, code: "check" })));
      expect((error as ApiError).message).not.toContain(rule);
    },
  );

  it("a write that breaks a rule of a table is logged with the rule's name, without the value", async () => {
    takeLines();
    const api = start("constraint ok check (length(title) > 40)");
    const { request } = await serveApi(api);
    const body = { title: "private words" };
    const reply = await request("POST", "/api/data/note", { body });
    expectProblem(reply, "invalid-value");
    const line = await lineLike({ msg: "refused by the database" });
    expect(line).toMatchObject({
      level: "warn",
      status: 400,
      error: { code: "invalid-value", cause: { kind: "check", constraint: "ok", entity: "note" } },
    });
    expect(JSON.stringify(line)).not.toContain("private words");
  });
});

describe("transactions of the user's code", () => {
  const file = useDatabaseFile();
  interface Tables {
    note: { id?: number; title: string; createdat: string; updatedat: string };
  }
  const row = { createdat: "2024-01-01T00:00:00.000Z", updatedat: "2024-01-01T00:00:00.000Z" };

  it("transactions of the user's code take turns with each other and with requests", async () => {
    const api = file.createApi({ note: openEntity({ title: field("string") }) });
    const notes = api.repository("note");
    const { db } = notes as unknown as { db: Kysely<Tables> };
    const counts: number[] = [];
    const transactions = ["a", "b", "c"].map((title) =>
      db.transaction().execute(async (transaction) => {
        await transaction
          .insertInto("note")
          .values({ title, ...row })
          .execute();
        await transaction
          .insertInto("note")
          .values({ title, ...row })
          .execute();
      }),
    );
    for (let index = 0; index < 10; index++) counts.push(await notes.count());
    await Promise.all(transactions);
    counts.push(await notes.count());
    for (const count of counts) expect(count % 2).toBe(0);
    expect(counts.at(-1)).toBe(6);
  });

  it("a transaction of the user's code that ends in an unusual way leaves the server usable", async () => {
    const api = file.createApi({ note: openEntity({ title: field("string") }) });
    const notes = api.repository("note");
    const { db } = notes as unknown as { db: Kysely<Tables> };
    const { sql } = await import("kysely");
    await expect(
      db.transaction().execute(async (transaction) => {
        await transaction
          .insertInto("note")
          .values({ title: "x", ...row })
          .execute();
        await sql`rollback`.execute(transaction);
      }),
    ).rejects.toThrow();
    expect(await notes.count()).toBe(0);
    await notes.create({ title: "y" });
    expect(await notes.count()).toBe(1);
  });
});
