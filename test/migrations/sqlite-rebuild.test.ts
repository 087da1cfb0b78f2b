import { beforeEach, expect, test } from "vitest";
import type { Config } from "data-api";
import { withDatabase } from "../../generator/migrate/with-database.js";
import { resolveModel } from "../../runtime/config/resolve-model.js";
import { dialects as all } from "../../runtime/database/dialects/dialects.js";
import { tableRenames } from "../../runtime/database/migrations/compare/match-tables.js";
import { planMigration } from "../../runtime/database/migrations/compare/plan-migration.js";
import { takeSnapshot } from "../../runtime/database/migrations/snapshots/take-snapshot.js";
import { writeScript } from "../../runtime/database/migrations/scripts/write-script.js";
import { field, plain, to } from "../conformance/fields.js";
import { dialects, type FreshDatabase } from "../conformance/targets.js";
import { runScript } from "./run-script.js";

let fresh: FreshDatabase;
beforeEach(async () => {
  const target = dialects.find(({ name }) => name === "sqlite");
  if (target === undefined) throw new Error("SQLite is always there.");
  fresh = await target.createDatabase();
});

const before: Config["entities"] = {
  item: plain({ title: field("string"), parent: to("item", "theParent"), amount: field("int") }),
};
const after: Config["entities"] = {
  item: plain({
    title: field("string", { isRequired: true, default: "?" }),
    parent: to("item", "theParent"),
    amount: field("decimal", { precision: 20, scale: 2, isIndexed: true }),
  }),
};

function scriptBetween(from: Config["entities"] | undefined, entities: Config["entities"]): string {
  const snapshotOf = (each: Config["entities"]) =>
    takeSnapshot(
      resolveModel({ database: fresh.database, entities: each, server: { idempotency: false } }).tables,
      null,
    );
  const { tables } = resolveModel({ database: fresh.database, entities });
  const plan = planMigration(
    from === undefined ? { tables: [] } : snapshotOf(from),
    snapshotOf(entities),
    tableRenames(tables),
    all.sqlite,
  );
  return writeScript({ name: "test", database: "SQLite", ...plan });
}

function apply(script: string): Promise<void> {
  const { database } = resolveModel({ database: fresh.database, entities: before });
  return withDatabase(database, { isReadOnly: false }, (db, dialect) => runScript(db, dialect, script));
}

test("a rebuilt table keeps its rows, triggers, views, own indexes, references and its counter", async () => {
  await apply(scriptBetween(undefined, before));
  await fresh.run([
    `create table log (id integer primary key, item integer references item (id) on delete cascade, note text)`,
    `create trigger item_log after insert on item begin insert into log (item, note) values (new.id, new.title); end`,
    `create trigger log_item after update on log begin update item set amount = 1 where id = new.item; end`,
    `create view titles as select title from item`,
    `create index own on item (lower(title))`,
    `insert into item (title, amount) values ('a', 1), (null, 2), ('gone', 3)`,
    `update item set parent = 1 where id = 2`,
    `delete from item where id = 3`,
  ]);
  await apply(scriptBetween(before, after));
  expect(await fresh.run(["select id, title, parent, amount from item order by id"])).toEqual([
    { id: 1, title: "a", parent: null, amount: "1" },
    { id: 2, title: "?", parent: 1, amount: "2" },
  ]);
  expect(await fresh.run(["select item from log order by item"])).toEqual([{ item: 1 }, { item: 2 }]);
  const names = await fresh.run([
    "select name from sqlite_master where name not like 'sqlite%' order by name",
  ]);
  expect(names.map(({ name }) => name)).toEqual([
    "item",
    "item_log",
    "ix_item.amount",
    "log",
    "log_item",
    "own",
    "titles",
  ]);
  await fresh.run(["insert into item (amount) values ('5')"]);
  expect(await fresh.run(["select id, title from item where amount = '5'"])).toEqual([{ id: 4, title: "?" }]);
  expect(await fresh.run(["select item, note from log where item = 4"])).toEqual([{ item: 4, note: "?" }]);
  expect(await fresh.run(["select title from titles order by title"])).toEqual([
    { title: "?" },
    { title: "?" },
    { title: "a" },
  ]);
});

test("a column that the new table would lose stops the script, and nothing changes", async () => {
  await apply(scriptBetween(undefined, before));
  await fresh.run([
    "alter table item add column mine text",
    "insert into item (title, mine) values ('a', 'kept')",
  ]);
  await expect(apply(scriptBetween(before, after))).rejects.toThrow(
    'the new table "item" lacks "mine" of the one that it replaces: add it to the new table, or drop it before',
  );
  expect(await fresh.run(["select title, mine from item"])).toEqual([{ title: "a", mine: "kept" }]);
});

test("tables that refer to each other are removed together, with their rows", async () => {
  const both: Config["entities"] = {
    ...before,
    a: plain({ other: to("b", "theB") }),
    b: plain({ other: to("a", "theA") }),
  };
  await apply(scriptBetween(undefined, both));
  await fresh.run([
    "insert into a (id) values (1)",
    "insert into b (other) values (1)",
    "update a set other = 1",
  ]);
  await apply(scriptBetween(both, before));
  expect(await fresh.run(["select name from sqlite_master where name in ('a', 'b')"])).toEqual([]);
});

test("a table that takes the name of a removed one does not get its triggers and indexes", async () => {
  await fresh.run([
    "create table a (id integer primary key, x int)",
    "create table b (id integer primary key, x int, y int)",
    "create table log (id integer primary key)",
    "create index a_x on a (x)",
    "create trigger a_log after insert on a begin insert into log (id) values (null); end",
    "create trigger b_log after insert on b begin delete from log; end",
    "create index b_y on b (y)",
    "insert into b (x) values (5)",
  ]);
  await apply("drop table a; alter table b rename to a;");
  const of = "select name from sqlite_master where type in ('trigger', 'index') order by name";
  expect(await fresh.run([of])).toEqual([{ name: "b_log" }, { name: "b_y" }]);
  expect(await fresh.run(["select x from a"])).toEqual([{ x: 5 }]);
  // A table that the script creates replaces the old one, even if it is renamed twice.
  await apply(
    `create table "c" (id integer primary key, x int, y int); insert into c select * from a; drop table a;
     alter table "c" rename to "d"; alter table d rename to "a";`,
  );
  expect(await fresh.run([of])).toEqual([{ name: "b_log" }, { name: "b_y" }]);
});

test("a table keeps its triggers when a script rebuilds it, however its name is quoted", async () => {
  for (const quoted of ["`it``s`", '"it`s"', "[it`s]"]) {
    await fresh.run([
      'create table "it`s" (id integer primary key)',
      "create table log (id integer primary key)",
      'create trigger noted after insert on "it`s" begin insert into log (id) values (null); end',
    ]);
    await apply(
      `create table made (id integer primary key, x int); drop table ${quoted}; alter table made rename to ${quoted};`,
    );
    expect(await fresh.run(["select name from sqlite_master where type = 'trigger'"])).toEqual([
      { name: "noted" },
    ]);
    await fresh.run(['drop table "it`s"', "drop table log"]);
  }
});
