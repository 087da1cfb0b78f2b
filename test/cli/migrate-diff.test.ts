import type { Config } from "data-api";
import { expect, test } from "vitest";
import { describeDialects } from "../conformance/describe-dialects.js";
import type { DialectTarget } from "../conformance/targets.js";
import { projectMigration } from "../migrations/project-migration.js";
import { expectRefusal, Project } from "./project.js";
import { runSql } from "./run-sql.js";
import { urlOf } from "./url-of.js";

const text = { type: "string", isEditable: true, isRequired: true } as const;
const permissions = {};
const item: Config["entities"] = { item: { fields: { name: { ...text, isIndexed: true } }, permissions } };
const noted: Config["entities"] = {
  item: { fields: { name: { ...text, isIndexed: true }, note: { ...text, isRequired: false } }, permissions },
};

/** A project with two migrations. */
async function createProject(dialect: DialectTarget) {
  const { database, run } = await dialect.createDatabase();
  const project = new Project();
  const configure = (entities: Config["entities"]): Config => {
    const config: Config = { database, entities, server: { idempotency: false } };
    project.write("data-api.config.json", JSON.stringify(config));
    return config;
  };
  const first = projectMigration(project, "20260101000000_first", configure(item));
  projectMigration(project, "20260102000000_note", configure(noted), first);
  return { project, run, database, configure };
}

const [quote, index] = ["`", "ix_item.name"];
const dropIndex: Readonly<Record<string, string>> = {
  sqlite: `drop index "${index}"`,
  postgres: `drop index "${index}"`,
  mysql: `drop index ${quote}${index}${quote} on item`,
  mssql: `drop index "${index}" on item`,
};

await describeDialects("migrate diff", (dialect) => {
  test("migrate diff compares with the last applied migration, and prints statements that restore its tables", async () => {
    const { project, run, database } = await createProject(dialect);
    expect((await project.run("migrate", "apply", "--to", "20260101000000_first")).exitCode).toBe(0);
    expect(await project.run("migrate", "diff")).toEqual({
      exitCode: 0,
      stdout: '-- The database matches "20260101000000_first", the last migration that is applied.\n',
      stderr: "",
    });
    expect((await project.run("migrate", "apply")).exitCode).toBe(0);
    await run([
      "create table other (id int primary key)",
      `alter table item add ${dialect.name === "mssql" ? "" : "column "}extra int`,
      "alter table item drop column note",
      dropIndex[dialect.name] ?? "",
    ]);
    const { exitCode, stdout, stderr } = await project.run("migrate", "diff");
    expect(stderr).toBe("");
    expect(stdout).toContain(
      '-- The database differs from "20260102000000_note", the last migration that is applied:\n\n',
    );
    expect(stdout).toMatch(/-- The column "item"."note" is missing\.\nalter table .*;\n/);
    expect(stdout).toMatch(/-- The index on "item"."name" is missing\.\ncreate index .*;\n/);
    expect(
      stdout.endsWith(
        '-- Left alone, because no migration made it:\n--   column "extra" of "item"\n--   table "other"\n',
      ),
    ).toBe(true);
    expect(exitCode).toBe(2);

    const json = await project.run("migrate", "diff", "--json");
    expect(JSON.parse(json.stdout)).toEqual({
      migration: "20260102000000_note",
      differences: [
        { message: 'The column "item"."note" is missing.', sql: [expect.stringMatching(/^alter table/)] },
        { message: 'The index on "item"."name" is missing.', sql: [expect.stringMatching(/^create index/)] },
      ],
      unmanaged: [
        { kind: "column", table: "item", name: "extra" },
        { kind: "table", table: "other", name: "other" },
      ],
    });
    expect(json.exitCode).toBe(2);

    await runSql(
      database,
      stdout
        .split(/(?<=;)\n/)
        .filter((part) => part.trimEnd().endsWith(";"))
        .map((part) => part.replace(/^--.*$/gm, "")),
    );
    expect((await project.run("migrate", "diff")).exitCode).toBe(0);
  });

  test("migrate diff compares with the last migration that the database has, not with one that failed as a whole", async () => {
    const { project, run } = await createProject(dialect);
    await project.run("migrate", "apply", "--to", "20260101000000_first");
    const script = `migrations/20260102000000_note/${dialect.name}.sql`;
    const right = project.read(script);
    project.write(script, "create tabel note (id integer);");
    expect(await project.run("migrate", "apply")).toMatchObject({ exitCode: 1 });
    expect(await project.run("migrate", "diff")).toEqual({
      exitCode: 0,
      stdout: '-- The database matches "20260101000000_first", the last migration that is applied.\n',
      stderr: "",
    });
    project.write(script, right);
    expect(await project.run("migrate", "apply")).toMatchObject({ exitCode: 0 });
    // One of which a part stays leaves no state to compare with.
    await run(["update data_api_migrations set finishedat = null where name like '%note'"]);
    expectRefusal(await project.run("migrate", "diff"), "is applied in part");
  });

  test("migrate diff --against compares the database of another URL", async () => {
    const { project } = await createProject(dialect);
    const other = await dialect.createDatabase();
    const args = ["migrate", "diff", "--against", urlOf(other.database)];
    if (dialect.name === "sqlite") {
      expectRefusal(await project.run(...args), "There is no file");
      await other.run(["create table x (id integer)"]);
    }
    const { stdout, exitCode } = await project.run(...args);
    expect(stdout).toContain('differs from "20260102000000_note", the last migration (none is applied):');
    expect(stdout).toMatch(/-- The table "item" is missing\.\ncreate table .*;\ncreate index .*;\n/);
    expect(exitCode).toBe(2);
  });
});

test("migrate diff --against rejects an invalid URL, and prints no password", async () => {
  const project = new Project();
  const config: Config = { database: { dialect: "sqlite", name: "x.db" }, entities: item };
  project.write("data-api.config.json", JSON.stringify(config));
  projectMigration(project, "20260101000000_first", config);
  expectRefusal(await project.run("migrate", "diff"), '"x.db"');
  expectRefusal(
    await project.run("migrate", "diff", "--against", "mongo://x/y"),
    "names no supported database",
  );
  const refused = await project.run("migrate", "diff", "--against", "postgres://u:secret@127.0.0.1:1/x");
  expectRefusal(refused, "postgres.sql: The file is missing");
  expect(refused.stderr).not.toContain("secret");
  project.write("migrations/20260101000000_first/postgres.sql", "");
  expectRefusal(
    await project.run("migrate", "diff", "--against", "postgres://u:secret@127.0.0.1:1/x"),
    "Nothing listens at 127.0.0.1:1",
  );
});
