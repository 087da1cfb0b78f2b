import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { resolveDatabase } from "../../runtime/config/resolve/resolve-database.js";
import { openConnection } from "../../runtime/database/database.js";
import { dialects } from "../../runtime/database/dialects/dialects.js";
import type { Statement } from "../../runtime/database/sql/statement.js";
import type { Connection, Transaction } from "../../runtime/database/wire/connection.js";
import { describeDialect } from "../conformance/describe-dialects.js";
import type { FreshDatabase } from "../conformance/targets.js";

const INSERT = statement("insert into thing values ($1)");
const NAMES = statement("select name from thing where name <> $1 order by name");
const ISOLATION = statement("select current_setting('transaction_isolation'), $1::text");

function statement(sql: string): Statement {
  return { sql, slots: [], isWrite: true, operation: "test", entity: "thing" };
}

/** From a connection's second transaction on, PostgreSQL receives `begin` together with the first statement. */
await describeDialect("a transaction that begins with its first statement", "postgres", (dialect) => {
  let database: FreshDatabase;
  let connection: Connection;

  beforeAll(async () => {
    database = await dialect.createDatabase();
    await database.run(["create table thing (name text primary key)"]);
    const config = { ...database.database, pool: { max: 1 } };
    connection = await openConnection({ database: resolveDatabase(config) }, dialects.postgres);
  });

  afterAll(async () => {
    await connection.close();
  });

  beforeEach(async () => {
    await database.run(["truncate thing"]);
    await connection.transaction(() => Promise.resolve());
  });

  const names = async () => (await connection.rows(NAMES, [""])).flat();
  const undone = async (work: (transaction: Transaction) => Promise<unknown>) => {
    const done = connection.transaction(async (transaction) => {
      await work(transaction);
      throw new Error("Undo it.");
    });
    await expect(done).rejects.toThrow();
  };

  it("a transaction takes two round trips for one statement, and none without statements", async () => {
    const query = vi.spyOn(pg.Client.prototype, "query");
    try {
      await connection.transaction(async ({ rows }) => rows(INSERT, ["a"]));
      expect(query).toHaveBeenCalledTimes(2);
      await connection.transaction(() => Promise.resolve());
      expect(query).toHaveBeenCalledTimes(2);
    } finally {
      query.mockRestore();
    }
    expect(await names()).toEqual(["a"]);
  });

  it.each<[string, (transaction: Transaction) => Promise<unknown>]>([
    ["a statement with values", async ({ rows }) => rows(INSERT, ["a"])],
    ["a statement without values", async ({ rows }) => rows(statement("insert into thing values ('a')"), [])],
    [
      "a savepoint",
      async ({ command, rows }) => {
        await command("savepoint kept");
        await rows(INSERT, ["a"]);
      },
    ],
    [
      "a query of the application",
      async ({ queryConnection }) => {
        const own = await queryConnection();
        const sql = "insert into thing values ('a')";
        await own.executeQuery({ sql, parameters: [] } as never);
      },
    ],
    ["a call", async ({ results }) => results?.(INSERT, ["a"], 1)],
  ])("a transaction that fails rolls back %s as the first operation", async (_, work) => {
    await undone(work);
    expect(await names()).toEqual([]);
    await connection.transaction(work);
    expect(await names()).toEqual(["a"]);
  });

  it("a transaction is rolled back if its first statement fails, and leaves the connection as it was", async () => {
    await connection.rows(INSERT, ["a"]);
    const first = statement("insert into thing values ($1), ('b')");
    for (const parameters of [["a"], ["c\u0000"]])
      await expect(connection.transaction(async ({ rows }) => rows(first, parameters))).rejects.toThrow();
    const unknown = statement("insert into nothing values ($1)");
    for (let time = 0; time < 2; time++)
      await expect(connection.transaction(async ({ rows }) => rows(unknown, ["a"]))).rejects.toThrow("42P01");
    // A single statement commits itself.
    await connection.rows(INSERT, ["d"]);
    await undone(async ({ rows }) => rows(INSERT, ["e"]));
    expect(await names()).toEqual(["a", "d"]);
  });

  it("a transaction that cannot begin runs nothing", async () => {
    const forget = "deallocate all";
    await connection.rows(statement(forget), []);
    await expect(connection.transaction(async ({ rows }) => rows(INSERT, ["a"]))).rejects.toThrow("26000");
    expect(await names()).toEqual([]);
  });

  const insert = async ({ rows }: Transaction, name: string) => rows(INSERT, [name]);
  const ownQuery = async ({ queryConnection }: Transaction, sql: string) =>
    (await queryConnection()).executeQuery({ sql, parameters: [] } as never);
  const ownInsert = (transaction: Transaction, name: string) =>
    ownQuery(transaction, `insert into thing values ('${name}')`);

  // Outside a transaction, the next statement would commit itself.
  describe.each([
    ["statement", insert],
    ["query of the application", ownInsert],
  ])("keeps nothing of a %s after a failed begin", (_, second) => {
    it.each([
      [true, true],
      [true, false],
      [false, true],
      [false, false],
    ])(
      "nothing of a transaction is kept after a failed begin, sent at once: %s, thrown: %s",
      async (isAtOnce, isThrown) => {
        const config = { ...database.database, pool: { max: 1 } };
        const other = await openConnection({ database: resolveDatabase(config) }, dialects.postgres);
        try {
          await other.transaction(async (transaction) => ownQuery(transaction, "deallocate all"));
          const done = other.transaction(async (transaction) => {
            const failed = expect(insert(transaction, "a")).rejects.toThrow("26000");
            if (!isAtOnce) await failed;
            await expect(second(transaction, "b")).rejects.toThrow("26000");
            await failed;
            if (isThrown) throw new Error("Undo it.");
          });
          await expect(done).rejects.toThrow(isThrown ? "Undo it." : "26000");
          expect(await names()).toEqual([]);
          await other.transaction(async (transaction) => insert(transaction, "c"));
          expect(await names()).toEqual(["c"]);
        } finally {
          await other.close();
        }
      },
    );
  });

  it.each(["serializable", "repeatable read"] as const)(
    "a transaction that begins with its first statement has the isolation level %s",
    async (level) => {
      for (let time = 0; time < 3; time++) {
        const found = await connection.transaction(async ({ rows }) => rows(ISOLATION, [""]), level);
        expect(found[0]?.[0]).toBe(level);
      }
      const found = await connection.transaction(async ({ rows }) => rows(ISOLATION, [""]));
      expect(found[0]?.[0]).toBe("read committed");
    },
  );
});
