import type { DatabaseConnection } from "kysely";
import { describe, expect, it } from "vitest";
import { createKysely } from "../../../runtime/database/database.js";
import { dialects } from "../../../runtime/database/dialects/dialects.js";
import { fenced, type Confirm } from "../../../runtime/database/dialects/mysql/connection/mysql-fence.js";
import { sql } from "../../../runtime/database/sql/kysely.js";
import type { AnyKysely } from "../../../runtime/database/sql/sql.js";
import { driverOf } from "../../driver-of.js";

/** The statements that are sent while `work` runs behind the fence, and the confirmations before them. */
async function sent(
  work: (connection: AnyKysely) => Promise<unknown>,
  fails: (text: string) => boolean = () => false,
): Promise<readonly string[]> {
  const log: string[] = [];
  const connection: DatabaseConnection = {
    executeQuery: ({ sql: text }) => {
      log.push(text);
      return fails(text) ? Promise.reject(new Error("It fails.")) : Promise.resolve({ rows: [] });
    },
    async *streamQuery({ sql: text }) {
      log.push(text);
      yield await Promise.resolve({ rows: [] });
    },
  };
  const recorded = createKysely(dialects.mysql, () => driverOf(connection));
  const confirm: Confirm = (_, open) => {
    const text = open === undefined ? "CONFIRM" : open === "transaction" ? "CONFIRM IN IT" : "CONFIRM BESIDE";
    log.push(text);
    return isReadOnly(log) ? Promise.reject(Object.assign(new Error(), { errno: 1792 })) : Promise.resolve();
  };
  await fenced(recorded, confirm, work);
  return log;
}

/** Whether the last entry is a confirmation in a read-only transaction. */
const isReadOnly = (log: readonly string[]) => log.at(-1) === "CONFIRM IN IT" && log.includes(READ_ONLY);

const READ_ONLY = "start transaction read only";

const all = (statements: readonly string[]) =>
  sent(async (connection) => {
    for (const statement of statements) await sql.raw(statement).execute(connection);
  });

const CHANGE = "insert into t values (1)";
const ALONE = ["CONFIRM", CHANGE];

describe("the fence of the lock of a cluster", () => {
  it.each(["select 1", "show tables", "explain select 1", "rollback", "unlock tables"])(
    "does not confirm %s",
    async (statement) => {
      expect(await all([statement])).toEqual([statement]);
    },
  );

  it.each([CHANGE, "create table u (id int)", "call p()", "commit", "/* open"])(
    "confirms %s",
    async (statement) => {
      expect(await all([statement])).toEqual(["CONFIRM", statement]);
    },
  );

  it("does not consume the isolation level that is set for the next transaction", async () => {
    const log = await sent((connection) =>
      connection
        .transaction()
        .setIsolationLevel("serializable")
        .execute((transaction) => sql.raw(CHANGE).execute(transaction)),
    );
    expect(log).toEqual([
      "set transaction isolation level serializable",
      "begin",
      CHANGE,
      "CONFIRM IN IT",
      "commit",
    ]);
  });

  it.each([
    "begin",
    "BEGIN WORK;",
    "start transaction read write",
    "-- it begins\n\t/* here */ begin",
    "# it begins\nbegin",
    "/*!50000 begin */",
    "/*M!100000 begin */",
  ])("confirms a transaction by its commit, after %s", async (begin) => {
    expect(await all([begin, CHANGE, "commit"])).toEqual([begin, CHANGE, "CONFIRM IN IT", "commit"]);
  });

  it("does not treat a compound statement as a transaction", async () => {
    for (const statement of ["begin not atomic select 1; end", "begin /* a */ NOT atomic select 1; end"])
      expect(await all([statement, CHANGE])).toEqual(["CONFIRM", statement, ...ALONE]);
  });

  it.each(["commit", "commit work", "COMMIT;", "commit and no chain", "/* done */ commit", "commit -- done"])(
    "treats a transaction as ended after %s",
    async (commit) => {
      expect(await all(["begin", commit, CHANGE])).toEqual(["begin", "CONFIRM IN IT", commit, ...ALONE]);
    },
  );

  it.each(["rollback", "rollback work", "rollback and no chain release", "# undone\nrollback;"])(
    "treats a transaction as rolled back after %s",
    async (rollback) => {
      expect(await all(["begin", rollback, CHANGE])).toEqual(["begin", rollback, ...ALONE]);
    },
  );

  it.each([
    "rollback to a",
    "rollback work to savepoint a",
    "rollback and chain",
    "rollback work and chain no release",
    "savepoint a",
    "unlock tables",
    "create temporary table a (id int)",
    "create or replace temporary table a (id int)",
    "drop temporary table a",
    "drop prepare a",
    "analyze update t set id = 2",
  ])("leaves a transaction open after %s", async (statement) => {
    expect(await all(["begin", statement, CHANGE])).toEqual(["begin", statement, CHANGE]);
  });

  it.each(["commit and chain", "commit work and chain", "begin", "start transaction"])(
    "confirms the transaction before %s, and the one that it opens by its own commit",
    async (statement) => {
      const log = await all(["begin", CHANGE, statement, CHANGE, "commit"]);
      const first = ["begin", CHANGE, "CONFIRM IN IT", statement];
      expect(log).toEqual([...first, CHANGE, "CONFIRM IN IT", "commit"]);
    },
  );

  it("recognizes the transaction that a chain opens outside of a transaction", async () => {
    const commit = [CHANGE, "CONFIRM IN IT", "commit"];
    expect(await all(["commit and chain", CHANGE, "commit"])).toEqual([
      "CONFIRM",
      "commit and chain",
      ...commit,
    ]);
    expect(await all(["rollback and chain", CHANGE, "commit"])).toEqual(["rollback and chain", ...commit]);
  });

  it.each([
    "alter table t add a int",
    "create table a (id int)",
    "create or replace view temporary as select 1",
    "/* a */ drop table a",
    "/*!50000 drop */ table a",
    "rename table a to b",
    "truncate table a",
    "grant select on a to b",
    "optimize local table a",
    "analyze table a",
    "set password = password('a')",
    "set default role none",
    "create temporary sequence a",
    "kill 1",
  ])("confirms a transaction that ends implicitly by %s", async (statement) => {
    const begin = ["begin", CHANGE];
    expect(await all([...begin, statement, CHANGE])).toEqual([
      ...begin,
      "CONFIRM IN IT",
      statement,
      ...ALONE,
    ]);
  });

  it("treats a transaction as ended by a DDL statement that fails", async () => {
    const log = await sent(
      async (connection) => {
        await sql.raw("begin").execute(connection);
        await expect(sql.raw("drop table a").execute(connection)).rejects.toThrow("It fails.");
        await sql.raw(CHANGE).execute(connection);
      },
      (text) => text === "drop table a",
    );
    expect(log).toEqual(["begin", "CONFIRM IN IT", "drop table a", ...ALONE]);
  });

  it.each(["lock tables t write", "flush tables t with read lock", "flush local table t for export"])(
    "confirms on another connection after %s, because its own table is not locked",
    async (lock) => {
      const locked = [CHANGE, "alter table t add a int", "commit", CHANGE];
      const confirmed = locked.flatMap((text) => ["CONFIRM BESIDE", text]);
      const opened = [lock, ...confirmed];
      const unlocked = [...opened, "unlock tables", ...ALONE];
      expect(await all([lock, ...locked, "unlock tables", CHANGE])).toEqual(["CONFIRM", ...unlocked]);
      const log = await all(["begin", lock, ...locked, "begin", "commit"]);
      expect(log).toEqual(["begin", "CONFIRM IN IT", ...opened, "begin", "CONFIRM IN IT", "commit"]);
    },
  );

  it.each([
    "set statement max_statement_time = 10 for",
    "SET STATEMENT sql_mode = concat('for', (select 'for')), lock_wait_timeout=(1) FOR",
    "set statement a=1 for set statement b=2 for",
  ])("treats a statement after %s like the statement alone", async (prefix) => {
    const alter = `${prefix} alter table t add a int`;
    const opened = ["begin", CHANGE, "CONFIRM IN IT", alter];
    expect(await all(["begin", CHANGE, alter, CHANGE])).toEqual([...opened, ...ALONE]);
    expect(await all([`${prefix} begin`, CHANGE, `${prefix} commit`])).toEqual([
      `${prefix} begin`,
      CHANGE,
      "CONFIRM IN IT",
      `${prefix} commit`,
    ]);
    expect(await all([`${prefix} select 1`])).toEqual([`${prefix} select 1`]);
  });

  it("ends a read-only transaction although it cannot confirm in it, and confirms the changes after it", async () => {
    expect(await all([READ_ONLY, "select 1", "commit", CHANGE])).toEqual([
      READ_ONLY,
      "select 1",
      "CONFIRM IN IT",
      "commit",
      ...ALONE,
    ]);
    expect(await all([READ_ONLY, "create table a (id int)"])).toEqual([
      READ_ONLY,
      "CONFIRM IN IT",
      "rollback",
      "CONFIRM",
      "create table a (id int)",
    ]);
  });

  it.each([
    "set autocommit = 0",
    "set @@session.autocommit=off",
    "set @old = @@autocommit, autocommit=0",
    "set session AutoCommit := @old",
    "set `autocommit` = 0",
    "set @@session.`autocommit` = 0",
    "set @@`wsrep_on` = 0",
    "set autocommit = 1, `wsrep_on` = off",
    "set wsrep_on = off",
    "set statement wsrep_on = 0 for insert into t values (1)",
  ])("refuses %s", async (statement) => {
    await expect(all([statement])).rejects.toThrow(`"${statement}" is not allowed while tables change`);
  });

  it.each([
    "set autocommit = 1",
    "set `autocommit` = (1), unique_checks = 0",
    "set autocommit = default",
    "set session autocommit=on, sql_mode = ''",
    "set @a = @@autocommit",
    "set @`autocommit` = 0",
  ])("allows %s", async (statement) => {
    expect(await all([statement])).toEqual(["CONFIRM", statement]);
  });

  it("confirms a stream that changes something", async () => {
    const texts = ["insert into t values (1) returning id", "select id from t"];
    const log = await sent((connection) =>
      connection.connection().execute(async (own) => {
        for (const text of texts)
          for await (const _ of own.getExecutor().stream(sql.raw(text).compile(own), 1)) continue;
      }),
    );
    expect(log).toEqual(["CONFIRM", ...texts]);
  });
});
