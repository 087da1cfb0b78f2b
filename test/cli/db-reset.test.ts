import { PassThrough } from "node:stream";
import type { Config, DatabaseConfig } from "data-api";
import { expect, test } from "vitest";
import { askToGoOn } from "../../generator/commands/db-reset.js";
import { describeDialects } from "../conformance/describe-dialects.js";
import type { DialectTarget } from "../conformance/targets.js";
import { projectMigration } from "../migrations/project-migration.js";
import { expectRefusal, Project } from "./project.js";

const optional = { isEditable: true, isRequired: false } as const;

/** Two tables that refer to each other. */
const entities: Config["entities"] = {
  person: {
    fields: {
      name: { type: "string", isEditable: true, isRequired: true, isUnique: true },
      mood: { type: "enum", values: ["good", "bad"], ...optional },
      home: { type: "int", ...optional, foreignKey: { targetEntityName: "house" } },
    },
    permissions: {},
  },
  house: {
    fields: { keeper: { type: "int", ...optional, foreignKey: { targetEntityName: "person" } } },
    permissions: {},
  },
};

const seed = `export default async ({ upsert, repository, db }) => {
  const [anna] = await upsert("person", [{ name: "anna", mood: "good" }]);
  const house = await repository("house").create({ keeper: anna.id });
  await repository("person").update(anna.id, { home: house.id });
};`;

async function createProject(
  dialect: DialectTarget,
  options: Partial<DatabaseConfig> = { isDevelopment: true },
) {
  const { database, run } = await dialect.createDatabase();
  const config: Config = { database: { ...database, ...options }, entities };
  const project = new Project({ "data-api.config.json": JSON.stringify(config), "seed.mjs": seed });
  return { project, run, config };
}

await describeDialects("db reset", (dialect) => {
  test("db reset removes the configured tables, creates them again and seeds them", async () => {
    const { project, run } = await createProject(dialect);
    await project.run("db", "seed");
    await run(["create table other (id int primary key)", "insert into other values (1)"]);
    await run(["create view people as select id from other"]);
    for (let round = 0; round < 2; round++) {
      const { exitCode, stdout, stderr } = await project.run("db", "reset", "--yes");
      expect(stderr).toBe("");
      expect(stdout).toMatch(
        /^Removes from the database ".*?"( on \S+)?:\n {2}house {2,}1 row\n {2}person {2}1 row\nLeft as they are: other, people\.\nCreated the tables\.\nperson {2}1 created\n$/,
      );
      expect(exitCode).toBe(0);
    }
    expect(await run(["select id from other"])).toEqual([{ id: 1 }]);
    expect(await run(["select name, home from person"])).toEqual([{ name: "anna", home: 1 }]);
  });

  test("db reset applies the migrations, if there are any, to a database without their history", async () => {
    const { project, run, config } = await createProject(dialect);
    await project.run("db", "seed");
    const { person, house } = entities;
    const first = projectMigration(project, "20260101000000_first", {
      ...config,
      entities: { person, house, gone: { fields: {}, permissions: {} } } as Config["entities"],
    });
    projectMigration(project, "20260102000000_second", config, first, (script) =>
      script.replace(/^drop table/m, "-- accept: loses data\ndrop table"),
    );
    for (let round = 0; round < 2; round++) {
      const { exitCode, stdout, stderr } = await project.run("db", "reset", "--yes");
      expect(stderr).toContain("20260102000000_second: done");
      expect(stdout).toMatch(/Applied 2 migrations\.\nperson {2}1 created\n$/);
      expect(exitCode).toBe(0);
      expect(stdout.includes("data_api_migrations")).toBe(round === 1);
    }
    expect(await run(["select name from data_api_migrations order by name"])).toHaveLength(2);
  });

  test("db reset removes nothing if a script would create a table that is not removed", async () => {
    const { project, run, config } = await createProject(dialect);
    projectMigration(
      project,
      "20260101000000_first",
      config,
      undefined,
      (script) =>
        `create table notes (id int primary key);\ncreate view people as select id from notes;\ncreate table if not exists more (id int primary key);\n${script}`,
    );
    expect(await project.run("migrate", "apply")).toMatchObject({ exitCode: 0 });
    await run(["insert into notes values (1)"]);
    const refused = await project.run("db", "reset", "--yes");
    expectRefusal(
      refused,
      "Nothing was removed:",
      '"notes" stays, because it is in no snapshot, and migrations/20260101000000_first/',
      ".sql:1 would create it again. Remove it yourself.",
      '"people" stays',
    );
    expect(refused.stderr).not.toContain('"more"');
    expect(await run(["select id from notes"])).toEqual([{ id: 1 }]);
    expect((await project.run("migrate", "status")).exitCode).toBe(0);
    await run(["drop view people", "drop table notes"]);
    expect(await project.run("db", "reset", "--yes")).toMatchObject({ exitCode: 0 });
  });

  test("db reset removes nothing if an unknown table refers to a configured one", async () => {
    const { project, run } = await createProject(dialect);
    await project.run("db", "seed");
    await run([
      "create table visit (id int primary key, person int, constraint own_key foreign key (person) references person (id))",
    ]);
    expectRefusal(
      await project.run("db", "reset", "--yes"),
      'Nothing was removed:\n  - "visit" refers to "person"',
      "Remove the table or its foreign key yourself.",
    );
    expect(await run(["select name from person"])).toEqual([{ name: "anna" }]);
  });
});

test("db reset needs a development database and a confirmation", async () => {
  const { dialects } = await import("../conformance/targets.js");
  const sqlite = dialects[0] as DialectTarget;
  for (const options of [{}, { isDevelopment: false }]) {
    const { project, run } = await createProject(sqlite, options);
    await project.run("db", "seed");
    expectRefusal(await project.run("db", "reset", "--yes"), '"database.isDevelopment" to true', "test.db");
    expect(await run(["select name from person"])).toEqual([{ name: "anna" }]);
  }
  const { project, run } = await createProject(sqlite);
  await project.run("db", "seed");
  const asked = await project.run("db", "reset");
  expect(asked).toMatchObject({
    exitCode: 1,
    stderr: "There is no terminal to ask on, so nothing was removed. In a script, add --yes.\n",
  });
  expect(asked.stdout).toContain("person  1 row");
  expect(await run(["select name from person"])).toEqual([{ name: "anna" }]);
});

test("db reset removes nothing if a table could not be created again", async () => {
  const { dialects } = await import("../conformance/targets.js");
  const { project, run, config } = await createProject(dialects[0] as DialectTarget);
  await project.run("db", "seed");
  const odd = { type: "other", ...optional, isEditable: false, isIgnoredOnCreate: true } as const;
  const person = { ...entities["person"], fields: { ...entities["person"]?.fields, odd } };
  project.write("data-api.config.json", JSON.stringify({ ...config, entities: { ...entities, person } }));
  expectRefusal(
    await project.run("db", "reset", "--yes"),
    "Nothing was removed:",
    "create the table yourself",
  );
  expect(await run(["select name from person"])).toEqual([{ name: "anna" }]);
});

test.each([
  ["y\n", true],
  ["Yes\n", true],
  ["\n", false],
  ["no\n", false],
  ["", false],
])("the answer %j to a question of a command means %s", async (answer, isYes) => {
  const [input, prompts] = [new PassThrough(), new PassThrough()];
  input.end(answer);
  expect(await askToGoOn("Go on?", input, prompts)).toBe(isYes);
  expect(String(prompts.read())).toBe("Go on? [y/N] ");
});
