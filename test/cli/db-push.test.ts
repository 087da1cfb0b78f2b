import { existsSync, readFileSync } from "node:fs";
import Sqlite from "better-sqlite3";
import type { Config, DatabaseConfig } from "data-api";
import { expect, test } from "vitest";
import { describeDialects } from "../conformance/describe-dialects.js";
import type { DialectTarget } from "../conformance/targets.js";
import { expectRefusal, Project } from "./project.js";
import { runSql } from "./run-sql.js";

const NOTHING = "The database matches the configuration.";
const isEditable = true;
const open = { permissions: { read: ["guest"], create: ["guest"] } };

const entities: Config["entities"] = {
  author: { ...open, fields: { name: { type: "string", isEditable, isRequired: true } } },
  post: {
    ...open,
    fields: {
      title: { type: "string", isEditable, isRequired: true, default: "it's; new" },
      writer: {
        type: "int",
        isEditable,
        isRequired: false,
        foreignKey: { targetEntityName: "author", resolvedEntityName: "author" },
      },
    },
  },
};

async function createProject(
  dialect: DialectTarget,
): Promise<{ project: Project; database: DatabaseConfig }> {
  const { database } = await dialect.createDatabase();
  const project = new Project();
  configure(project, database, entities);
  return { project, database };
}

function configure(project: Project, database: DatabaseConfig, changed: Config["entities"]): void {
  project.write("data-api.config.json", JSON.stringify({ database, entities: changed }));
}

await describeDialects("db diff and db push", (dialect) => {
  test("db diff writes nothing, db push applies the changes that it shows, and then no changes are left", async () => {
    const { project } = await createProject(dialect);
    const shown = await project.runAsChild("db", "diff");
    expect(shown).toMatchObject({ exitCode: 0, stderr: "" });
    expect(shown.stdout).toMatch(/^-- The table "author" is missing\.\ncreate table .*;\n/m);
    expect(await project.run("db", "diff")).toEqual(shown);

    const pushed = await project.runAsChild("db", "push");
    expect(pushed).toMatchObject({ exitCode: 0, stderr: "" });
    expect(pushed.stdout.startsWith(shown.stdout.trimEnd())).toBe(true);
    expect(await project.run("db", "diff")).toEqual({ exitCode: 0, stdout: `-- ${NOTHING}\n`, stderr: "" });
    expect(await project.run("db", "push")).toEqual({ exitCode: 0, stdout: `${NOTHING}\n`, stderr: "" });
  });

  test("the SQL that db diff prints can be run by hand", async () => {
    const { project, database } = await createProject(dialect);
    const { stdout } = await project.run("db", "diff");
    await runSql(
      database,
      stdout
        .trimEnd()
        .split(/(?<=;)\n/)
        .filter((text) => text.trim() !== ""),
    );
    expect((await project.run("db", "diff")).stdout).toBe(`-- ${NOTHING}\n`);
  });

  test("db push lists changes of columns, and applies them only with --accept-changes", async () => {
    const { project, database } = await createProject(dialect);
    await project.run("db", "push");
    const author = {
      ...open,
      fields: {
        name: { type: "string", isEditable, isRequired: false },
        age: { type: "int", isEditable, isRequired: false },
      },
    } as const;
    configure(project, database, { ...entities, author });

    const { stdout, exitCode } = await project.run("db", "push");
    expect(exitCode).toBe(2);
    expect(stdout.indexOf('"author"."age" is missing')).toBeLessThan(stdout.indexOf("Done."));
    expect(stdout.indexOf("Done.")).toBeLessThan(stdout.indexOf("Left as it is"));
    expect(stdout).toContain('-- The column "author"."name" is not null, the field "name" is not required.');

    const accepted = await project.run("db", "push", "--accept-changes");
    const isPossible = stdout.includes("--accept-changes");
    expect(accepted.exitCode).toBe(isPossible ? 0 : 2);
    if (isPossible) {
      expect(accepted.stdout).toMatch(/alter table .*name.*;\n\nDone\.$/m);
      await runSql(database, [
        "insert into author (name, createdat, updatedat) values (null, '2024-01-01', '2024-01-01')",
      ]);
      expect((await project.run("db", "diff")).stdout).toBe(`-- ${NOTHING}\n`);
    } else {
      expect(accepted.stdout).toContain("Needs a decision");
    }
  });

  test("db push counts values that would be lost, and loses them only with --accept-data-loss", async () => {
    const { project, database } = await createProject(dialect);
    const numbers = (scale: number, type: "int" | "string", maxLength?: number): Config["entities"] => ({
      bill: {
        ...open,
        systemFields: { createdat: false, updatedat: false },
        fields: {
          price: { type: "decimal", precision: 10, scale, isEditable, isRequired: false },
          count: { type, isEditable, isRequired: false, ...(maxLength !== undefined && { maxLength }) },
          due: { type: maxLength === undefined ? "date" : "datetime", isEditable, isRequired: false },
          note: { type: "string", isEditable, isRequired: false, maxLength: 9 },
        },
      },
    });
    configure(project, database, numbers(4, "string", 20));
    await project.run("db", "push");
    await runSql(database, [
      "insert into bill (price, count, due, note) values (1.5, '3', '2024-01-01 00:00:00', 'x')",
      "insert into bill (price, count, due, note) values (1.2345, '2.7', '2024-01-01 12:30:00', null)",
    ]);
    const read = () => runSql(database, ["select price, count, due from bill order by id"]);
    const before = await read();
    const changed = numbers(2, "int");
    const { bill } = changed;
    if (bill === undefined) throw new Error("There is no entity.");
    const required = {
      ...bill,
      fields: { ...bill.fields, note: { ...bill.fields["note"], isRequired: true } },
    };
    configure(project, database, { bill: required as typeof bill });

    const { stdout, exitCode } = await project.run("db", "push", "--accept-changes");
    expect(exitCode).toBe(2);
    expect(await read()).toEqual(before);
    if (dialect.name === "sqlite") {
      expect(stdout).toContain("Needs a decision");
      return;
    }
    expect(stdout).toContain(
      "1 row (the first: id = 2) would lose the value, or have one that cannot be converted.",
    );
    expect(stdout).toContain("1 row (the first: id = 2) would lose the time of day.");
    expect(stdout).toContain(
      "1 row (the first: id = 2) would lose digits, or have a number that does not fit.",
    );
    expect(stdout).toContain("1 row (the first: id = 2) has no value: set one first.");
    expect(stdout).not.toContain("2.7");
    expect((await project.run("db", "diff")).stdout).toContain("--accept-data-loss");

    // No flag converts a text that is not a number. Nothing changes if the database can roll back table changes.
    await runSql(database, ["update bill set count = '4', note = 'y' where id = 2"]);
    const done = await project.run("db", "push", "--accept-data-loss");
    expect(done).toMatchObject({ exitCode: 0, stderr: "" });
    expect((await project.run("db", "diff")).stdout).toBe(`-- ${NOTHING}\n`);
  });

  test("a renamed table keeps its rows, and the SQL can be run by hand", async () => {
    const { project, database } = await createProject(dialect);
    await project.run("db", "push");
    await runSql(database, [
      "insert into author (name, createdat, updatedat) values ('Ann', '2024-01-01', '2024-01-01')",
    ]);
    const { post } = entities;
    if (post === undefined) throw new Error("There is no entity.");
    const writer = {
      ...post.fields["writer"],
      foreignKey: { targetEntityName: "person", resolvedEntityName: "author" },
    };
    configure(project, database, {
      person: {
        ...open,
        renamedFrom: "author",
        fields: { fullname: { type: "string", isEditable, isRequired: true, renamedFrom: "name" } },
      },
      post: { ...post, fields: { ...post.fields, writer: writer as typeof post.fields.writer & object } },
    });
    const { stdout } = await project.run("db", "diff");
    expect(stdout).toContain('-- The table "person" is called "author".\n');
    expect((await project.run("db", "pull")).stdout).not.toContain("author: {");
    const statements = stdout
      .trimEnd()
      .split(/(?<=;)\n/)
      .filter((text) => text.trim() !== "");
    await runSql(database, statements);
    expect(await runSql(database, ["select fullname from person"])).toMatchObject([{ fullname: "Ann" }]);
    expect(await project.run("db", "push")).toEqual({ exitCode: 0, stdout: `${NOTHING}\n`, stderr: "" });
  });

  test("db push names a failing statement, and rolls back all changes if the database can do so", async () => {
    const { project, database } = await createProject(dialect);
    await project.run("db", "push");
    const add = "insert into author (name, createdat, updatedat) values";
    await runSql(
      database,
      ["a", "b"].map((name) => `${add} ('${name}', '2024-01-01', '2024-01-01')`),
    );
    const name = { type: "string", isEditable, isRequired: true } as const;
    const rank = { type: "int", isEditable, isRequired: true, default: 1, isUnique: true } as const;
    const author = { ...open, fields: { name, rank } };
    configure(project, database, { ...entities, author, later: { ...open, fields: {} } });

    const { exitCode, stderr } = await project.run("db", "push");
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(
      /^The unique index on "author"\."rank" is missing\. It cannot be added: .*\n {2}create unique index .*;\n/,
    );
    expect(stderr).toContain('Run "data-api db diff"');
    expect(stderr).not.toMatch(/^\s+at /m);
    const { stdout } = await project.run("db", "diff");
    const canUndo = dialect.name !== "mysql";
    expect(stdout.includes('The table "later" is missing')).toBe(canUndo);
    expect(stdout.includes('The column "author"."rank" is missing')).toBe(canUndo);
    expect(stdout).toContain('The unique index on "author"."rank" is missing');
  });
});

test("db diff creates no database file, and does not change an existing one", async () => {
  const project = new Project();
  const config = { database: { dialect: "sqlite", name: "blog.db" }, entities };
  project.write("data-api.config.json", JSON.stringify(config));
  expect((await project.run("db", "diff")).stdout).toContain("create table");
  expect(existsSync(project.resolve("blog.db"))).toBe(false);

  new Sqlite(project.resolve("blog.db")).exec("create table other (id integer)").close();
  const before = readFileSync(project.resolve("blog.db"));
  expect((await project.run("db", "diff")).exitCode).toBe(0);
  expect(readFileSync(project.resolve("blog.db")).equals(before)).toBe(true);
  expect(project.files()).toEqual(["blog.db", "data-api.config.json"]);
});

await describeDialects("tables that migrations change", (dialect) => {
  test("with migrations, db diff names the next one and db push is refused", async () => {
    const { database } = await createProject(dialect);
    const { author = { fields: {}, permissions: {} } } = entities;
    const project = new Project();
    const migrated = { ...database, schema: "migrations" } as const;
    configure(project, migrated, { author });
    const { stdout: pushedBefore } = await project.run("db", "diff");
    expect(pushedBefore).toMatch(/^-- Migrations make these changes: "data-api migrate new NAME" writes/);
    await project.run("migrate", "new", "first");
    expect(await project.run("migrate", "apply")).toMatchObject({ exitCode: 0 });

    configure(project, migrated, entities);
    const { stdout } = await project.run("db", "diff");
    expect(stdout).toContain('-- Added:\n\n-- The table "post" is missing.');
    expect(stdout).not.toContain("db push");
    expectRefusal(await project.run("db", "push"), '"data-api migrate new NAME"', '"data-api migrate apply"');
    expect((await project.run("db", "diff")).stdout).toBe(stdout);
  });

  test("a migration that creates what db push has added says how to mark it as applied", async () => {
    const { database } = await createProject(dialect);
    const project = new Project();
    configure(project, { ...database, schema: "migrations" }, entities);
    await project.run("migrate", "new", "first");
    const [folder = ""] = project.files().flatMap((file) => /^migrations\/([^/]+)/.exec(file)?.[1] ?? []);
    configure(project, database, entities);
    await project.run("db", "push");
    const remedy = `"data-api migrate resolve ${folder} --applied"`;
    expectRefusal(await project.run("migrate", "apply"), "is there already", remedy);
    expect(await project.run("migrate", "resolve", folder, "--applied")).toMatchObject({ exitCode: 0 });
    expect(await project.run("migrate", "apply")).toMatchObject({ stdout: "Nothing is pending.\n" });
    expect(await project.run("migrate", "diff")).toMatchObject({ exitCode: 0 });
  });
});

test.each([["diff"], ["push"]])(
  "db %s reports a problem of the database without its password",
  async (command) => {
    const database = { dialect: "postgres", host: "127.0.0.1", port: 1, name: "x", password: "s3cret" };
    const project = new Project({ "data-api.config.json": JSON.stringify({ database, entities }) });
    const result = await project.run("db", command);
    expectRefusal(result, "Cannot open the PostgreSQL database", "127.0.0.1:1");
    expect(result.stderr).not.toContain("s3cret");
  },
);

test("db lists its commands", async () => {
  const project = new Project();
  const { stdout } = await project.run("db", "--help");
  expect(stdout).toContain("db push");
  expect(stdout).not.toContain("generate");
  expect(await project.run("db")).toEqual(await project.run("db", "--help"));
  expectRefusal(await project.run("db", "difff"), '"db difff"', 'Did you mean "db diff"?');
  expectRefusal(
    await project.run("db", "diff", "--accept-changes"),
    "--accept-changes",
    "data-api db diff --help",
  );
});
