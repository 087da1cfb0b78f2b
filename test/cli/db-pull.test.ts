import type { Config, DatabaseConfig, FieldConfig, ForeignKeyConfig } from "data-api";
import { expect, test } from "vitest";
import { fieldTypeNames } from "../../runtime/model/field-type.js";
import { describeDialects } from "../conformance/describe-dialects.js";
import type { DialectTarget } from "../conformance/targets.js";
import { expectRefusal, Project } from "./project.js";
import { runSql } from "./run-sql.js";
import { urlOf } from "./url-of.js";

const NOTHING = "// The configuration has everything that is in the database.\n";

function list(
  targetEntityName: string,
  type: FieldConfig["type"],
  options: Partial<ForeignKeyConfig> = {},
): FieldConfig {
  const foreignKey = {
    targetEntityName,
    resolvedEntityName: `${targetEntityName}s`,
    isManyToMany: true,
    ...options,
  };
  return { type, isEditable: true, isRequired: false, foreignKey };
}

async function createDatabase(dialect: DialectTarget): Promise<DatabaseConfig> {
  const { database } = await dialect.createDatabase();
  return database;
}

await describeDialects("db pull", (dialect) => {
  const add = dialect.name === "mssql" ? "add" : "add column";

  test("db pull reports nothing for tables that the server created", async () => {
    const database = await createDatabase(dialect);
    // `native` needs a type of one database, and the server creates no columns of type `other`.
    const types = fieldTypeNames.filter((type) => type !== "native" && type !== "other");
    const fields = Object.fromEntries(
      types.map((type) => [
        `a_${type}`,
        {
          type,
          isEditable: true,
          isRequired: false,
          ...(type === "enum" && { values: ["a", "b"] }),
          ...(type === "list" && { of: "string" as const }),
        },
      ]),
    );
    const text = { type: "string", isEditable: true, isRequired: true, isUnique: true } as const;
    const number = { type: "decimal", precision: 9, scale: 2, isEditable: true, isRequired: true } as const;
    const entities: Config["entities"] = {
      everything: { fields: { ...fields, text, number }, permissions: { create: ["guest"] } },
      other: {
        primaryKey: ["code", "part"],
        fields: {
          code: { type: "string", maxLength: 20, isEditable: false, isRequired: true },
          part: { type: "bigint", isEditable: false, isRequired: true },
          every: {
            type: "int",
            isEditable: true,
            isRequired: false,
            foreignKey: { targetEntityName: "everything", resolvedEntityName: "whole" },
          },
        },
        permissions: {},
      },
      listing: {
        fields: {
          otherids: list("everything", "int"),
          userids: list("user", "uuid", { joinTable: "Listed users" }),
        },
        permissions: {},
      },
      user: { fields: {}, permissions: {}, systemFields: { id: "uuid" } },
    };
    const auth = { secretKey: "for these tests and for nothing else" };
    const project = new Project({ "data-api.config.json": JSON.stringify({ database, auth, entities }) });
    expect((await project.run("db", "push")).exitCode).toBe(0);
    expect(await project.runAsChild("db", "pull")).toEqual({ exitCode: 0, stdout: NOTHING, stderr: "" });
    expect((await project.run("db", "diff")).stdout).toBe("-- The database matches the configuration.\n");
  });

  test("db pull recognizes join tables, and shows differences in them and in owners", async () => {
    const database = await createDatabase(dialect);
    await runSql(database, [
      "create table tag (id int primary key)",
      "create table post (id int primary key, ownerid varchar(9))",
      `create table post_tag (sourceid int not null, targetid int not null, since date, primary key (sourceid, targetid),
        foreign key (sourceid) references post (id), foreign key (targetid) references tag (id))`,
      `create table likes (sourceid int not null, targetid varchar(9) not null, primary key (sourceid, targetid))`,
    ]);
    const key = { type: "int", isEditable: false, isRequired: true } as const;
    const open = { permissions: {}, primaryKey: "id" };
    const systemFields = { createdat: false, updatedat: false };
    const entities: Config["entities"] = {
      tag: { ...open, fields: { id: key }, systemFields: { ...systemFields, ownerid: false } },
      post: {
        ...open,
        fields: { id: key, tagids: list("tag", "int", { joinTable: "post_tag" }) },
        systemFields,
      },
    };
    const likes = list("tag", "int", { joinTable: "likes", resolvedEntityName: "liked" });
    const auth = { jwt: { issuer: "https://login.example.com/", audience: "api" } };
    const project = new Project({ "data-api.config.json": JSON.stringify({ database, auth, entities }) });
    const { stdout } = await project.run("db", "pull");
    expect(stdout).toMatch(/^\/\/ New in the database, for "entities":\nlikes: \{$/m);
    expect(stdout).not.toMatch(/post_tag: |since|tagids|"fields"/);
    expect(stdout).toMatch(
      /^\/\/ The column "post"\."ownerid" is of type "varchar\(9\)", the field "ownerid" needs/m,
    );

    const post = { ...entities["post"], fields: { ...entities["post"]?.fields, likes } };
    const config = { database, auth, entities: { ...entities, post } };
    project.write("data-api.config.json", JSON.stringify(config));
    const { stdout: known } = await project.run("db", "pull");
    expect(known).not.toContain("New in the database");
    expect(known).toMatch(
      /^\/\/ The column "likes"\."targetid" is of type "varchar\(9\)", the field "targetid" needs/m,
    );
  });

  test("db pull shows added and changed columns and tables, and those that are missing", async () => {
    const database = await createDatabase(dialect);
    const author = `create table author (id int primary key, name varchar(50) not null, nick varchar(20), gone int)`;
    const post = `create table post (id int primary key, title varchar(50) not null, short varchar(50), writer int)`;
    await runSql(database, [author, post, `create table old (id int primary key)`]);
    const project = new Project();
    await project.run("init", "--from-database", urlOf(database));
    expect(await project.run("db", "pull")).toEqual({ exitCode: 0, stdout: NOTHING, stderr: "" });

    await runSql(database, [
      `drop table old`,
      `drop table post`,
      `create table post (id int primary key, title varchar(80) not null, short varchar(9), writer int references author (id),
        subtitle varchar(10), foreign key (writer) references author (id))`,
      `alter table author ${add} ${dialect.name === "mysql" ? "`born on`" : '"born on"'} date`,
      `alter table author drop column gone`,
      `create unique index nicks on author (nick)`,
      `create table tag (id int primary key, post_id int, foreign key (post_id) references post (id))`,
      `create view authors as select id, name from author`,
    ]);
    const before = project.read("data-api.config.ts");
    const { stdout, exitCode, stderr } = await project.run("db", "pull");
    expect(stderr).toBe("");
    expect(exitCode).toBe(2);
    expect(project.read("data-api.config.ts")).toBe(before);
    expect(stdout).toMatch(/^\/\/ New in the database, for "entities":$/m);
    expect(stdout).toMatch(/^tag: \{$/m);
    expect(stdout).toMatch(
      /foreignKey: \{\s+targetEntityName: "post",\s+resolvedEntityName: "post",\s+inverseName: "tags",\s+\}/,
    );
    expect(stdout).toMatch(
      /^\/\/ Nothing shows what identifies a record\. If fields do, name them in "primaryKey"\.\nauthors: \{\n {2}isReadOnly: true,\n {2}primaryKey: \[\],$/m,
    );
    expect(stdout).toMatch(
      /^\/\/ New columns, for "fields" of "author":\nborn_on: \{\n {2}type: "date",\n {2}isEditable: true,\n {2}isRequired: false,\n {2}column: "born on",\n\},$/m,
    );
    expect(stdout).toMatch(
      /^\/\/ Fields of "author" as the database has them now:\n\/\/ The column "author"\."nick" is unique\.\nnick: \{[^}]*isUnique: true/m,
    );
    expect(stdout).toMatch(/^\/\/ New columns, for "fields" of "post":\nsubtitle: /m);
    expect(stdout).toMatch(
      /^\/\/ The column "post"\."title" is of type "varchar\(80\)"\.\ntitle: \{[^}]*maxLength: 80/m,
    );
    expect(stdout).toMatch(/^\/\/ The column "post"\."writer" points to "author"\.\nwriter: \{$/m);
    const short = '// The column "post"."short" is of type "varchar(9)", the field "short" needs';
    expect(stdout.split(short)).toHaveLength(2);
    expect(stdout).toMatch(/"short" needs "[^"]+"\.\nshort: \{[^}]*maxLength: 9/);
    const [, others] = stdout.split("// Other differences between the database and the configuration:\n");
    expect(others).toContain('// The table "old" is missing.\n');
    expect(others).toContain('// The column "author"."gone" is missing.\n');
  });

  test("db pull reports nothing for a check that is stricter than its column", async () => {
    const database = await createDatabase(dialect);
    const length = dialect.name === "mssql" ? "len" : "length";
    await runSql(database, [
      `create table tag (id int primary key, name varchar(50) not null check (${length}(name) <= 20))`,
    ]);
    const name = { type: "string", maxLength: 50, isEditable: true, isRequired: true } as const;
    const id = { type: "int", isEditable: false, isRequired: true } as const;
    const systemFields = { createdat: false, updatedat: false };
    const entities = { tag: { primaryKey: "id", fields: { id, name }, systemFields, permissions: {} } };
    const project = new Project({ "data-api.config.json": JSON.stringify({ database, entities }) });
    expect(await project.run("db", "pull")).toEqual({ exitCode: 0, stdout: NOTHING, stderr: "" });
  });

  test("db pull shows new composite foreign keys", async () => {
    const database = await createDatabase(dialect);
    const make = (name: string, constraint = "") =>
      `create table ${name} (id int primary key, a int, b int${constraint})`;
    await runSql(database, [
      "create table pair (a int not null, b int not null, primary key (a, b))",
      make("one"),
      make("two", ", foreign key (a, b) references pair (a, b)"),
    ]);
    const project = new Project();
    await project.run("init", "--from-database", urlOf(database));
    expect(project.read("data-api.config.ts")).toContain('fields: ["a", "b"]');
    expect(await project.run("db", "pull")).toEqual({ exitCode: 0, stdout: NOTHING, stderr: "" });
    await runSql(database, ["drop table one", make("one", ", foreign key (b, a) references pair (a, b)")]);
    const { stdout, exitCode } = await project.run("db", "pull");
    expect(exitCode).toBe(2);
    expect(stdout).toContain(
      '// The table "one" has a foreign key of the fields "b", "a", which points to "pair".',
    );
  });

  test("a configuration with the lines that db pull shows matches the database", async () => {
    const database = await createDatabase(dialect);
    await runSql(database, ["create table first (id int primary key)"]);
    const project = new Project();
    await project.run("init", "--from-database", urlOf(database));
    await runSql(database, [
      "create table second (code varchar(5) primary key, first_id int, foreign key (first_id) references first (id))",
      `alter table first ${add} title varchar(10) default 'x'`,
    ]);
    const { stdout } = await project.run("db", "pull");
    const [entities = "", fields = ""] = stdout.split('// New columns, for "fields" of "first":\n');
    const text = project.read("data-api.config.ts");
    project.write(
      "data-api.config.ts",
      text
        .replace("fields: {\n", `fields: {\n${fields}`)
        .replace("entities: {\n", `entities: {\n${entities}`),
    );
    expect(await project.run("db", "pull")).toEqual({ exitCode: 0, stdout: NOTHING, stderr: "" });
    expect((await project.run("db", "diff")).stdout).toContain("-- The database matches the configuration.");
  });
});

test("db pull rejects an invalid configuration", async () => {
  const project = new Project({ "data-api.config.json": '{ "entities": {} }' });
  expectRefusal(await project.run("db", "pull"), "database");
});
