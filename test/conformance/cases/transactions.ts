import type { Kysely } from "kysely";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { ApiError } from "data-api";
import { toldByHeader } from "../callers.js";
import { everybody, field, openEntity } from "../fields.js";
import type { Harness } from "../harness.js";

/** The error that a promise is rejected with. */
async function rejection(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => "no error",
    (error: unknown) => error,
  );
}

export function transactionCases({ serve }: Harness): void {
  const committed = vi.fn<(title: unknown) => void>();
  const server = serve({
    auth: toldByHeader,
    server: { audit: true },
    entities: {
      note: {
        fields: { title: field("string", { isUnique: true }), level: field("int") },
        permissions: {
          ...everybody,
          create: ["clerk", { role: "member", where: "level<5" }],
          update: [{ role: "clerk", where: "level<5" }],
        },
        hooks: {
          afterCommit: ({ record }) => {
            committed(record["title"]);
          },
        },
      },
      log: openEntity({ line: field("string") }),
    },
  });
  const stored = async () => (await server.api.repository("note").find()).items.map(({ title }) => title);

  beforeEach(async () => {
    for (const { id } of (await server.api.repository("note").find()).items)
      await server.api.repository("note").delete(id);
    committed.mockClear();
  });

  it("a transaction keeps all writes, and runs the hooks after the commit once", async () => {
    const found = await server.api.transaction(async (tx) => {
      const { id } = await tx.repository("note").create({ title: "a" });
      await tx.repository("note").create({ title: "b" });
      await tx.repository("note").update(id, { level: 1 });
      expect(committed).not.toHaveBeenCalled();
      return (await tx.repository("note").find()).count;
    });
    expect(found).toBe(2);
    expect(await stored()).toEqual(["a", "b"]);
    expect(committed.mock.calls).toEqual([["a"], ["b"], ["a"]]);
  });

  it("a transaction that fails keeps nothing, and runs no hooks after the commit", async () => {
    const refusal = new Error("no");
    const failed = server.api.transaction(async (tx) => {
      await tx.repository("note").create({ title: "a" });
      throw refusal;
    });
    expect(await rejection(failed)).toBe(refusal);
    expect(await stored()).toEqual([]);
    expect(committed).not.toHaveBeenCalled();
  });

  it("a transaction is rejected with the error of the repository, and keeps nothing", async () => {
    const failed = server.api.transaction(async (tx) => {
      await tx.repository("note").create({ title: "a" });
      await tx.repository("note").create({ title: "a" });
    });
    expect(await rejection(failed)).toMatchObject({
      code: "unique-conflict",
      issues: [{ path: "title", code: "not-unique" }],
    });
    expect(await stored()).toEqual([]);
    expect(await rejection(server.api.transaction(async (tx) => tx.repository("nots").find()))).toMatchObject(
      { code: "unknown-entity" },
    );
  });

  it("a transaction can run custom queries", async () => {
    await server.api.transaction(async (tx) => {
      const { id } = await tx.repository("note").create({ title: "a" });
      const db = tx.db as unknown as Kysely<{ note: { id: unknown; level: number } }>;
      await db.updateTable("note").set({ level: 7 }).where("id", "=", id).execute();
      expect(await tx.repository("note").findById(id)).toMatchObject({ level: 7 });
    });
    const [note] = (await server.api.repository("note").find()).items;
    expect(note).toMatchObject({ title: "a", level: 7 });
  });

  it.for([
    ["read committed", 2],
    ["repeatable read", 1],
    ["serializable", 1],
  ] as const)(
    "a transaction that is %s sees %i after a concurrent change to 2",
    async ([isolation, level], { skip }) => {
      const { dialect } = server.config.database;
      const isFree = {
        sqlite: false,
        postgres: true,
        mysql: isolation !== "serializable",
        mssql: isolation === "read committed",
      };
      skip(!isFree[dialect], "on this database, the update waits for the transaction");
      const notes = server.api.repository("note");
      const { id } = await notes.create({ title: "a", level: 1 });
      const seen = await server.api.transaction(
        async (tx) => {
          await tx.repository("note").findById(id);
          await notes.update(id, { level: 2 });
          return tx.repository("note").findById(id);
        },
        { isolation },
      );
      expect(seen).toMatchObject({ level });
    },
  );

  it("a transaction can be serializable on every database", async () => {
    await server.api.transaction((tx) => tx.repository("note").create({ title: "a" }), {
      isolation: "serializable",
    });
    expect(await stored()).toEqual(["a"]);
  });

  it("a transaction with an unknown isolation level is rejected, with the known ones", async () => {
    const failed = server.api.transaction((tx) => tx.repository("note").find(), {
      isolation: "chaos" as never,
    });
    expect(String(await rejection(failed))).toMatch(/no isolation level "chaos".* "serializable"/);
  });

  describe("with a caller", () => {
    const asMember = { userId: "bob", roles: [] };

    it("writes in a transaction with a caller have only the caller's rights", async () => {
      const failed = server.api.transaction(async (tx) => {
        await tx.as(asMember).repository("note").create({ title: "low", level: 1 });
        await tx.as(asMember).repository("note").create({ title: "high", level: 9 });
      });
      expect(await rejection(failed)).toMatchObject({ code: "forbidden" });
      expect(await stored()).toEqual([]);
    });

    it("a transaction does not keep a write that is rejected afterwards, even if the error is caught", async () => {
      const failed = server.api.transaction(async (tx) => {
        await tx.repository("note").create({ title: "other" });
        const { id } = await tx.repository("note").create({ title: "moved", level: 1 });
        const clerk = tx.as({ userId: "ann", roles: ["clerk"] });
        // The record may be updated, but not to this value.
        const refused = await rejection(clerk.repository("note").update(id, { level: 9 }));
        expect(refused).toMatchObject({ code: "forbidden" });
      });
      expect(String(await rejection(failed))).toMatch(/had failed, and nothing of it was kept/);
      expect(await stored()).toEqual([]);
    });

    it("writes in a transaction are audited with the caller of each write", async () => {
      const { db } = server.api.repository("note") as unknown as {
        db: Kysely<{ data_api_audit: { userid: string | null; entity: string; at: string } }>;
      };
      await db.deleteFrom("data_api_audit").execute();
      await server.api.transaction(async (tx) => {
        await tx.as(asMember).repository("note").create({ title: "of bob", level: 1 });
        await tx.repository("log").create({ line: "of the server" });
      });
      const entries = await db.selectFrom("data_api_audit").select(["userid", "entity"]).execute();
      expect(entries).toHaveLength(2);
      expect(entries).toEqual(
        expect.arrayContaining([
          { userid: "bob", entity: "note" },
          { userid: null, entity: "log" },
        ]),
      );
    });
  });

  describe("nested in others", () => {
    it("a nested transaction can be rolled back alone", async () => {
      await server.api.transaction(async (tx) => {
        await tx.repository("note").create({ title: "kept" });
        const failed = tx.transaction(async (inner) => {
          await inner.repository("note").create({ title: "undone" });
          throw new Error("no");
        });
        expect(await rejection(failed)).toMatchObject({ message: "no" });
        await tx.repository("note").create({ title: "kept too" });
      });
      expect(await stored()).toEqual(["kept", "kept too"]);
      expect(committed.mock.calls).toEqual([["kept"], ["kept too"]]);
    });

    it("a nested transaction is rolled back with the outer one", async () => {
      const failed = server.api.transaction(async (tx) => {
        await tx.transaction(async (inner) => {
          await inner.repository("note").create({ title: "a" });
          await inner.transaction((innermost) => innermost.repository("note").create({ title: "b" }));
        });
        throw new Error("no");
      });
      expect(await rejection(failed)).toMatchObject({ message: "no" });
      expect(await stored()).toEqual([]);
      expect(committed).not.toHaveBeenCalled();
    });

    it("a nested transaction can fail in the database, and the outer one continues", async () => {
      await server.api.transaction(async (tx) => {
        await tx.repository("note").create({ title: "a" });
        const failed = tx.transaction((inner) => inner.repository("note").create({ title: "a" }));
        expect(await rejection(failed)).toMatchObject({ code: "unique-conflict" });
        await tx.transaction((inner) => inner.repository("note").create({ title: "b" }));
      });
      expect(await stored()).toEqual(["a", "b"]);
      expect(committed.mock.calls).toEqual([["a"], ["b"]]);
    });

    it("a nested transaction blocks the outer one until it has ended", async () => {
      const failed = server.api.transaction((tx) =>
        tx.transaction(async () => {
          await tx.repository("note").create({ title: "a" });
        }),
      );
      expect(String(await rejection(failed))).toMatch(/A nested transaction is open: .* use its own tx/);
      expect(await stored()).toEqual([]);
    });
  });

  it("a transaction cannot be used after its end", async () => {
    const tx = await server.api.transaction((open) => Promise.resolve(open));
    const ended = /The transaction has ended/;
    expect(String(await rejection(tx.repository("note").create({ title: "a" })))).toMatch(ended);
    expect(String(await rejection(tx.transaction(() => Promise.resolve())))).toMatch(ended);
    expect(String(await rejection(tx.db.selectFrom("note").selectAll().execute()))).toMatch(ended);
    expect(await stored()).toEqual([]);
  });

  it("a create in a transaction cannot have an idempotency key", async () => {
    const failed = server.api.transaction((tx) =>
      tx.repository("note").create({ title: "a" }, undefined, { idempotencyKey: "k" }),
    );
    expect(String(await rejection(failed))).toMatch(
      /A create inside a transaction cannot have an idempotency key/,
    );
  });

  it("a transaction does not wait forever for queries outside it", async ({ skip }) => {
    skip(server.config.database.dialect !== "sqlite", "only SQLite has one connection");
    const { api } = server;
    const failed = api.transaction(async (tx) => {
      await tx.repository("note").create({ title: "a" });
      return api.repository("note").find();
    });
    expect(await rejection(failed)).toBeInstanceOf(ApiError);
    expect(await stored()).toEqual([]);
  });
}
