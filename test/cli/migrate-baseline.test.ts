import type { Config } from "data-api";
import { expect, test } from "vitest";
import { describeDialects } from "../conformance/describe-dialects.js";
import type { DialectTarget, FreshDatabase } from "../conformance/targets.js";
import { projectMigration } from "../migrations/project-migration.js";
import { expectRefusal, Project } from "./project.js";

const text = { type: "string", isEditable: true, isRequired: true } as const;
const permissions = {};
const entities: Config["entities"] = {
  author: { fields: { name: { ...text, isUnique: true } }, permissions },
  book: {
    fields: {
      title: text,
      writer: {
        type: "int",
        isEditable: true,
        isRequired: false,
        foreignKey: { targetEntityName: "author" },
      },
    },
    permissions,
  },
};
const later: Config["entities"] = {
  ...entities,
  author: {
    fields: { name: { ...text, isUnique: true }, motto: { ...text, isRequired: false } },
    permissions,
  },
};

async function createDatabase(dialect: DialectTarget): Promise<FreshDatabase> {
  const fresh = await dialect.createDatabase();
  return fresh;
}

function configure(project: Project, { database }: FreshDatabase, wanted = entities): Config {
  const config: Config = { database, entities: wanted, server: { idempotency: false } };
  project.write("data-api.config.json", JSON.stringify(config));
  return config;
}

await describeDialects("migrate baseline", (dialect) => {
  test("migrate baseline makes a database the starting point, and marks it in another environment", async () => {
    const [first, second, third] = [
      await createDatabase(dialect),
      await createDatabase(dialect),
      await createDatabase(dialect),
    ];
    const project = new Project();
    configure(project, first);
    await project.run("db", "push");
    await first.run(["create table other (id int primary key)"]);
    const begun = await project.run("migrate", "baseline", "start");
    expect(begun.stderr).toBe("");
    const [, name = ""] = /^Wrote migrations\/(\d{14}_start): snapshot\.json, /.exec(begun.stdout) ?? [];
    expect(begun.stdout).toBe(
      `Wrote migrations/${name}: snapshot.json, ${dialect.name}.sql.\nMarked as applied, without running it: ${name}.\n\n-- Left alone, because no migration made it:\n--   table "other"\n\nNext: set "schema" of the database to "migrations". Then "data-api migrate new NAME" writes each change, and "data-api migrate apply" runs it.\n`,
    );
    expect(begun.exitCode).toBe(0);
    expect((await project.run("migrate", "status")).stdout).toMatch(new RegExp(`^applied +${name} `));
    expect((await project.run("migrate", "apply")).stdout).toBe("Nothing is pending.\n");
    expectRefusal(
      await project.run("migrate", "baseline"),
      `The database already has a starting point: ${name}.`,
    );

    // The same without the folder.
    const other = new Project();
    configure(other, first);
    expectRefusal(
      await other.run("migrate", "baseline", "again"),
      `The database already has a starting point: ${name}. Nothing was written: take the folder`,
    );
    expect(other.files().filter((file) => file.startsWith("migrations"))).toEqual([]);

    configure(project, second);
    await project.run("db", "push");
    expect((await project.run("migrate", "baseline")).stdout).toBe(
      `Marked as applied, without running it: ${name}.\n`,
    );
    // The written script creates the same tables in an empty database.
    configure(project, third);
    expect((await project.run("migrate", "apply")).stdout).toBe(`Applied ${name}.\n`);
    expect((await project.run("db", "diff")).stdout).toBe("-- The database matches the configuration.\n");
    expect((await project.run("migrate", "diff")).exitCode).toBe(0);
  });

  test("migrate baseline rejects a database that differs, and writes and marks nothing", async () => {
    const fresh = await createDatabase(dialect);
    const project = new Project();
    configure(project, fresh);
    await project.run("db", "push");
    configure(project, fresh, later);
    const { exitCode, stdout } = await project.run("migrate", "baseline");
    expect(stdout).toContain("The database differs, so nothing was written and nothing is marked.");
    expect(stdout).toMatch(/-- The column "author"."motto" is missing\.\nalter table/);
    expect(exitCode).toBe(2);
    expect(project.files().filter((file) => file.startsWith("migrations"))).toEqual([]);
    await expect(fresh.run(["select * from data_api_migrations"])).rejects.toThrow();
  });

  test("migrate baseline prints the SQL for a default that differs, where the database can change it", async () => {
    const fresh = await createDatabase(dialect);
    const project = new Project();
    const withDefault = (value: string): Config["entities"] => ({
      item: { fields: { note: { ...text, default: value } }, permissions },
    });
    configure(project, fresh, withDefault("old"));
    await project.run("db", "push");
    configure(project, fresh, withDefault("it's new"));
    const { exitCode, stdout } = await project.run("migrate", "baseline");
    expect(exitCode).toBe(2);
    expect(stdout).toMatch(/The column "item"\."note" has the default .*, migrations give it "it's new"\./);
    if (dialect.name === "sqlite") return;
    await fresh.run(Array.from(stdout.matchAll(/^(alter table .*);$/gm), ([, statement = ""]) => statement));
    expect((await project.run("migrate", "baseline")).exitCode).toBe(0);
  });

  test("migrate baseline takes a database on which a first migration has failed as a whole", async () => {
    const fresh = await createDatabase(dialect);
    const project = new Project();
    configure(project, fresh);
    await project.run("db", "push");
    expect((await project.run("migrate", "new", "--dialect", dialect.name)).exitCode).toBe(0);
    expect((await project.run("migrate", "apply")).stderr).toContain("Nothing of ");
    expect((await project.run("migrate", "baseline")).stdout).toMatch(
      /^Marked as applied, without running it: \d{14}_initial\.\n/,
    );
    expect((await project.run("migrate", "status")).exitCode).toBe(0);
  });

  test("migrate baseline marks all migrations up to the one whose tables the database matches", async () => {
    const fresh = await createDatabase(dialect);
    const project = new Project();
    const config = configure(project, fresh);
    await project.run("db", "push");
    const begun = projectMigration(project, "20260101000000_first", config);
    const next = projectMigration(project, "20260102000000_motto", { ...config, entities: later }, begun);
    projectMigration(
      project,
      "20260103000000_fill",
      { ...config, entities: later },
      next,
      (script) => `${script}\n-- data:\n-- accept: loses data\nupdate author set motto = 'x';\n`,
    );
    expect((await project.run("migrate", "baseline")).stdout).toBe(
      "Marked as applied, without running it: 20260101000000_first.\n",
    );
    await fresh.run(["delete from data_api_migrations", "alter table author add column motto varchar(255)"]);
    if (dialect.name === "mysql") await fresh.run(["alter table author drop column motto"]);
    if (dialect.name === "mysql") {
      configure(project, fresh, later);
      await project.run("db", "push");
    }
    expectRefusal(
      await project.run("migrate", "baseline"),
      'The tables agree with "20260102000000_motto" and with "20260103000000_fill", which changes only rows.',
    );
    expectRefusal(await project.run("migrate", "baseline", "nothing"), 'There is no migration "nothing".');
    expect((await project.run("migrate", "baseline", "20260102000000_motto")).stdout).toContain(
      "20260101000000_first, 20260102000000_motto.",
    );
    await project.run("migrate", "apply");
    expect((await project.run("migrate", "status")).exitCode).toBe(0);
  });
});

await describeDialects("migrate baseline of an older database", (dialect) => {
  test("migrate baseline names an index that has a different name in an older database", async () => {
    const fresh = await createDatabase(dialect);
    const project = new Project();
    configure(project, fresh);
    await project.run("db", "push");
    if (dialect.name === "sqlite") {
      await fresh.run(['drop index "ux_author.name"', "create unique index by_name on author (name)"]);
    } else if (dialect.name === "mysql") {
      await fresh.run(["alter table author rename index `ux_author.name` to by_name"]);
    } else await fresh.run(['alter index "ux_author.name" rename to by_name']);
    const { stdout, exitCode } = await project.run("migrate", "baseline");
    expect(stdout).toContain(
      'must use the name that it has here:\n  - The index on "author" (name) is called "by_name", and not "ux_author.name".\n',
    );
    expect(exitCode).toBe(0);
  });
});
