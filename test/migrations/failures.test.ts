import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, expect, it } from "vitest";
import { MigrationError, type DatabaseConfig } from "data-api";
import { sql } from "kysely";
import { applyMigrations, readStatuses } from "../../runtime/database/migrations/apply/apply-migrations.js";
import { describeDialect } from "../conformance/describe-dialects.js";
import type { FreshDatabase } from "../conformance/targets.js";
import { MigrationFolder, openContext, type OpenContext } from "./migration-folder.js";

const FIRST = "20260101000000_first";
const SECOND = "20260102000000_second";

let fresh: FreshDatabase;
let folder: MigrationFolder;

async function using<T>(
  work: (context: OpenContext) => Promise<T>,
  as: Partial<DatabaseConfig> = {},
): Promise<T> {
  const context = await openContext({ ...fresh.database, ...as }, folder);
  try {
    return await work(context);
  } finally {
    await context.close();
  }
}

/** The lines of the error message of a failed run. */
async function failure(work: () => Promise<unknown>): Promise<readonly string[]> {
  const error: unknown = await work().catch((reason: unknown) => reason);
  if (error instanceof MigrationError) return error.message.split("\n");
  throw new Error("It did not fail, or otherwise.", { cause: error });
}

await describeDialect("a migration that fails", "sqlite", (dialect) => {
  beforeEach(async () => {
    fresh = await dialect.createDatabase();
    folder = new MigrationFolder();
  });

  it("a migration that fails on a full disk leaves nothing behind, and continues when there is space", async () => {
    folder.addAll({
      [FIRST]: "create table a (id integer);",
      [SECOND]: `create table b (text text);
        -- data:
        insert into b with recursive n (i) as (select 1 union all select i + 1 from n where i < 100) select hex(randomblob(5000)) from n;`,
    });
    await using(async (context) => {
      await sql`pragma max_page_count = 40`.execute(context.db);
      const lines = await failure(() => applyMigrations(context));
      expect(lines[0]).toMatch(/second\/sqlite\.sql:3: database or disk is full\.$/);
      expect(lines.slice(2, 4)).toEqual([
        `Nothing of "${SECOND}" was applied.`,
        'The database cannot take it now, for example because its disk is full: fix that, and run "data-api migrate apply" again to continue from there.',
      ]);
      const statuses = await readStatuses(context.db, context);
      expect(statuses.map(({ state }) => state)).toEqual(["applied", "failed"]);
      await expect(sql`select * from b`.execute(context.db)).rejects.toThrow("no such table");
      await sql`pragma max_page_count = 100000`.execute(context.db);
      await applyMigrations(context);
      const { rows } = await sql`select count(*) as n from b`.execute(context.db);
      expect(rows).toEqual([{ n: 100 }]);
    });
  });

  it.each([
    ['throw "boom"', "boom"],
    ["throw undefined", "It throws undefined"],
    ["throw null", "It throws null"],
    ["throw { code: 5 }", "It throws { code: 5 }"],
  ])(
    "a migration whose step throws no Error reports and records the thrown value: %s",
    async (code, told) => {
      folder.add(FIRST, null, "create table a (id integer);\n-- data: ./fill.mjs\n", {
        "fill.mjs": `export default async () => { ${code}; };`,
      });
      await using(async (context) => {
        const [line = ""] = await failure(() => applyMigrations(context));
        expect(line).toMatch(/first\/fill\.mjs: /);
        expect(line.endsWith(`: ${told}.`)).toBe(true);
        const [status] = await readStatuses(context.db, context);
        expect(status).toMatchObject({ state: "failed", row: { error: line } });
      });
      folder.write(`${FIRST}/fill.mjs`, `${code};`);
      await using(async (context) => {
        const lines = await failure(() => applyMigrations(context));
        expect(lines.join()).toContain(`It cannot be loaded: ${told}`);
      });
    },
  );

  it("a migration of SQLite reports that the file is locked for too long", async () => {
    folder.addAll({ [FIRST]: "create table a (id integer);", [SECOND]: "create table b (id integer);" });
    await using((context) => applyMigrations(context, FIRST));
    await using(
      async (context) => {
        await using(async (other) => {
          await other.db.transaction().execute(async (open) => {
            await sql`insert into a values (1)`.execute(open);
            const lines = await failure(() => applyMigrations(context));
            expect(lines[0]).toMatch(/second\/sqlite\.sql: database is locked\.$/);
            expect(lines.join("\n")).toContain("Others hold a lock on it");
          });
        });
        await applyMigrations(context);
      },
      { lockTimeout: 100 },
    );
    await fresh.run(["select * from b"]);
  });
});

const users: Readonly<
  Record<
    string,
    {
      readonly create: (user: string, name: string) => readonly string[];
      readonly drop: (user: string) => readonly string[];
    }
  >
> = {
  postgres: {
    create: (user) => [
      `create role ${user} login password 'a password'`,
      `grant usage, create on schema public to ${user}`,
      `grant select, insert, update, delete on all tables in schema public to ${user}`,
    ],
    drop: (user) => [`drop owned by ${user}`, `drop role ${user}`],
  },
  mysql: {
    create: (user, name) => [
      `create user ${user}@'%' identified by 'a password'`,
      `grant select, insert, update, delete, create on ${name}.* to ${user}@'%'`,
    ],
    drop: (user) => [`drop user ${user}@'%'`],
  },
};

for (const [name, words] of Object.entries(users))
  await describeDialect("a user without rights", name, (dialect) => {
    const user = `m_${randomUUID().replaceAll("-", "").slice(0, 12)}`;
    const as = { userName: user, password: "a password" };
    beforeEach(async () => {
      fresh = await dialect.createDatabase();
      folder = new MigrationFolder();
      await fresh.run(["create table item (id integer)"]);
      await fresh.run(words.create(user, fresh.database.name ?? ""));
    });
    afterEach(async () => {
      await fresh.run(words.drop(user));
    });

    it("a migration that lacks a right names the statement and the right, and the next run continues", async () => {
      folder.addAll({
        [FIRST]: "create table mine (id integer);\nalter table item add column size integer;",
      });
      const lines = await failure(() => using((context) => applyMigrations(context), as));
      expect(lines[0]).toMatch(
        name === "postgres" ? /:2: must be owner of table item\.$/ : /:2: ALTER command denied to user/,
      );
      expect(lines[1]).toBe("  alter table item add column size integer;");
      expect(lines.at(-1)).toBe(
        'The database user lacks the right for it: grant it, or connect as the owner of the tables, and run "data-api migrate apply" again to continue from there.',
      );
      await fresh.run([
        name === "postgres"
          ? `alter table item owner to ${user}`
          : `grant alter on ${fresh.database.name ?? ""}.item to ${user}@'%'`,
      ]);
      await using((context) => applyMigrations(context), as);
      await fresh.run(["select size from item", "select * from mine"]);
    });

    it("a migration reports the missing right to create the history table", async () => {
      folder.addAll({ [FIRST]: "create table mine (id integer);" });
      await fresh.run([
        name === "postgres"
          ? `revoke create on schema public from ${user}`
          : `revoke create on ${fresh.database.name ?? ""}.* from ${user}@'%'`,
      ]);
      const error: unknown = await using((context) => applyMigrations(context), as).catch(
        (reason: unknown) => reason,
      );
      expect((error as Error).message).toMatch(
        /^The table "data_api_migrations" is missing\. It cannot be added: .*denied.*\n {2}create table /,
      );
    });
  });

await describeDialect("an index that PostgreSQL creates concurrently", "postgres", (dialect) => {
  beforeEach(async () => {
    fresh = await dialect.createDatabase();
    folder = new MigrationFolder();
    await fresh.run([
      "create schema shop",
      "create table shop.item (id integer)",
      "insert into shop.item values (1), (1)",
    ]);
  });

  it.each([
    'create unique index concurrently "ux;item" on shop.item (id)',
    'create unique index concurrently if not exists "ux;item" on only "shop"."item" (id)',
  ])(
    "an index that PostgreSQL fails to create concurrently is valid after the next run: %s",
    async (statement) => {
      folder.addAll({ [FIRST]: `-- outside transaction\n${statement};` });
      const lines = await failure(() => using((context) => applyMigrations(context)));
      expect(lines[0]).toMatch(/:2: could not create unique index "ux;item"\.$/);
      await fresh.run(["delete from shop.item"]);
      await using((context) => applyMigrations(context));
      expect(
        await fresh.run(["select indisvalid from pg_index where indrelid = 'shop.item'::regclass"]),
      ).toEqual([{ indisvalid: true }]);
    },
  );

  it("an index that PostgreSQL creates concurrently does not wait for servers that wait to apply migrations", async () => {
    folder.addAll({
      [FIRST]: `-- outside transaction\ncreate index concurrently i on shop.item (id);\nselect pg_sleep(0.3);`,
    });
    const lines = await Promise.all(
      Array.from({ length: 3 }, () =>
        using(async (context) => {
          await context.dialect.schema.alone(context.db, () => Promise.resolve());
          await applyMigrations(context);
          await context.dialect.schema.alone(context.db, () => Promise.resolve());
          return context.lines;
        }),
      ),
    );
    expect(lines.flat().filter((line) => line === "end")).toHaveLength(1);
  });
});
