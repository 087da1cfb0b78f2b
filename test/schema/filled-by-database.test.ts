import type { Config } from "data-api";
import { describe, expect, it } from "vitest";
import { describeDialects } from "../conformance/describe-dialects.js";
import { expectProblem } from "../conformance/expectations.js";
import { createTestApi } from "../conformance/start-server.js";
import { modes, type FreshDatabase } from "../conformance/targets.js";
import { importFrom, serveFresh } from "./served-import.js";

const filled = (type: string) =>
  `create table item (id integer primary key, name varchar(20) not null, code varchar(20) ${type})`;

/**
 * A table `item` whose `code` is filled by a trigger, and a table `task` whose `state` has an expression as default.
 * SQLite and SQL Server have no trigger that can fill a column that is not null.
 */
const tables: Readonly<Record<string, readonly string[]>> = {
  sqlite: [
    filled(""),
    "create trigger fill after insert on item begin update item set code = upper(new.name) || '!' where id = new.id; end",
    "create trigger watch after delete on item begin select 1; end",
    "create table task (id integer primary key, state varchar(20) not null default (lower('OPEN')), name text, note varchar(20) default (lower('NEW')))",
  ],
  postgres: [
    "create table item (id serial primary key, name varchar(20) not null, code varchar(20) not null)",
    "create function fill() returns trigger language plpgsql as $$ begin new.code := upper(new.name) || '!'; return new; end $$",
    "create trigger fill before insert or update on item for each row execute function fill()",
    "create table task (id serial primary key, state varchar(20) not null default lower('OPEN'), name text, note varchar(20) default lower('NEW'))",
  ],
  mysql: [
    "create table item (id integer primary key auto_increment, name varchar(20) not null, code varchar(20) not null)",
    "create trigger fill before insert on item for each row set new.code = concat(upper(new.name), '!')",
    "create table task (id integer primary key auto_increment, state varchar(20) not null default (lower('OPEN')), name text, note varchar(20) default (lower('NEW')))",
  ],
  mssql: [
    "create table item (id integer identity primary key, name varchar(20) not null, code varchar(20))",
    "create trigger fill on item after insert as update i set code = upper(i.name) + '!' from item i join inserted n on n.id = i.id",
    "create table task (id integer identity primary key, state varchar(20) not null default lower('OPEN'), name varchar(20), note varchar(20) default lower('NEW'))",
  ],
};

/**
 * A table `page` with columns that a trigger changes after an update, which therefore does not return their values. MySQL
 * has no such triggers (error 1442).
 */
const lateTriggers: Readonly<Record<string, readonly string[]>> = {
  sqlite: [
    "create table page (id integer primary key, title varchar(20) not null, version integer not null default 1, updatedat datetime default '2024-01-01 00:00:00')",
    "create trigger stamp after update of title on page begin update page set version = old.version + 1, updatedat = '2024-02-29 12:00:00' where id = new.id; end",
  ],
  postgres: [
    "create table page (id serial primary key, title varchar(20) not null, version integer not null default 1, updatedat timestamptz default '2024-01-01T00:00:00Z')",
    "create function stamp() returns trigger language plpgsql as $$ begin update page set version = old.version + 1, updatedat = '2024-02-29T12:00:00Z' where id = new.id; return null; end $$",
    "create trigger stamp after update of title on page for each row execute function stamp()",
  ],
  mssql: [
    "create table page (id integer identity primary key, title varchar(20) not null, version integer not null default 1, updatedat datetime2(3) default '2024-01-01')",
    "create trigger stamp on page after update as if update(title) update p set version = p.version + 1, updatedat = '2024-02-29T12:00:00' from page p join inserted n on n.id = p.id",
  ],
};

await describeDialects("columns that the database fills", (dialect) => {
  const statements = tables[dialect.name] ?? [];

  async function fresh(some: readonly string[] = statements): Promise<FreshDatabase> {
    const database = await dialect.createDatabase();
    await database.run(some);
    return database;
  }

  it("the import finds columns that a trigger or a default expression fills", async () => {
    const { item, task } = await importFrom(await fresh());
    const isRequired = dialect.name === "postgres" || dialect.name === "mysql";
    expect(item?.fields["code"]).toMatchObject({ isRequired, filledBy: "trigger" });
    expect(item?.fields["name"]).toEqual({
      type: "string",
      maxLength: 20,
      isEditable: true,
      isRequired: true,
    });
    expect(task?.fields["state"]).toMatchObject({ isRequired: true, filledBy: "default" });
    expect(task?.fields["note"]).toMatchObject({ isRequired: false, filledBy: "default" });
  });

  describe.each(modes)("by %s code", (mode) => {
    it("a create may omit columns that the database fills, and its answer has the filled values", async () => {
      const database = await fresh();
      const { item, task } = await importFrom(database);
      const entities = { item: required(item, "code"), task } as Config["entities"];
      const request = await serveFresh(mode, database, { entities });
      const whole = { Prefer: "return=representation" };
      const created = await request("POST", "item", { name: "abc" }, whole);
      expect(created.json).toMatchObject({ name: "abc", code: "ABC!" });
      expect((await request("GET", "item/public/findall/id/0/9")).json).toMatchObject({
        items: [{ name: "abc", code: "ABC!" }],
      });
      const refused = await request("POST", "item", { name: "abc", code: null });
      expectProblem(refused, "invalid-fields");

      expect((await request("POST", "task", {}, whole)).json).toMatchObject({ state: "open", name: null });
      expect((await request("POST", "task", { state: "x" }, whole)).json).toMatchObject({ state: "x" });
      expectProblem(await request("POST", "task", { state: null }), "invalid-fields");
      expect((await request("POST", "task", {}, whole)).json).toMatchObject({ note: "new" });
      expect((await request("POST", "task", { note: null }, whole)).json).toMatchObject({ note: null });
    });

    it("the condition of a create is checked with the values that a trigger sets", async () => {
      const database = await fresh();
      const { item } = await importFrom(database);
      const create = [{ role: "guest", where: 'code="A!"' }];
      const entities = { item: { ...required(item, "code"), permissions: { read: ["guest"], create } } };
      const request = await serveFresh(mode, database, {
        entities: entities as unknown as Config["entities"],
      });
      expect((await request("POST", "item", { name: "b", code: "A!" })).status).toBe(403);
      expect((await request("POST", "item", { name: "a", code: "B!" })).status).toBe(201);
      expect((await request("GET", "item/public/findall/id/0/9")).json).toMatchObject({
        items: [{ name: "a", code: "A!" }],
      });
    });
  });

  describe.skipIf(lateTriggers[dialect.name] === undefined).each(modes)(
    "by a trigger after the write, by %s code",
    (mode) => {
      it("columns that a trigger fills after the write are answered as they are stored", async () => {
        const database = await fresh(lateTriggers[dialect.name]);
        const { page } = await importFrom(database);
        expect(page?.fields).toMatchObject({
          version: { isRequired: true, filledBy: "trigger" },
          updatedat: { isRequired: false, filledBy: "trigger" },
          title: { isRequired: true },
        });
        expect(page?.fields["title"]).not.toHaveProperty("filledBy");
        const request = await serveFresh(mode, database, { entities: { page } as Config["entities"] });
        const whole = { Prefer: "return=representation" };
        const created = await request("POST", "page", { title: "a" }, whole);
        expect(created.json).toMatchObject({ title: "a", version: 1 });
        const changed = await request("PATCH", "page/1", { title: "b" }, whole);
        expect(changed.json).toMatchObject({ title: "b", version: 2, updatedat: "2024-02-29T12:00:00.000Z" });
        const read = await request("GET", "page/1");
        expect([read.text, read.headers["etag"]]).toEqual([changed.text, changed.headers["etag"]]);
        const many = await request("PATCH", "page", [{ id: 1, title: "c" }], whole);
        expect(many.json).toMatchObject({ items: [{ title: "c", version: 3 }] });
      });

      it("the condition of an update is checked with the values that a trigger sets", async () => {
        const database = await fresh(lateTriggers[dialect.name]);
        const { page } = await importFrom(database);
        const update = [{ role: "guest", where: "version<3" }];
        const permissions = { read: ["guest"], create: ["guest"], update };
        const request = await serveFresh(mode, database, {
          entities: { page: { ...page, permissions } } as unknown as Config["entities"],
        });
        await request("POST", "page", { title: "a" });
        expect((await request("PATCH", "page/1", { title: "b" })).status).toBe(200);
        expect((await request("PATCH", "page/1", { title: "c" })).status).toBe(403);
        expect((await request("PATCH", "page", [{ id: 1, title: "d" }])).status).toBe(403);
        expect((await request("GET", "page/1")).json).toMatchObject({ title: "b", version: 2 });
      });
    },
  );

  it.runIf(dialect.name === "postgres").each(modes)(
    "columns that a trigger of the statement changes after a write are answered as they are stored, by %s code",
    async (mode) => {
      const database = await fresh([
        "create table page (id serial primary key, title varchar(20) not null, version integer not null default 1)",
        "create function stamp() returns trigger language plpgsql as $$ begin update page set version = page.version + 1 from changed where page.id = changed.id; return null; end $$",
        "create trigger stamp after update on page referencing new table as changed for each statement when (pg_trigger_depth() = 0) execute function stamp()",
      ]);
      const { page } = await importFrom(database);
      expect(page?.fields["version"]).toMatchObject({ filledBy: "trigger" });
      const request = await serveFresh(mode, database, { entities: { page } as Config["entities"] });
      await request("POST", "page", { title: "a" });
      const changed = await request("PATCH", "page/1", { title: "b" }, { Prefer: "return=representation" });
      expect(changed.json).toMatchObject({ title: "b", version: 2 });
      const read = await request("GET", "page/1");
      expect([read.text, read.headers["etag"]]).toEqual([changed.text, changed.headers["etag"]]);
    },
  );

  it.skipIf(dialect.name !== "postgres")("a column has the default of its domain", async () => {
    const database = await fresh([
      "create domain flagged as boolean not null default true",
      "create domain flagged_too as flagged",
      "create domain stamped as timestamptz default now()",
      "create table doc (id serial primary key, flag flagged, other flagged_too, own flagged default false, at stamped)",
    ]);
    const { doc } = await importFrom(database);
    expect(doc?.fields).toMatchObject({
      flag: { isRequired: true, default: true },
      other: { isRequired: true, default: true },
      own: { isRequired: true, default: false },
      at: { isRequired: false, filledBy: "default" },
    });
    const request = await serveFresh("dynamic", database, { entities: { doc } as Config["entities"] });
    const created = await request("POST", "doc", {}, { Prefer: "return=representation" });
    expect(created.json).toMatchObject({
      flag: true,
      other: true,
      own: false,
      at: expect.any(String) as string,
    });
  });

  it.skipIf(dialect.name !== "postgres" && dialect.name !== "mysql")(
    "a column that a trigger fills before a create needs no field",
    async () => {
      const database = await fresh();
      const { item } = await importFrom(database);
      const own = Object.entries(item?.fields ?? {}).filter(([name]) => name !== "code");
      const fields = Object.fromEntries(own);
      const request = await serveFresh("dynamic", database, {
        entities: { item: { ...item, fields } as never },
      });
      expect((await request("POST", "item", { name: "abc" })).status).toBe(201);
    },
  );

  it.runIf(dialect.name === "mysql").each(modes)(
    "a column with the default 0000-00-00 is imported so that the server never uses it, by %s code",
    async (mode) => {
      const database = await fresh([
        "set sql_mode = ''",
        "create table visit (id integer primary key auto_increment, day date not null default '0000-00-00', until datetime default '0000-00-00 00:00:00', seen timestamp not null default '0000-00-00 00:00:00')",
      ]);
      const { visit } = await importFrom(database);
      expect(visit?.fields).toMatchObject({
        day: { isRequired: true },
        until: { isRequired: false, default: null },
        seen: { isRequired: true },
      });
      const request = await serveFresh(mode, database, { entities: { visit } as Config["entities"] });
      const refused = expectProblem(await request("POST", "visit", {}), "invalid-fields");
      expect(refused.errors?.map(({ path, code }) => [path, code])).toEqual([
        ["day", "required"],
        ["seen", "required"],
      ]);
      const given = { day: "2024-02-29", seen: "2024-02-29T12:00:00.000Z" };
      const created = await request("POST", "visit", given, { Prefer: "return=representation" });
      expect(created.json).toMatchObject({ ...given, until: null });
    },
  );

  it("a start is rejected if it would have to create a column with a default expression", async () => {
    const database = await fresh(["create table other (id integer primary key)"]);
    const { task } = await importFrom(await fresh());
    const api = await createTestApi("dynamic", database, { entities: { task } as Config["entities"] });
    await expect(api.startAsync(0)).rejects.toThrow(
      'The table "task" is missing, and its field "state" has a default expression that only you know',
    );
  });

  it("a start is rejected if the default expression of a column is missing", async () => {
    const { task } = await importFrom(await fresh());
    const made = statements.map((statement) => statement.replace(/default .*, name/, ", name"));
    const api = await createTestApi("dynamic", await fresh(made), {
      entities: { task } as Config["entities"],
    });
    await expect(api.startAsync(0)).rejects.toThrow('"state" has no default');
  });
});

/** The entity with this field required, although its column is nullable. */
function required(entity: Config["entities"][string] | undefined, name: string): object {
  const field = entity?.fields[name];
  return { ...entity, fields: { ...entity?.fields, [name]: { ...field, isRequired: true } } };
}
