import { describe, expect, it } from "vitest";
import { DatabaseError, type EntityConfig } from "data-api";
import { field, openEntity } from "../../conformance/fields.js";
import { useDatabaseFile } from "./open-database.js";

const every: EntityConfig["fields"] = {
  astring: field("string", { default: "it's" }),
  atext: field("text", { isRequired: true }),
  anint: field("int", { default: -5, isIndexed: true }),
  abigint: field("bigint", { default: "9223372036854775807", isUnique: true }),
  afloat: field("float", { default: 0.1 }),
  adecimal: field("decimal", { default: "1.50", isRequired: true }),
  aboolean: field("boolean", { default: true }),
  adate: field("date", { default: "2024-02-29" }),
  adatetime: field("datetime"),
  auuid: field("uuid"),
  ajson: field("json", { default: { it: "'s" } }),
  asecret: field("secret", { column: 'odd "name"' }),
  other: field("uuid", { foreignKey: { targetEntityName: "other", resolvedEntityName: "theOther" } }),
};

describe("the tables", () => {
  const file = useDatabaseFile();

  /** The definitions in the file, without those of SQLite itself. */
  function schema(): readonly string[] {
    return file
      .connect()
      .prepare(
        "select sql from sqlite_master where name not like 'sqlite\\_%' escape '\\' order by type, name",
      )
      .all()
      .map((row) => (row as { sql: string }).sql);
  }

  it("the tables of SQLite are created according to the configuration", async () => {
    const api = file.createApi({
      thing: openEntity(every, { table: "the things" }),
      other: openEntity({ then: field("int") }, { systemFields: { id: "uuid", updatedat: false } }),
    });
    await api.startAsync(0);
    expect(schema()).toMatchInlineSnapshot(`
      [
        "CREATE INDEX "ix_data_api_idempotency.expiresat" on "data_api_idempotency" ("expiresat")",
        "CREATE INDEX "ix_the things.anint" on "the things" ("anint")",
        "CREATE UNIQUE INDEX "ux_the things.abigint" on "the things" ("abigint")",
        "CREATE TABLE "data_api_idempotency" ("keyhash" text primary key not null, "fingerprint" text not null, "token" text not null, "expiresat" datetime not null, "answer" text)",
        "CREATE TABLE "other" ("id" uuid_text primary key not null, "then" integer, "createdat" datetime not null)",
        "CREATE TABLE "the things" ("id" integer primary key autoincrement, "astring" text default 'it''s', "atext" text not null, "anint" integer default -5, "abigint" bigint default 9223372036854775807, "afloat" real default 0.1, "adecimal" decimal_text not null default '1.5', "aboolean" boolean default 1, "adate" date default '2024-02-29', "adatetime" datetime, "auuid" uuid_text, "ajson" json_text default '{"it":"''s"}', "odd ""name""" text, "other" uuid_text references "other" ("id"), "createdat" datetime not null, "updatedat" datetime not null)",
      ]
    `);
    const database = file.connect();
    expect(database.pragma("journal_mode", { simple: true })).toBe("wal");
  });

  it("the tables of SQLite cannot be in schemas", async () => {
    const api = file.createApi({ thing: openEntity({ a: field("int") }, { schema: "dbo" }) });
    await expect(api.startAsync(0)).rejects.toThrow(
      'The entity "thing" is in the schema "dbo", but SQLite has no schemas.',
    );
    expect(schema()).toEqual([]);
  });

  it("a table of SQLite may have columns that are not configured", async () => {
    const database = file.connect();
    database.exec(
      "create table THING (extra text, Title TEXT, ID integer primary key autoincrement, createdat datetime not null, updatedat DateTime not null, n text not null default 'x')",
    );
    const api = file.createApi({ thing: openEntity({ title: field("string") }) });
    expect(await api.repository("thing").create({ title: "t" })).toMatchObject({ id: 1, title: "t" });
    expect(database.prepare("select extra, n from thing").all()).toEqual([{ extra: null, n: "x" }]);
  });

  it("a table without the server's fields can be used if these fields are switched off", async () => {
    file.connect().exec("create table thing (id integer primary key, title text)");
    const api = file.createApi({
      thing: openEntity({ title: field("string") }, { systemFields: { createdat: false, updatedat: false } }),
    });
    expect(await api.repository("thing").create({ title: "t" })).toEqual({ id: 1, title: "t" });
  });

  it.each<readonly [string, string, string, readonly string[]]>([
    [
      "another type",
      "title integer",
      "createdat datetime not null, updatedat datetime not null",
      ['The column "thing"."title" is of type "integer", the field "title" needs "text".'],
    ],
    [
      "a column that is not null",
      "title text not null",
      "createdat datetime not null, updatedat datetime not null",
      ['The column "thing"."title" is not null, the field "title" is not required.'],
    ],
    [
      "a column that is nullable",
      "title text",
      "createdat datetime, updatedat datetime not null",
      ['The column "thing"."createdat" is nullable, the field "createdat" is required.'],
    ],
    [
      "missing times",
      "title text",
      "x text",
      [
        'The column "thing"."createdat" is missing and cannot be added, because existing records would have no value for it: add it by hand or switch it off with "systemFields".',
        'The column "thing"."updatedat" is missing and cannot be added, because existing records would have no value for it: add it by hand or switch it off with "systemFields".',
      ],
    ],
    [
      "a required column without a field",
      "title text, extra text not null",
      "createdat datetime not null, updatedat datetime not null",
      [
        'The column "thing"."extra" is not null and has no default, but the entity "thing" has no field for it.',
      ],
    ],
    [
      "another key",
      "title text primary key",
      "createdat datetime not null, updatedat datetime not null",
      ['The column "thing"."title" is the primary key, the field "title" is not.'],
    ],
  ])(
    "a table that differs in %s is an error at start, and is not changed",
    async (_, title, times, differences) => {
      const key = title.includes("primary key") ? "id integer" : "id integer primary key autoincrement";
      file.connect().exec(`create table thing (${key}, ${title}, ${times})`);
      const before = schema();
      const api = file.createApi({
        fresh: openEntity({}),
        thing: openEntity({ title: field("string"), more: field("int") }),
      });
      const error: unknown = await api.startAsync(0).catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(DatabaseError);
      for (const difference of differences) expect((error as Error).message).toContain(`\n  - ${difference}`);
      expect((error as Error).message).toMatch(/^The database differs from the configuration:\n/);
      expect(schema()).toEqual(before);
    },
  );

  it("a file of SQLite that cannot be opened is an error that names it", async () => {
    const api = file.createApi({ thing: openEntity({}) }, { name: "/nowhere/at/all.db" });
    const error: unknown = await api.startAsync(0).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(DatabaseError);
    expect(error).toMatchObject({ kind: "connection" });
    expect((error as Error).message).toContain('Cannot open the SQLite database "/nowhere/at/all.db": ');
  });

  it("a file that is not a database is an error that names it", async () => {
    const { writeFileSync } = await import("node:fs");
    writeFileSync(file.path(), "this is no database, but it is long enough to look at ".repeat(40));
    const api = file.createApi({ thing: openEntity({}) });
    await expect(api.startAsync(0)).rejects.toThrow(`Cannot open the SQLite database "${file.path()}": `);
  });
});
