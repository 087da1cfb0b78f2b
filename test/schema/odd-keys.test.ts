import type { Config } from "data-api";
import { expect, it } from "vitest";
import { describeDialect } from "../conformance/describe-dialects.js";
import { expectProblem } from "../conformance/expectations.js";
import type { DialectTarget, FreshDatabase } from "../conformance/targets.js";
import { importFrom, serveFresh, type Request } from "./served-import.js";

async function fresh(dialect: DialectTarget, ...statements: readonly string[]): Promise<FreshDatabase> {
  const database = await dialect.createDatabase();
  await database.run(statements);
  return database;
}

/** The imported entities, and a server of them: the configuration is valid, and matches the database. */
async function served(database: FreshDatabase): Promise<{ entities: Config["entities"]; request: Request }> {
  const entities = (await importFrom(database)) as Config["entities"];
  const request = await serveFresh("dynamic", database, { entities });
  return { entities, request };
}

await describeDialect("keys of existing tables", "sqlite", (dialect) => {
  it("a primary key of SQLite that has an index of its own must be given in a create", async () => {
    const declared = {
      plain: "integer primary key",
      upper: "INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT",
      descending: "integer primary key desc",
      sized: "integer(11) primary key",
      short: "int primary key",
    };
    const names = Object.keys(declared);
    const { entities, request } = await served(
      await fresh(
        dialect,
        ...Object.entries(declared).map(([name, type]) => `create table ${name} (id ${type}, title text)`),
        "create table apart (id integer, title text, primary key (id))",
        "create table backwards (id integer, title text, primary key (id desc))",
      ),
    );
    // Only a column may be sorted backwards to be no rowid (sqlite.org/lang_createtable.html#rowid).
    const isCounted = ["plain", "upper", "apart", "backwards"];
    for (const name of [...names, "apart", "backwards"]) {
      const created = await request("POST", name, { title: "x" });
      if (isCounted.includes(name)) expect([name, created.json]).toEqual([name, 1]);
      // The key is the caller's.
      else {
        expectProblem(created, "invalid-fields");
        expect(entities[name]?.fields["id"]).toMatchObject({ isRequired: true });
        expect((await request("POST", name, { id: 5, title: "x" })).json).toBe(5);
      }
    }
  });
});

await describeDialect("keys of existing tables", "mysql", (dialect) => {
  it("a table of MariaDB that keeps versions has its key without the end of a row's time, and sequences are no tables", async ({
    skip,
  }) => {
    const database = await dialect.createDatabase();
    const [version] = await database.run(["select version() as version"]);
    if (!/mariadb/i.test(String(version?.["version"]))) skip("MySQL has neither");
    await database.run([
      `create table item (id int auto_increment primary key, code varchar(9) unique, title varchar(9),
         begins timestamp(6) generated always as row start, ends timestamp(6) generated always as row end,
         period for system_time (begins, ends)) with system versioning`,
      "create table implied (id int auto_increment primary key, title varchar(9)) with system versioning",
      "create sequence numbers",
    ]);
    const { entities, request } = await served(database);
    expect(Object.keys(entities).toSorted()).toEqual(["implied", "item"]);
    expect(entities["item"]?.fields["code"]).toMatchObject({ isUnique: true });
    expect((await request("POST", "item", { code: "a", title: "x" })).json).toBe(1);
    expect((await request("PATCH", "item/1", { title: "y" })).json).toEqual({ count: 1 });
    expect((await request("GET", "item/public/findbyid/1")).json).toMatchObject({
      count: 1,
      items: [{ id: 1, title: "y", ends: expect.stringMatching(/^(?:2038|2106)-/) as string }],
    });
    const taken = await request("POST", "item", { code: "a", title: "x" });
    expectProblem(taken, "unique-conflict");
    expect(taken.json).toMatchObject({ errors: [{ path: "code" }] });
    expect((await request("DELETE", "item/1")).json).toEqual({ count: 1 });
    expect((await request("POST", "implied", { title: "x" })).json).toBe(1);
  });

  it("generated keys that count up anew in each group, or are beyond 2^63, are those of the new records", async () => {
    const { request } = await served(
      await fresh(
        dialect,
        "create table seat (hall char(4) not null, place int not null auto_increment, title varchar(9), primary key (hall, place)) engine = myisam",
        "create table line (hall char(4) not null, place int not null auto_increment, title varchar(9), primary key (hall, place), key (place))",
        "create table large (id bigint unsigned auto_increment primary key, title varchar(9)) auto_increment = 18446744073709551000",
      ),
    );
    const whole = { Prefer: "return=representation" };
    const rows = ["a", "b", "a", "c"].map((hall) => ({ hall, title: "x" }));
    const placesOf = async (name: string) => {
      const created = await request("POST", name, rows, whole);
      const read = await request("GET", name);
      const all = (read.json as { items: readonly unknown[] }).items;
      expect(created.json).toHaveLength(4);
      expect(all).toEqual(expect.arrayContaining(created.json as unknown[]));
      return (created.json as { place: number }[]).map(({ place }) => place);
    };
    expect(await placesOf("seat")).toEqual([1, 1, 2, 1]);
    expect(await placesOf("line")).toEqual([1, 2, 3, 4]);
    expect((await request("POST", "large", { title: "x" })).json).toBe("18446744073709551000");
    expect((await request("POST", "large", [{ title: "x" }, { title: "y" }], whole)).json).toEqual([
      { id: "18446744073709551001", title: "x" },
      { id: "18446744073709551002", title: "y" },
    ]);
  });

  it("a table of MySQL whose key is an enum with an empty label is read-only", async () => {
    const { entities, request } = await served(
      await fresh(
        dialect,
        "create table kind (code enum('', 'a') primary key, title varchar(9))",
        "create table other (id int auto_increment primary key)",
      ),
    );
    expect(entities["kind"]).toMatchObject({ isReadOnly: true, primaryKey: [] });
    expect((await request("POST", "other", {})).status).toBe(201);
  });
});

await describeDialect("keys of existing tables", "postgres", (dialect) => {
  it("a table of PostgreSQL whose key is an enum with an empty label is read-only", async () => {
    const { entities, request } = await served(
      await fresh(
        dialect,
        "create type kind as enum ('', 'a')",
        "create table kinds (code kind primary key, title text)",
        "create table checked (code varchar(9) primary key check (code in ('', 'a')))",
        "create table other (id serial primary key)",
      ),
    );
    expect(entities["kinds"]).toMatchObject({ isReadOnly: true, primaryKey: [] });
    expect((await request("GET", "kinds/public/findall/code/0/9")).status).toBe(200);
    expect((await request("POST", "checked", { code: "a" })).json).toBe("a");
    expectProblem(await request("POST", "checked", { code: "" }), "invalid-fields");
    expect((await request("POST", "other", {})).status).toBe(201);
  });

  it("a table that another inherits from is read-only, because its key does not identify its rows", async () => {
    const { entities, request } = await served(
      await fresh(
        dialect,
        "create table parent (id int primary key, title text)",
        "create table child (primary key (id)) inherits (parent)",
        "insert into parent values (1, 'a')",
        "insert into child values (1, 'b')",
      ),
    );
    expect(entities["parent"]).toMatchObject({ isReadOnly: true });
    expect(entities["child"]).not.toHaveProperty("isReadOnly");
    expectProblem(await request("PATCH", "parent/1", { title: "c" }), "forbidden");
    expect((await request("PATCH", "child/1", { title: "c" })).json).toEqual({ count: 1 });
    expect((await request("GET", "parent/public/findall/title/0/9")).json).toMatchObject({
      items: [{ title: "a" }, { title: "c" }],
    });
  });

  it("a table that another inherits from causes a warning at start if its records can be written", async () => {
    const database = await fresh(
      dialect,
      "create table parent (id int primary key, title varchar(255))",
      "create table child (primary key (id)) inherits (parent)",
      "create table parts (id int primary key, title varchar(255)) partition by range (id)",
      "create table part_1 partition of parts for values from (0) to (9)",
    );
    const { parent, child, parts } = (await importFrom(database)) as Config["entities"];
    const warnings = async (isReadOnly: boolean) => {
      const lines: string[] = [];
      const log = { level: "warn", destination: { write: (line: string) => void lines.push(line) } } as const;
      const systemFields = isReadOnly ? {} : { createdat: false, updatedat: false };
      const entities = { parent: { ...parent, isReadOnly, systemFields, permissions: {} }, child, parts };
      await serveFresh("dynamic", database, {
        entities: entities as Config["entities"],
        server: { log },
      });
      return lines.map((line) => JSON.parse(line) as { readonly code: string; readonly entity: string });
    };
    expect(await warnings(true)).toEqual([]);
    expect(await warnings(false)).toEqual([
      expect.objectContaining({ code: "table-is-inherited", entity: "parent" }),
    ]);
  });

  it("a column of a domain of a domain has the type below, and errors of each domain name the field", async () => {
    const { entities, request } = await served(
      await fresh(
        dialect,
        "create domain amount as numeric(9, 2) check (value > 0)",
        "create domain price as amount not null constraint less check (value < 1000)",
        "create domain label as varchar(20)",
        "create domain title as label",
        "create domain tags as text[]",
        "create table item (id title primary key, price price, tags tags)",
      ),
    );
    expect(entities["item"]?.fields).toMatchObject({
      id: { type: "string", maxLength: 20 },
      price: { type: "decimal", precision: 9, scale: 2, isRequired: true },
      tags: { type: "list", of: "text" },
    });
    expect((await request("POST", "item", { id: "a", price: "5", tags: ["x"] })).json).toBe("a");
    for (const price of ["-1", "1000"]) {
      const refused = await request("POST", "item", { id: "b", price });
      expectProblem(refused, "invalid-value");
      expect(refused.json).toMatchObject({ errors: [{ path: "price", code: "check" }] });
    }
  });

  it("a name takes no more letters than PostgreSQL keeps", async () => {
    const { entities, request } = await served(
      await fresh(dialect, "create table labelled (id int primary key, label name)"),
    );
    expect(entities["labelled"]?.fields["label"]).toMatchObject({ type: "string", maxLength: 63 });
    expectProblem(await request("POST", "labelled", { id: 1, label: "x".repeat(64) }), "invalid-fields");
    expect((await request("POST", "labelled", { id: 1, label: "x".repeat(63) })).status).toBe(201);
  });

  it("a key may be a range of time from PostgreSQL 18, and a conflict names its fields", async ({ skip }) => {
    const database = await fresh(dialect);
    const [row] = await database.run(["select current_setting('server_version_num')::int as version"]);
    skip(Number(row?.["version"]) < 180_000, "WITHOUT OVERLAPS came with PostgreSQL 18");
    await database.run([
      "create extension if not exists btree_gist",
      "create table room (id int primary key, k int, p int4range, unique (k, p without overlaps))",
      "create table stay (k int, p int4range, title text, primary key (k, p without overlaps))",
      "create table target (id int primary key)",
      "create table loose (id int primary key, n int, t int, check (n > 0) not enforced, foreign key (t) references target not enforced)",
    ]);
    const { entities, request } = await served(database);
    expect(entities["stay"]).toMatchObject({ primaryKey: ["k", "p"] });
    expect((await request("POST", "stay", { k: 1, p: "[1,5)", title: "a" })).status).toBe(201);
    expect((await request("PATCH", `stay/1/${encodeURIComponent("[1,5)")}`, { title: "b" })).json).toEqual({
      count: 1,
    });
    expectProblem(await request("POST", "stay", { k: 1, p: "[2,3)", title: "c" }), "unique-conflict");
    expect(entities["loose"]?.fields["n"]).not.toHaveProperty("minimum");
    expect(entities["loose"]?.fields["t"]).not.toHaveProperty("foreignKey");
    expect((await request("POST", "loose", { id: 1, n: -1, t: 9 })).status).toBe(201);
    expect((await request("POST", "room", { id: 1, k: 1, p: "[1,5)" })).status).toBe(201);
    const taken = await request("POST", "room", { id: 2, k: 1, p: "[4,9)" });
    expectProblem(taken, "unique-conflict");
    expect((taken.json as { errors: readonly { path: string }[] }).errors.map(({ path }) => path)).toEqual([
      "k",
      "p",
    ]);
  });
});

for (const name of ["postgres", "mysql"])
  await describeDialect("keys of existing tables", name, (dialect) => {
    it("a record whose key is padded with blanks is found by a create or change that is sent again", async () => {
      const { request } = await served(
        await fresh(dialect, "create table currency (code char(5) primary key, title varchar(20))"),
      );
      const put = (body: object) => request("PUT", "currency", body);
      expect((await put({ code: "EUR", title: "Euro" })).status).toBe(201);
      expect((await put({ code: "EUR", title: "Euros" })).json).toEqual({ count: 1 });
      expect((await put({ code: "EUR  ", title: "Euros" })).json).toEqual({ count: 1 });
      const both = await put([
        { code: "EUR", title: "Euro" },
        { code: "SEK", title: "Krona" },
      ]);
      expect(both.json).toMatchObject([{ outcome: "updated" }, { outcome: "created" }]);
      const twice = await put([
        { code: "EUR", title: "a" },
        { code: "EUR ", title: "b" },
      ]);
      expectProblem(twice, "invalid-body");
      expect((await request("GET", "currency?where=title=Euro&select=title")).json).toEqual({
        items: [{ title: "Euro" }],
      });
    });

    it("new records whose keys are padded with blanks have the keys that are read back", async () => {
      const { request } = await served(
        await fresh(dialect, "create table currency (code char(5) primary key, title varchar(20))"),
      );
      const codes = ["EUR", "NOK ", "SEK  ", "WHOLE"];
      const created = await request(
        "POST",
        "currency",
        codes.map((code) => ({ code, title: "x" })),
      );
      const { items } = (await request("GET", "currency?orderBy=code")).json as {
        items: readonly { code: string }[];
      };
      expect(created.json).toEqual(items.map(({ code }) => code));
    });
  });
