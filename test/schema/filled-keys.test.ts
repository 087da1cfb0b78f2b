import type { Config } from "data-api";
import { describe, expect, it } from "vitest";
import { describeDialects } from "../conformance/describe-dialects.js";
import { expectProblem } from "../conformance/expectations.js";
import { modes, type FreshDatabase } from "../conformance/targets.js";
import { importFrom, serveFresh, type Request } from "./served-import.js";

interface KeyedTable {
  /** Its name and its columns. The key is `tenant` and `id`, or `id` alone. */
  readonly sql: readonly string[];
  readonly isPair?: true;
  /** Whether a create may name the id itself. */
  readonly given?: number | string;
  readonly made: RegExp;
}

const number = /^\d+$/;

/** Tables whose key, or a part of it, the database fills. */
const tables: Readonly<Record<string, Readonly<Record<string, KeyedTable>>>> = {
  sqlite: {
    word: {
      sql: [
        "create table word (id text primary key not null default ('w-' || lower(hex(randomblob(6)))), title text)",
      ],
      given: "own",
      made: /^w-[0-9a-f]{12}$/,
    },
  },
  postgres: {
    always: {
      sql: [
        "create table always (tenant int, id int generated always as identity, title text, primary key (tenant, id))",
      ],
      isPair: true,
      made: number,
    },
    serial: {
      sql: ["create table serial (tenant int, id serial, title text, primary key (tenant, id))"],
      isPair: true,
      given: 900,
      made: number,
    },
    part: {
      sql: [
        "create table part (tenant int, id uuid default gen_random_uuid(), title text, primary key (tenant, id))",
      ],
      isPair: true,
      given: "00000000-0000-4000-8000-000000000001",
      made: /^[0-9a-f-]{36}$/,
    },
    word: {
      sql: [
        "create function nanoid() returns text language sql as $$ select 'n-' || md5(random()::text) $$",
        "create table word (id text primary key default nanoid(), title text)",
      ],
      given: "own",
      made: /^n-[0-9a-f]{32}$/,
    },
    ordered: {
      sql: [
        "create sequence counter",
        "create function ordered_uuid() returns uuid language sql as $$ select lpad(nextval('counter')::text, 32, '7')::uuid $$",
        "create table ordered (id uuid primary key default ordered_uuid(), title text)",
      ],
      made: /^77777777-7777-7777-7777-/,
    },
  },
  mysql: {
    pair: {
      sql: [
        "create table pair (tenant int, id int auto_increment, title varchar(50), primary key (tenant, id), key (id))",
      ],
      isPair: true,
      given: 900,
      made: number,
    },
  },
  mssql: {
    pair: {
      sql: [
        "create table pair (tenant int not null, id int identity, title nvarchar(50), primary key (tenant, id))",
      ],
      isPair: true,
      made: number,
    },
    word: {
      sql: [
        "create table word (id nvarchar(50) primary key default ('w-' + convert(nvarchar(36), newid())), title nvarchar(50))",
      ],
      given: "own",
      made: /^w-/,
    },
    ordered: {
      sql: [
        "create table ordered (id uniqueidentifier primary key default newsequentialid(), title nvarchar(50))",
      ],
      made: /^[0-9a-f-]{36}$/,
    },
  },
};

await describeDialects("keys that the database fills", (dialect) => {
  const own = Object.entries(tables[dialect.name] ?? {});

  async function fresh(...statements: readonly string[]): Promise<FreshDatabase> {
    const database = await dialect.createDatabase();
    await database.run(statements);
    return database;
  }

  describe.each(modes)("by %s code", (mode) => {
    it("every kind of create may omit keys that the database fills, and answers with them", async () => {
      const database = await fresh(...own.flatMap(([, { sql }]) => sql));
      const entities = (await importFrom(database)) as Config["entities"];
      const request = await serveFresh(mode, database, { entities });
      for (const [name, table] of own) await expectKeys(request, name, table);
    });
  });

  it.skipIf(dialect.name !== "mysql")(
    "a start is rejected if the database fills a key by a default that it does not return",
    async () => {
      const database = await fresh(
        "create table word (id varchar(50) primary key default (concat('w-', rand())), title varchar(50))",
      );
      const { word } = await importFrom(database);
      expect(word?.fields["id"]).not.toHaveProperty("filledBy");
      const id = { ...word?.fields["id"], filledBy: "default" };
      const entities = { word: { ...word, fields: { ...word?.fields, id } } } as Config["entities"];
      await expect(serveFresh("dynamic", database, { entities })).rejects.toThrow(
        'a create must supply the field "id"',
      );
    },
  );
});

/** Creates records without the filled part of their key, in each way, and finds each again. */
async function expectKeys(request: Request, name: string, table: KeyedTable): Promise<void> {
  const rest = (title: string) => ({ title, ...(table.isPair && { tenant: 7 }) });
  const idOf = (key: unknown) => (key as { readonly id?: unknown } | null)?.id ?? key;
  const expectStored = async (key: unknown, title: string) => {
    const id = idOf(key);
    expect(String(id), `${name} ${title}`).toMatch(table.made);
    const path = table.isPair ? `7/${String(id)}` : String(id);
    const found = await request("GET", `${name}/public/findbyid/${path}`);
    expect(found.json, `${name} ${title}`).toMatchObject({ count: 1, items: [{ id, title }] });
  };
  const one = await request("POST", name, rest("one"));
  expect([name, one.status, one.text]).toEqual([name, 201, expect.anything()]);
  expect(String(one.headers["location"])).toContain(String(idOf(one.json)));
  await expectStored(one.json, "one");
  const whole = await request("POST", name, rest("whole"), { Prefer: "return=representation" });
  await expectStored(whole.json, "whole");
  const many = await request("POST", name, ["a", "b", "c"].map(rest));
  expect([name, many.status]).toEqual([name, 201]);
  for (const [index, key] of (many.json as readonly unknown[]).entries())
    await expectStored(key, "abc".charAt(index));
  if (table.given === undefined) return;
  const given = await request("POST", name, { ...rest("given"), id: table.given });
  expect([name, given.status, idOf(given.json)]).toEqual([name, 201, table.given]);
  expectProblem(await request("POST", name, { ...rest("again"), id: table.given }), "unique-conflict");
}
