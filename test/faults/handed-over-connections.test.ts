import { setTimeout as sleep } from "node:timers/promises";
import mysql from "mysql2";
import pg from "pg";
import { expect, it, vi } from "vitest";
import { resolveDatabase } from "../../runtime/config/resolve/resolve-database.js";
import { openConnection } from "../../runtime/database/database.js";
import { dialects } from "../../runtime/database/dialects/dialects.js";
import type { Statement } from "../../runtime/database/sql/statement.js";
import { describeDialect } from "../conformance/describe-dialects.js";

const statement = (sql: string): Statement => ({
  sql,
  slots: [],
  isWrite: false,
  operation: "test",
  entity: "thing",
});

/** Exported, but not declared. */
const { Pool } = mysql as unknown as { readonly Pool: { readonly prototype: { getConnection: () => void } } };

const SESSION = { postgres: "select pg_backend_pid()", mysql: "select connection_id()" };
const MISTAKE = "select nothing from nowhere";

await describeDialect("a connection that is handed over", "postgres", (dialect) => {
  it("a connection that ended during a transaction without statements is not handed over", async () => {
    const database = await dialect.createDatabase();
    const settings = resolveDatabase({ ...database.database, pool: { max: 1 } });
    const connection = await openConnection({ database: settings }, dialects.postgres);
    try {
      // From the second one on, a transaction begins with its first statement.
      const [row] = await connection.transaction(async ({ rows }) => rows(statement(SESSION.postgres), []));
      const waiting = await connection.transaction(async () => {
        const next = connection.rows(statement("select 1"), []);
        await database.run([`select pg_terminate_backend(${String(row?.[0])}, 5000)`]);
        await sleep(100);
        return { next };
      });
      expect(await waiting.next).toEqual([[1]]);
    } finally {
      await connection.close();
    }
  });
});

for (const name of ["postgres", "mysql"] as const)
  await describeDialect("a connection that is handed over", name, (dialect) => {
    it("one connection serves all requests that wait for it, also after a statement that failed", async () => {
      const database = await dialect.createDatabase();
      const settings = resolveDatabase({ ...database.database, pool: { max: 1 } });
      const connection = await openConnection({ database: settings }, dialects[name]);
      const taken = [vi.spyOn(pg.Pool.prototype, "connect"), vi.spyOn(Pool.prototype, "getConnection")];
      try {
        const session = SESSION[name];
        const run = async (sql: string) => connection.rows(statement(sql), []);
        const [first, second, failed, fourth, last] = await Promise.allSettled(
          [session, session, MISTAKE, session, session].map(run),
        );
        expect(failed?.status).toBe("rejected");
        expect(first?.status).toBe("fulfilled");
        for (const other of [second, fourth, last]) expect(other).toEqual(first);
        // The pool is only asked for the first one, and for the one after the failure.
        expect(taken.reduce((count, { mock }) => count + mock.calls.length, 0)).toBe(2);
      } finally {
        vi.restoreAllMocks();
        await connection.close();
      }
    });
  });
