import { sql } from "kysely";
import { afterEach, describe, expect, it, vi } from "vitest";
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
  vi.useRealTimers();
  await Promise.all(open.splice(0).map((api) => api.stopAsync()));
});

describe("writes that arrive together", () => {
  it("writes that arrive together are all stored, and one that fails does not affect the others", async () => {
    const repository = notes();
    const titles = ["a", "b", "x".repeat(256), "c"];
    const written = await Promise.allSettled(titles.map((title) => repository.create({ title })));
    expect(written.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "rejected", "fulfilled"]);
    expect(await repository.count()).toBe(3);
  });

  it("writes that arrive together join a manually begun transaction instead of ending it", async () => {
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
  it("a transaction that waits for a statement outside of it fails, and the next one works", async () => {
    const repository = notes({ lockTimeout: 50 });
    await repository.create({ title: "before" });
    const stuck = repository.db.transaction().execute(() => repository.create({ title: "outside" }));
    await expect(stuck).rejects.toMatchObject({
      code: "database-unavailable",
      cause: { kind: "timeout", message: expect.stringContaining("use its own tx or trx") as string },
    });
    await repository.create({ title: "after" });
    expect((await repository.find()).items.map(({ title }) => title)).toEqual(["before", "after"]);
  });

  it("a transaction that waits for another transaction, or for the user's query outside of it, fails too", async () => {
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

  it("a transaction of a hook that uses the server's repository fails, and the next one works", async () => {
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

describe("statements that wait for a transaction", () => {
  /** A transaction that is open until `end` is called. */
  async function hold({ db }: ReturnType<typeof notes>): Promise<() => Promise<void>> {
    let end: () => void = () => undefined;
    const ended = new Promise<void>((resolve) => (end = resolve));
    let held: Promise<void> | undefined;
    await new Promise<void>((resolve) => {
      held = db.transaction().execute(async () => {
        resolve();
        await ended;
      });
    });
    return async () => {
      end();
      await held;
    };
  }

  it("statements that wait for a transaction have a bounded queue; with a full queue the next one fails at once", async () => {
    const repository = notes({ pool: { maxQueue: 2 }, lockTimeout: 60_000 });
    await repository.create({ title: "before" });
    const end = await hold(repository);
    const waiting = Promise.all([repository.find(), repository.create({ title: "waits" })]);
    await new Promise(setImmediate);
    const refused = [repository.find(), repository.create({ title: "refused" }), repository.count()];
    expect(await Promise.allSettled(refused)).toMatchObject(
      refused.map(() => ({ reason: { code: "database-unavailable" } })),
    );
    await end();
    await waiting;
    expect(await repository.count()).toBe(2);
  });

  it("statements that wait for transactions have one timeout for all of these together", async () => {
    vi.useFakeTimers({ toFake: ["performance", "setTimeout", "clearTimeout"] });
    const repository = notes({ lockTimeout: 100 });
    await repository.create({ title: "before" });
    const endFirst = await hold(repository);
    const second = hold(repository);
    await new Promise(setImmediate);
    const late = expect(repository.find()).rejects.toMatchObject({ code: "database-unavailable" });
    await vi.advanceTimersByTimeAsync(60);
    await endFirst();
    const endSecond = await second;
    await vi.advanceTimersByTimeAsync(40);
    await endSecond();
    await late;
    expect(await repository.count()).toBe(1);
  });

  it("statements that arrived before a transaction have the same timeout for it", async () => {
    const repository = notes({ lockTimeout: 50 });
    await repository.create({ title: "before" });
    const early = repository.create({ title: "early" });
    const end = await hold(repository);
    await expect(early).rejects.toMatchObject({ code: "database-unavailable" });
    await end();
    expect(await repository.count()).toBe(1);
  });
});
