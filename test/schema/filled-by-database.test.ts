import type { Config } from "data-api";
import { afterEach, describe, expect, it } from "vitest";
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

const endings: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).toReversed()) await end();
});

const serve = async (...[mode, database, config]: Parameters<typeof serveFresh>) => {
  const { request, stop } = await serveFresh(mode, database, config);
  endings.push(stop);
  return request;
};

await describeDialects("columns that the database fills", (dialect) => {
  const statements = tables[dialect.name] ?? [];

  async function fresh(some: readonly string[] = statements): Promise<FreshDatabase> {
    const database = await dialect.createDatabase();
    endings.push(() => database.dispose());
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
      const request = await serve(mode, database, { entities });
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
      const request = await serve(mode, database, { entities: entities as unknown as Config["entities"] });
      expect((await request("POST", "item", { name: "b", code: "A!" })).status).toBe(403);
      expect((await request("POST", "item", { name: "a", code: "B!" })).status).toBe(201);
      expect((await request("GET", "item/public/findall/id/0/9")).json).toMatchObject({
        items: [{ name: "a", code: "A!" }],
      });
    });
  });

  it.skipIf(dialect.name !== "postgres" && dialect.name !== "mysql")(
    "a column that a trigger fills before a create needs no field",
    async () => {
      const database = await fresh();
      const { item } = await importFrom(database);
      const own = Object.entries(item?.fields ?? {}).filter(([name]) => name !== "code");
      const fields = Object.fromEntries(own);
      const request = await serve("dynamic", database, { entities: { item: { ...item, fields } as never } });
      expect((await request("POST", "item", { name: "abc" })).status).toBe(201);
    },
  );

  it("a start is rejected if it would have to create a column with a default expression", async () => {
    const database = await fresh(["create table other (id integer primary key)"]);
    const { task } = await importFrom(await fresh());
    const api = await createTestApi("dynamic", database, { entities: { task } as Config["entities"] });
    endings.push(() => api.stopAsync());
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
    endings.push(() => api.stopAsync());
    await expect(api.startAsync(0)).rejects.toThrow('"state" has no default');
  });
});

/** The entity with this field required, although its column is nullable. */
function required(entity: Config["entities"][string] | undefined, name: string): object {
  const field = entity?.fields[name];
  return { ...entity, fields: { ...entity?.fields, [name]: { ...field, isRequired: true } } };
}
