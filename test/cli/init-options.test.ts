import Sqlite from "better-sqlite3";
import { expect, test } from "vitest";
import { loadConfig } from "../../generator/config/load-config.js";
import { describeDialect } from "../conformance/describe-dialects.js";
import { expectRefusal, Project } from "./project.js";
import { runSql } from "./run-sql.js";
import { urlOf } from "./url-of.js";

const FILE = "data-api.config.ts";

function shop(): Project {
  const project = new Project();
  new Sqlite(project.resolve("shop.db"))
    .exec("create table item (id integer primary key, name text)")
    .exec("create table item_note (id integer primary key, item integer references item (id))")
    .exec("create table audit (id integer primary key)")
    .exec('create table "tmp_x.y" (id integer primary key)')
    .exec("create view items as select id, name from item")
    .close();
  return project;
}

const init = (project: Project, ...options: readonly string[]) =>
  project.run("init", "--from-database", "shop.db", ...options);

test.each([
  { options: ["--include", "item*"], names: ["item", "item_note", "items"] },
  { options: ["--include", "ITEM", "--include=aud?t"], names: ["audit", "item"] },
  { options: ["--exclude", "item_*", "--exclude", "tmp_x.*"], names: ["audit", "item", "items"] },
  { options: ["--include", "item*", "--exclude", "*s"], names: ["item", "item_note"] },
])("init --from-database takes the tables that $options choose", async ({ options, names }) => {
  const project = shop();
  expect(await init(project, ...options)).toMatchObject({ exitCode: 0, stderr: "" });
  const { entities } = await loadConfig(project.resolve(FILE));
  expect(Object.keys(entities).toSorted()).toEqual(names);
});

test("init --from-database writes a foreign key to a table that is not chosen as a comment", async () => {
  const project = shop();
  await init(project, "--include", "item_note");
  expect(project.read(FILE)).toMatch(/The foreign key .* is left out: that is not in this file/);
});

test("init --permissions gives roles to every entity that has the operation", async () => {
  const project = shop();
  const result = await init(
    project,
    "--permissions",
    "read=guest,create=admin",
    "--permissions=read=auditor",
  );
  expect(result).toMatchObject({ exitCode: 0, stderr: "" });
  expect(result.stdout).toContain("check the roles");
  const { entities } = await loadConfig(project.resolve(FILE));
  const read = ["guest", "auditor"];
  expect(entities["item"]?.permissions).toEqual({ read, create: ["admin"], update: [], delete: [] });
  expect(entities["items"]?.permissions).toEqual({ read });
  expect(project.read(FILE)).not.toContain("No operation is permitted");
  expect((await project.run("validate")).exitCode).toBe(0);
});

test.each([
  { options: ["--include", "itm"], says: ['--include "itm"', 'Did you mean "item"?'] },
  { options: ["--exclude", "zzz*"], says: ['--exclude "zzz*"', "no table or view"] },
  { options: ["--schema", "main"], says: ["has no schemas"] },
  { options: ["--permissions", "reed=guest"], says: ['no operation "reed"', 'Did you mean "read"?'] },
  { options: ["--permissions", "read"], says: ['"read" gives no role', "read=guest,create=admin"] },
  { options: ["--permissions", "read=two words"], says: ["a role is a name without blanks"] },
  { options: ["--permissions", "read="], says: ["a role is a name without blanks"] },
  { options: ["--permissions", "read=owner"], says: ["have no owner"] },
])("init --from-database refuses the options $options", async ({ options, says }) => {
  const project = shop();
  const before = project.files();
  expectRefusal(await init(project, ...options), ...says);
  expect(project.files()).toEqual(before);
});

test("init refuses --include, --exclude, --schema and --permissions without --from-database", async () => {
  for (const option of ["--include=a", "--exclude=a", "--schema=a", "--permissions=read=a"])
    expectRefusal(await new Project().run("init", option), "--from-database URL");
});

for (const name of ["postgres", "mysql"]) {
  await describeDialect("several schemas", name, (dialect) => {
    test("init --from-database imports several schemas together, or only the chosen ones", async () => {
      const { database } = await dialect.createDatabase();
      const other = `${database.name ?? ""}_other`;
      try {
        const make = ["create table item (id integer primary key)", `create schema ${other}`];
        await runSql(database, [
          ...make,
          `create table ${other}.item (id integer primary key, name varchar(9))`,
        ]);
        const project = new Project();
        const url = urlOf(database);
        const both = [...(name === "mysql" ? ["--schema", database.name ?? ""] : []), "--schema", other];
        const all = name === "mysql" ? both : [];
        const first = await project.run("init", "--from-database", url, ...all, "--config", "a.ts");
        expect(first).toMatchObject({ exitCode: 0, stderr: "" });
        const { entities } = await loadConfig(project.resolve("a.ts"));
        expect(Object.keys(entities).toSorted()).toEqual([`${other}_item`, "item"].toSorted());
        expect(entities[`${other}_item`]).toMatchObject({ schema: other, table: "item" });
        expect((await project.run("db", "diff", "--config", "a.ts")).stdout).toContain(
          "matches the configuration",
        );
        expect((await project.run("db", "pull", "--config", "a.ts")).exitCode).toBe(0);

        const one = ["--schema", other, "--exclude", "nothing*"];
        expectRefusal(await project.run("init", "--from-database", url, ...one), '--exclude "nothing*"');
        await project.run("init", "--from-database", url, "--schema", other, "--include", `${other}.*`);
        const chosen = await loadConfig(project.resolve(FILE));
        expect(Object.keys(chosen.entities)).toEqual(["item"]);
        expect(chosen.entities["item"]).toMatchObject({ schema: other });
        const wrong = await new Project().run("init", "--from-database", url, "--schema", "nowhere");
        expectRefusal(wrong, '--schema "nowhere" has no tables');
      } finally {
        await runSql(database, [`drop schema ${other}${name === "postgres" ? " cascade" : ""}`]);
      }
    });
  });
}
