import { once } from "node:events";
import { text } from "node:stream/consumers";
import type { Config } from "data-api";
import { expect, test } from "vitest";
import { describeDialect, describeDialects } from "../conformance/describe-dialects.js";
import type { DialectTarget } from "../conformance/targets.js";
import { projectMigration } from "../migrations/project-migration.js";
import { expectRefusal, Project } from "./project.js";
import { atEnd } from "../at-end.js";

const required = { isEditable: true, isRequired: true } as const;
const optional = { isEditable: true, isRequired: false } as const;
const permissions = {};

const author = { fields: { name: { type: "string", ...required, isUnique: true } }, permissions } as const;
const post = {
  fields: {
    title: { type: "string", ...required, maxLength: 40 },
    state: { type: "enum", values: ["draft", "sent"], ...required, default: "draft" },
    writer: { type: "int", ...optional, foreignKey: { targetEntityName: "author" } },
    tags: { type: "list", of: "string", ...optional },
    price: { type: "decimal", precision: 4, scale: 4, ...optional },
  },
  permissions,
} as const;
const second = { author, post } as const;
const third = {
  author: {
    ...author,
    fields: { ...author.fields, motto: { type: "string", ...required, default: "none" } },
  },
  post: {
    ...post,
    fields: { ...post.fields, title: { type: "text", ...required }, at: { type: "datetime", ...optional } },
  },
} as const;

/** A project with three migrations. */
async function createProject(dialect: DialectTarget, edit?: (script: string) => string) {
  const { database, run } = await dialect.createDatabase();
  const project = new Project();
  const configure = (entities: Config["entities"], changed = {}): Config => {
    const config: Config = {
      database: { ...database, ...changed },
      entities,
      server: { idempotency: false },
    };
    project.write("data-api.config.json", JSON.stringify(config));
    return config;
  };
  const first = projectMigration(project, "20260101000000_first", configure({ author }));
  const next = projectMigration(project, "20260102000000_posts", configure(second), first);
  projectMigration(project, "20260103000000_more", configure(third), next, edit);
  return { project, run, configure };
}

await describeDialects("migrate verify", (dialect) => {
  test("migrate verify applies all migrations, on an empty database and from each one on, with rows", async () => {
    const { project, run } = await createProject(dialect);
    expect(await project.run("migrate", "verify")).toEqual({
      exitCode: 0,
      stdout:
        "3 migrations verified: they apply to an empty database and from each earlier one on, and the tables match the last snapshot.\n",
      stderr:
        'All migrations, on an empty database.\nFrom "20260101000000_first" on, with rows in the tables.\nFrom "20260102000000_posts" on, with rows in the tables.\n',
    });
    // The database of the configuration is not touched.
    await expect(run(["select * from author"])).rejects.toThrow();
  });

  test("migrate verify names the migration and the statement that fails on rows", async () => {
    const { project } = await createProject(
      dialect,
      (script) =>
        `${script.split("-- down:")[0] ?? ""}\n-- data:\ninsert into author (id, name, motto, createdat, updatedat) select id, name, motto, createdat, updatedat from author;\n`,
    );
    const { exitCode, stdout } = await project.run("migrate", "verify");
    expect(stdout).toContain(
      'The migrations have problems:\n  - Applied from "20260101000000_first" with rows in its tables: ',
    );
    expect(stdout).toContain("insert into author");
    expect(stdout).toMatch(/20260103000000_more\/\w+\.sql:\d+/);
    expect(exitCode).toBe(2);
  });

  test("migrate verify names differences from tables that are created from the last snapshot", async () => {
    const { project } = await createProject(
      dialect,
      (script) => `${script.split("-- down:")[0] ?? ""}\ncreate index by_hand on author (motto);\n`,
    );
    const { exitCode, stdout } = await project.run("migrate", "verify");
    expect(stdout).toContain('  - the index "by_hand" of "author" is {');
    expect(stdout).toContain(
      "after all migrations, applied from an empty database, and missing in a database created from the last snapshot.",
    );
    expect(exitCode).toBe(2);
  });
});

await describeDialect("migrate verify", "postgres", (dialect) => {
  test("migrate verify reports a missing privilege, and leaves no database when it is stopped", async () => {
    const role = `verifier_${process.pid}`;
    const { project, run, configure } = await createProject(dialect);
    await run([`create role ${role} login`]);
    atEnd(() => run([`drop role ${role}`]));
    configure(third, { userName: role });
    expectRefusal(
      { ...(await project.run("migrate", "verify")), stdout: "" },
      "The user may not create a database",
      "createdb",
      "--against URL",
    );
    await run([`alter role ${role} createdb`]);
    const shadows = () =>
      run([`select datname from pg_database join pg_roles r on r.oid = datdba where rolname = '${role}'`]);
    const child = project.spawn("migrate", "verify");
    const said = text(child.stderr);
    while ((await shadows()).length === 0 && child.exitCode === null) await new Promise(setImmediate);
    child.kill("SIGTERM");
    await once(child, "close");
    expect(child.exitCode).toBe(1);
    expect(await said).toContain("Stopped by SIGTERM: removing the shadow database.");
    expect(await shadows()).toEqual([]);
    const connectionString = "postgres://root@127.0.0.1/x";
    const others = { host: undefined, port: undefined, name: undefined, password: undefined };
    configure(third, { ...others, userName: undefined, connectionString });
    const refused = { ...(await project.run("migrate", "verify")), stdout: "" };
    expectRefusal(refused, 'A shadow database cannot be made from "database.connectionString"');
  });
});

await describeDialect("migrate verify", "mysql", (dialect) => {
  test("migrate verify reports a missing privilege, and rejects tables in other databases", async () => {
    const user = `verifier_${process.pid}`;
    const { project, run, configure } = await createProject(dialect);
    const [{ name = "" } = {}] = await run(["select database() as name"]);
    await run([
      `create user ${user}@'%'`,
      `create user ${user}@localhost`,
      `grant all on ${String(name)}.* to ${user}@'%'`,
      `grant all on ${String(name)}.* to ${user}@localhost`,
    ]);
    atEnd(() => run([`drop user ${user}@'%', ${user}@localhost`]));
    configure(third, { userName: user });
    const refused = { ...(await project.run("migrate", "verify")), stdout: "" };
    expectRefusal(refused, "The user may not create a database", "grant all on `data\\_api\\_verify\\_%`.*");
    const elsewhere = { elsewhere: { ...author, schema: "other_database" } };
    project.write("migrations/.keep", "");
    projectMigration(project, "20260104000000_out", configure({ ...third, ...elsewhere }), {
      name: "20260103000000_more",
      snapshot: { version: 1, previous: null, tables: [] },
    });
    expectRefusal(
      await project.run("migrate", "verify"),
      '"other_database"."elsewhere" is in a database of its own',
    );
  });

  test("migrate verify runs no script that names another database", async () => {
    const other = await dialect.createDatabase();
    await other.run(["create table keepme (id int primary key)", "insert into keepme values (1)"]);
    const [{ name = "" } = {}] = await other.run(["select database() as name"]);
    const { project } = await createProject(
      dialect,
      (script) =>
        `${script.split("-- down:")[0] ?? ""}\n-- data:\ndelete\nfrom \`${String(name)}\` . keepme;\n`,
    );
    const refused = await project.run("migrate", "verify");
    expectRefusal(refused, "may reach another database", `\`${String(name)}\`.keepme`);
    expect(refused.stderr).toMatch(/20260103000000_more\/mysql\.sql:\d+: /);
    expect(await other.run(["select id from keepme"])).toEqual([{ id: 1 }]);
  });
});

test("migrate verify is refused without migrations, and with the URL of an unsupported database", async () => {
  const config = { database: { dialect: "sqlite", name: "x.db" }, entities: {} };
  const project = new Project({ "data-api.config.json": JSON.stringify(config) });
  expectRefusal(await project.run("migrate", "verify"), 'There is no folder "migrations"');
  project.write("migrations/README", "");
  expectRefusal(await project.run("migrate", "verify"), "There is no migration");
  expectRefusal(
    await project.run("migrate", "verify", "--against", "http://x/y"),
    "names no supported database",
  );
  expectRefusal(
    await project.run("migrate", "verify", "--against", "postgres://nobody@127.0.0.1:1/x"),
    "There is no migration",
  );
});
