import { describe, expect, it } from "vitest";
import { ApiError } from "data-api";
import type { Kysely } from "kysely";
import { field, openEntity } from "../../conformance/fields.js";
import { sendRequest } from "../../conformance/http-client.js";
import { expectReports, takeLines } from "../../conformance/reports.js";
import { expectProblem } from "../../conformance/expectations.js";
import { useDatabaseFile } from "./open-database.js";
import http from "node:http";
import type { AddressInfo } from "node:net";

describe("a database that is locked", () => {
  const file = useDatabaseFile();

  it("is a 503 with Retry-After, for writes only, until it is free", async () => {
    takeLines();
    const api = file.createApi({ note: openEntity({ title: field("string") }) }, { lockTimeout: 0 });
    api.setupApiEndpoints();
    const { port } = (await api.startAsync(0)).address() as AddressInfo;
    const send = (method: string, path: string, body?: object) =>
      sendRequest(port, new http.Agent(), method, path, { body });
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

  it("is waited for as long as the configuration says", async () => {
    const api = file.createApi({ note: openEntity({}) }, { lockTimeout: 20_000 });
    await api.startAsync(0);
    const timeout = (api.repository("note") as unknown as { db: Kysely<unknown> }).db;
    const { sql } = await import("kysely");
    expect((await sql`pragma busy_timeout`.execute(timeout)).rows).toEqual([{ timeout: 20_000 }]);
    expect((await sql`pragma foreign_keys`.execute(timeout)).rows).toEqual([{ foreign_keys: 1 }]);
  });
});

describe("a fault of the driver", () => {
  it("that is not null in the database only is a 400 without its words", async () => {
    const { createApi, connect } = file;
    const database = connect();
    database.exec(
      "create table note (id integer primary key, title text check (title <> 'no'), createdat datetime not null, updatedat datetime not null)",
    );
    const api = createApi({ note: openEntity({ title: field("string") }) });
    const error: unknown = await api
      .repository("note")
      .create({ title: "no" })
      .catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      code: "invalid-value",
      status: 400,
      message: "The database cannot hold one of the values.",
    });
  });

  const file = useDatabaseFile();
});

describe("transactions of one's own", () => {
  const file = useDatabaseFile();
  interface Tables {
    note: { id?: number; title: string; createdat: string; updatedat: string };
  }
  const row = { createdat: "2024-01-01T00:00:00.000Z", updatedat: "2024-01-01T00:00:00.000Z" };

  it("take turns with one another and with requests", async () => {
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

  it("leave the server usable when they end in an unusual way", async () => {
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
