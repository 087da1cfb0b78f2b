import { expect, test } from "vitest";
import type { Config } from "data-api";
import { expectRefusal, Project } from "./project.js";

const field = { type: "string", isEditable: true, isRequired: false } as const;
const permissions = { read: ["guest"], create: ["guest"] };
const folders = (project: Project) =>
  [...new Set(project.files().map((file) => /^migrations\/([^/]+)\//.exec(file)?.[1]))].filter(
    (name) => name !== undefined,
  );

function configure(project: Project, fields: Config["entities"][string]["fields"]): void {
  // This database cannot be opened: the command needs none.
  const database = { dialect: "postgres", host: "127.0.0.1", port: 1, name: "none", userName: "none" };
  project.write(
    "data-api.config.json",
    JSON.stringify({ database, entities: { item: { permissions, fields } } }),
  );
}

/** A project with two migrations. */
async function twice(): Promise<Project> {
  const project = new Project();
  configure(project, { title: field });
  await project.run("migrate", "new", "--dialect", "postgres,sqlite");
  configure(project, { title: field, note: field });
  await project.run("migrate", "new", "Add notes!");
  return project;
}

test("migrate new writes the changes of the configuration, and nothing without changes", async () => {
  const project = new Project();
  configure(project, { title: field });
  const first = await project.run("migrate", "new", "--dialect", "postgres,sqlite");
  expect(first).toMatchObject({ exitCode: 0, stderr: "" });
  expect(first.stdout).toMatch(
    /^migrations\/\d{14}_initial: snapshot\.json, postgres\.sql, sqlite\.sql\n {2}- Adds the table/,
  );
  expect(await project.run("migrate", "new")).toEqual({
    exitCode: 0,
    stdout: "The configuration changes nothing since the last migration.\n",
    stderr: "",
  });
  configure(project, { title: field, note: field });
  const missing = await project.run("migrate", "new", "--check");
  expect(missing).toMatchObject({ exitCode: 2, stderr: "" });
  expect(missing.stdout).toContain('run "data-api migrate new".\n  - Adds the column "item"."note".\n');
  const second = await project.run("migrate", "new", "Add notes!");
  expect(second.stdout).toMatch(
    /^migrations\/\d{14}_add_notes: snapshot\.json, sqlite\.sql, postgres\.sql\n/,
  );
  const [, last = ""] = folders(project);
  expect(project.read(`migrations/${last}/postgres.sql`)).toContain(
    'alter table "item" add column "note" varchar(255)',
  );
  expect(await project.run("migrate", "new", "--check")).toMatchObject({ exitCode: 0 });
});

test("migrate new writes the same bytes in another project", async () => {
  const texts = await Promise.all(
    [1, 2].map(async () => {
      const project = await twice();
      return project
        .files()
        .filter((file) => file.startsWith("migrations/"))
        .map((file) => `${file}\n${project.read(file)}`.replace(/\d{14}/g, "TIME"));
    }),
  );
  expect(texts[0]).toHaveLength(6);
  expect(texts[0]).toEqual(texts[1]);
});

test("migrate new --check finds a script with another result, and accepts edits that keep the structure", async () => {
  const project = await twice();
  const [, last = ""] = folders(project);
  const script = `migrations/${last}/postgres.sql`;
  const text = project.read(script);
  project.write(
    script,
    `${text}\n-- data:\nupdate "item" set "note" = '' where "note" is null;\n\n-- schema:\n-- outside transaction\ncreate index concurrently "own" on "item" (lower("note"));\n`,
  );
  expect(await project.run("migrate", "new", "--check")).toMatchObject({ exitCode: 0 });
  project.write(script, text.replace('"note" varchar', '"notes" varchar'));
  const checked = await project.run("migrate", "new", "--check");
  expect(checked.exitCode).toBe(2);
  expect(checked.stdout).toBe(
    `${script}: It does not create the column "note" of "item", but "snapshot.json" beside it does.\n`,
  );
});

test("migrate new rejects a history with two branches, and names both", async () => {
  const project = await twice();
  const [, last = ""] = folders(project);
  const other = "20990101000000_other";
  for (const file of ["snapshot.json", "postgres.sql", "sqlite.sql"])
    project.write(`migrations/${other}/${file}`, project.read(`migrations/${last}/${file}`));
  const refused = await project.run("migrate", "new");
  expect(refused).toMatchObject({ exitCode: 1, stdout: "" });
  expect(refused.stderr).toContain(`"${other}" follows`);
  expect(refused.stderr).toContain(`as "${last}" does: two branches added a migration each.`);
});

test.each([
  [["?!"], '"?!" has no letter or digit'],
  [["a", "b"], 'A migration has one name, and these are 2: write "a_b".'],
  [["--dialect", "oracle"], '"oracle" is not a dialect. There are mssql, sqlite, postgres, mysql.'],
])("migrate new refuses the arguments %j", async (args, message) => {
  const project = new Project();
  configure(project, { title: field });
  const refused = await project.run("migrate", "new", ...args);
  expect(refused).toMatchObject({ exitCode: 1, stdout: "" });
  expect(refused.stderr).toContain(message);
  expect(project.files()).toEqual(["data-api.config.json"]);
});

test.each(["99999999999999_x", "99991231235959_x", "90269999000000_x"])(
  "migrate new refuses to follow a folder with an invalid time: %s",
  async (name) => {
    const project = new Project();
    configure(project, { title: field });
    project.write(
      `migrations/${name}/snapshot.json`,
      '\uFEFF{ "version": 1, "previous": null, "tables": [] }',
    );
    project.write(`migrations/${name}/postgres.sql`, "select 1;");
    expectRefusal(await project.run("migrate", "new"), `No migration can be named after "${name}"`);
  },
);
