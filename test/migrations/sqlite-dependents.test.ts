import { beforeEach, describe, expect, test } from "vitest";
import type { Config } from "data-api";
import { dialects, type FreshDatabase } from "../conformance/targets.js";
import { field, plain } from "../conformance/fields.js";
import { Project } from "../cli/project.js";
import { MigrationFolder, openContext } from "./migration-folder.js";
import { applyMigrations } from "../../runtime/database/migrations/apply/apply-migrations.js";

const TABLES = [
  "create table a (id integer primary key, n integer, m integer, k integer unique)",
  "create table b (id integer primary key, x integer)",
];

let fresh: FreshDatabase;
beforeEach(async () => {
  const target = dialects.find(({ name }) => name === "sqlite");
  if (target === undefined) throw new Error("SQLite is always there.");
  fresh = await target.createDatabase();
  await fresh.run(TABLES);
});

/** Applies a script, and returns the message of its failure. */
async function apply(script: string): Promise<string> {
  const folder = new MigrationFolder();
  folder.add("20260101000000_change", null, script);
  const context = await openContext(fresh.database, folder);
  try {
    await applyMigrations(context);
    return "";
  } catch (error) {
    return (error as Error).message;
  } finally {
    await context.close();
  }
}

const drop = (column: string) => `-- accept: loses data\nalter table a drop column ${column};`;
const rebuilt = `create table new_a (id integer primary key, m integer, k integer unique);
  insert into new_a (id, m, k) select id, m, k from a;
  -- accept: loses data
  drop table a;
  pragma legacy_alter_table = on;
  alter table new_a rename to a;
  pragma legacy_alter_table = off;`;
const onB = (statement: string) => `create trigger t after insert on b begin ${statement}; end`;

describe("a migration that would break what depends on a table", () => {
  test.each<readonly [title: string, made: readonly string[], script: string, named: RegExp]>([
    [
      "a trigger that inserts",
      [onB("insert into a (n) values (1)")],
      drop("n"),
      /insert into "b" \(table a has no column named n\)/,
    ],
    [
      "a trigger that updates",
      [onB("update a set n = 1")],
      drop("n"),
      /insert into "b" \(no such column: n\)/,
    ],
    [
      "a trigger that inserts all columns",
      [onB("insert into a values (null, 1, 2, 3)")],
      drop("n"),
      /insert into "b" \(table a has 3 columns/,
    ],
    [
      "the same, and a new column",
      [onB("insert into a values (null, 1, 2, 3)")],
      "alter table a add column o;",
      /insert into "b" \(table a has 5 columns/,
    ],
    [
      "a trigger of an update",
      ["create trigger t after update on b begin update a set n = 1; end"],
      drop("n"),
      /update of "b"/,
    ],
    [
      "a trigger of a delete",
      ["create trigger t after delete on b begin update a set n = 1; end"],
      drop("n"),
      /delete from "b"/,
    ],
    [
      "a foreign key",
      ["create unique index u on a (n)", "create table c (x integer references a (n))"],
      `drop index u;
${drop("n")}`,
      /the foreign key \(x\) of "c" \(its target is gone/,
    ],
    [
      "a foreign key to a unique index",
      [
        "create table c (x integer references a (k))",
        "create unique index u on a (m)",
        "create table e (x integer references a (m))",
      ],
      "drop index u;",
      /the foreign key \(x\) of "e"/,
    ],
    [
      "a view of a dropped table",
      ["create view v as select n from a"],
      "-- accept: loses data\ndrop table a;",
      /the view "v" \(no such table: main\.a\)/,
    ],
    [
      "a trigger that names a dropped table",
      [onB("delete from a")],
      "-- accept: loses data\ndrop table a;",
      /insert into "b" \(no such table: main\.a\)/,
    ],
    [
      "a foreign key to a dropped table",
      ["create table c (x integer references a)"],
      "-- accept: loses data\ndrop table a;",
      /the foreign key \(x\) of "c"/,
    ],
    [
      "a view of a rebuilt table",
      ["create view v as select n from a"],
      rebuilt,
      /the view "v" \(no such column: n\)/,
    ],
    [
      "a trigger that names a rebuilt table",
      [onB("insert into a (n) values (1)")],
      rebuilt,
      /insert into "b"/,
    ],
    [
      "an ambiguous view",
      ["create view v as select m from a, b"],
      "alter table b add column m;",
      /the view "v" \(ambiguous column name: m\)/,
    ],
  ])("a migration that would break %s is rejected as a whole", async (_, made, script, named) => {
    await fresh.run(made);
    const before = await fresh.run([
      "select name, sql from sqlite_master where name not like 'data_api%' and name not like 'sqlite%' order by 1",
    ]);
    const message = await apply(script);
    expect(message).toContain("This would no longer work: ");
    expect(message).toMatch(named);
    expect(message).toContain('Nothing of "20260101000000_change" was applied.');
    expect(
      await fresh.run([
        "select name, sql from sqlite_master where name not like 'data_api%' and name not like 'sqlite%' order by 1",
      ]),
    ).toEqual(before);
  });

  test("a migration is applied if it also changes what depends on a table, or if that did not work before", async () => {
    await fresh.run([onB("insert into a (n) values (1)"), "create table c (x integer references nowhere)"]);
    expect(await apply(`drop trigger t;\n${drop("n")}\n${onB("insert into a (m) values (1)")};`)).toBe("");
    await fresh.run(["insert into b (x) values (1)"]);
    expect(await fresh.run(["select m from a"])).toEqual([{ m: 1 }]);
  });

  test("a migration is applied if SQLite adapts what depends on a table to its rename", async () => {
    await fresh.run([
      onB("insert into a (n) values (1)"),
      "create view v as select n from a",
      "create table c (x integer references a (k))",
    ]);
    expect(
      await apply(
        "alter table a rename column n to renamed;\nalter table a rename column k to key;\nalter table a rename to c2;",
      ),
    ).toBe("");
    await fresh.run(["insert into b (x) values (1)"]);
    expect(await fresh.run(["select renamed from c2"])).toEqual([{ renamed: 1 }]);
  });
});

test.each([
  ["db push", ["db", "push"]],
  ["a start", ["start", "--port", "0"]],
])("%s adds no column for which a trigger would fail", async (_, args) => {
  const config = (entity: Config["entities"]): string =>
    JSON.stringify({ database: fresh.database, entities: entity, server: { idempotency: false } });
  const b = plain({ x: field("int") }, { table: "b" });
  await fresh.run([onB("insert into a values (null, 1, 2, 3)")]);
  const project = new Project({
    "data-api.config.json": config({
      b,
      a: plain({ n: field("int"), m: field("int"), k: field("int", { isUnique: true }), o: field("int") }),
    }),
  });
  const { exitCode, stderr } = await project.run(...args);
  expect(stderr).toContain('This would no longer work: an insert into "b" (table a has 5 columns');
  expect(stderr).toContain("Nothing was changed.");
  expect(exitCode).toBe(1);
  await fresh.run(["insert into b (x) values (1)"]);
});
