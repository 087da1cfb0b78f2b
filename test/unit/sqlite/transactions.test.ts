import { sql } from "kysely";
import { afterEach, describe, expect, it } from "vitest";
import { DataApi, defineConfig, type DatabaseConfig } from "../../../runtime/index.js";

const everybody = ["guest"];
const open: DataApi[] = [];

function notes(database: Partial<DatabaseConfig> = {}) {
  const api = new DataApi(
    defineConfig({
      database: { dialect: "sqlite", name: ":memory:", ...database },
      entities: {
        note: {
          fields: { title: { type: "string", isEditable: true, isRequired: true } },
          permissions: { read: everybody, create: everybody },
        },
      },
    }),
  );
  open.push(api);
  return api.repository("note");
}

afterEach(async () => {
  await Promise.all(open.splice(0).map((api) => api.stopAsync()));
});

describe("writes that arrive together", () => {
  it("are all there, and one that fails leaves the others", async () => {
    const repository = notes();
    const titles = ["a", "b", "x".repeat(256), "c"];
    const written = await Promise.allSettled(titles.map((title) => repository.create({ title })));
    expect(written.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "rejected", "fulfilled"]);
    expect(await repository.count()).toBe(3);
  });

  it("join a transaction that was begun by hand instead of ending it", async () => {
    const repository = notes();
    await repository.create({ title: "before" });
    await sql`begin`.execute(repository.db);
    await repository.create({ title: "first" });
    await Promise.all(["second", "third"].map((title) => repository.create({ title })));
    await sql`commit`.execute(repository.db);
    expect(await repository.count()).toBe(4);
  });
});

describe("a transaction", () => {
  it("that waits for a statement outside itself is given up, and the next one works", async () => {
    const repository = notes({ lockTimeout: 50 });
    await repository.create({ title: "before" });
    const stuck = repository.db.transaction().execute(() => repository.create({ title: "outside" }));
    await expect(stuck).rejects.toMatchObject({
      code: "database-unavailable",
      cause: { kind: "timeout", message: expect.stringContaining("use its own trx") as string },
    });
    await repository.create({ title: "after" });
    expect((await repository.find()).items.map(({ title }) => title)).toEqual(["before", "after"]);
  });

  it("that waits for another transaction, or for a query of one's own outside itself, is given up too", async () => {
    const { db } = notes({ lockTimeout: 50 });
    const outside: readonly (() => Promise<unknown>)[] = [
      () => db.transaction().execute(() => Promise.resolve()),
      () => sql`select 1`.execute(db),
    ];
    for (const wait of outside) {
      const stuck = db.transaction().execute(wait);
      await expect(stuck).rejects.toMatchObject({
        kind: "timeout",
        message: expect.stringContaining("own") as string,
      });
    }
  });

  it("of a hook that uses the server's repository is given up, and the next one works", async () => {
    const api = new DataApi({
      database: { dialect: "sqlite", name: ":memory:", lockTimeout: 50 },
      entities: {
        note: {
          fields: { title: { type: "string", isEditable: true, isRequired: true } },
          permissions: {},
          hooks: {
            afterCreate: async ({ record }) => {
              if (record["title"] === "first") await api.repository("note").create({ title: "second" });
            },
          },
        },
      },
    });
    open.push(api);
    const repository = api.repository("note");
    await expect(repository.create({ title: "first" })).rejects.toMatchObject({
      code: "database-unavailable",
    });
    await repository.create({ title: "third" });
    expect((await repository.find()).items.map(({ title }) => title)).toEqual(["third"]);
  });
});
