import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { type DatabaseConfig } from "data-api";
import Database from "better-sqlite3";
import { expect, test } from "vitest";
import { loadConfig } from "../../generator/config/load-config.js";
import { describeDialects } from "../conformance/describe-dialects.js";
import type { DialectTarget } from "../conformance/targets.js";
import { legacies } from "./legacy/legacies.js";
import { Project } from "./project.js";
import { runSql } from "./run-sql.js";
import { opened, serve, type Request } from "./serve-opened.js";
import { urlOf } from "./url-of.js";

const FILE = "data-api.config.ts";
const isUpdate = process.env["UPDATE_GOLDEN"] === "1";

/** A project whose configuration was just imported from the legacy database. */
async function importLegacy(dialect: DialectTarget): Promise<{ project: Project; database: DatabaseConfig }> {
  const { database } = await dialect.createDatabase();
  await runSql(database, legacies[dialect.name] ?? []);
  const project = new Project();
  expect(await project.runAsChild("init", "--from-database", urlOf(database))).toMatchObject({
    exitCode: 0,
    stderr: "",
  });
  return { project, database };
}

await describeDialects("init --from-database", (dialect) => {
  if (legacies[dialect.name] === undefined) {
    test.skip("not run: there are no statements for a legacy database of this kind", () => undefined);
    return;
  }

  test("init --from-database writes a readable configuration that is valid and matches the database", async () => {
    const { project, database } = await importLegacy(dialect);
    const text = project.read(FILE).replace(/name: ".*",/, 'name: "legacy",');
    const golden = path.join(import.meta.dirname, "legacy", `${dialect.name}.config.ts`);
    if (isUpdate) writeFileSync(golden, text);
    expect(text).toBe(readFileSync(golden, "utf8"));

    expect(await project.run("validate")).toMatchObject({ exitCode: 0 });
    expect((await project.run("db", "diff")).stdout).toBe("-- The database matches the configuration.\n");
    expect(await project.run("db", "pull")).toEqual({
      exitCode: 0,
      stdout: "// The configuration has everything that is in the database.\n",
      stderr: "",
    });
    expect((await project.run("generate")).exitCode).toBe(0);
    expect(text).not.toMatch(/\bpassword: /);
    if ((database.password ?? "") !== "") expect(text).not.toContain(database.password);
  });

  test("users can be added to an imported configuration, and its tables stay as they are", async () => {
    const { project } = await importLegacy(dialect);
    const auth = `auth: { secretKey: "${"k".repeat(32)}" }, entities: {`;
    project.write(FILE, project.read(FILE).replace("entities: {", auth));
    const { stdout } = await project.run("db", "diff");
    expect(stdout).toMatch(/create table .user./);
    expect(stdout).not.toMatch(/alter table|ownerid/);
    project.write(FILE, project.read(FILE).replace(/(?<=^ +systemFields: \{.*)ownerid: false/m, ""));
    expect((await project.run("db", "diff")).stdout).toContain('say "systemFields: { ownerid: false }"');
  });

  test("init --from-database leaves out columns that look like secrets, and lists them", async () => {
    const { database } = await importLegacy(dialect);
    const project = new Project();
    const { stdout } = await project.run(
      "init",
      "--from-database",
      urlOf(database),
      "--permissions",
      "read=guest",
    );
    expect(stdout).toContain(
      `\n\nLeft out because they look like secrets; comments have the lines that add them:\n${[
        "account.password_hash",
        "account.legacy",
        "account.keyed",
        "account.api_key",
        "account.pin",
        "account.ssn",
        "account_list.password_hash",
        "session.token",
      ]
        .map((column) => `  ${column}\n`)
        .join("")}`,
    );
    const config = await loadConfig(project.resolve(FILE));
    const request = await serve(config);
    const { text, json } = await request("GET", "account/public/findall/id/0/9");
    expect(json).toMatchObject({ count: 2, items: [{ name: "ann" }, { name: "bob", has_password: 1 }] });
    expect(text).not.toMatch(/password_hash|\$2b|PRIVATE/);

    // A person decides to show it: the line of the comment is valid, and nothing is new.
    const [line = ""] = /"legacy": \{.*\},/.exec(project.read(FILE)) ?? [];
    project.write(FILE, project.read(FILE).replace('// "keyed" is', `${line}\n// "keyed" is`));
    expect(await project.run("db", "pull")).toMatchObject({ exitCode: 0 });
    const shown = await serve(await loadConfig(project.resolve(FILE)));
    expect((await shown("GET", "account/public/findall/id/0/9")).text).toContain('"legacy":"$2b$12$');
  });

  test("an imported database is the starting point of migrations at once", async () => {
    const { project } = await importLegacy(dialect);
    const baseline = await project.run("migrate", "baseline");
    expect(baseline, baseline.stdout).toMatchObject({ exitCode: 0, stderr: "" });
    expect(await project.run("migrate", "diff")).toMatchObject({ exitCode: 0 });
  });

  test("a database can be read and written with its imported configuration", async () => {
    const { project, database } = await importLegacy(dialect);
    const fill = ["x", "y"].map(
      (name) =>
        `insert into author (name, email, createdat, updatedat) values ('${name}', '${name}@example.org', '2024-01-01 00:00:00.000', '2024-01-01 00:00:00.000')`,
    );
    await runSql(database, [...fill, "insert into log (at, level) values ('2024-01-01 00:00:00.000', 1)"]);
    const config = await loadConfig(project.resolve(FILE));
    const request = await serve(opened(config));

    for (const [name, { primaryKey = "id", fields }] of Object.entries(config.entities)) {
      const [orderBy = Object.keys(fields)[0] ?? ""] = [primaryKey].flat();
      const page = await request("GET", `${name}/public/findall/${orderBy}/0/10`);
      expect(page, name).toMatchObject({ status: 200 });
    }
    expect((await request("GET", "active_author/public/findbycondition/id/0/10/id=2")).json).toMatchObject({
      items: [{ id: 2, name: "y" }],
    });
    expect((await request("GET", "active_author/public/findbyid/2")).status).toBe(404);
    expect((await request("GET", "log/public/findall/at/0/10")).json).toMatchObject({ count: 1 });

    const blog = { sqlite: "Blog", postgres: "blog_2" }[dialect.name] ?? "blog";
    const contact = dialect.name === "postgres" && { contact: "x@example.org" };
    await expectCrud(request, blog, { authorid: 1, ...contact }, { tag: "new" }, 1);
    await expectCrud(request, "country", { code: "de", name: "Germany" }, { name: "Deutschland" }, "de");
    const line = { Order_ID: 7, line: 2, Grosse: dialect.name === "sqlite" ? 1.5 : "1.5" };
    await expectCrud(request, "Order_Details", line, { field_2nd_price: 0.5 }, "7/2");
    await expectCrud(request, "profile", { author: 2 }, { motto: "x" }, 2);
    await request("POST", "country", { code: "at", name: "Austria" });
    const city = { country_code: "at", name: "Wien", ...(dialect.name === "sqlite" && { id: 1 }) };
    await expectCrud(request, "city", city, { name: "Vienna" }, 1);
    await expectCrud(request, "unkeyed", { email: "a@b", source: "c" }, { n: 5 }, "a@b/c");
    const note = { order_id: 7, line: 2, note: "n" };
    await request("POST", "Order_Details", line);
    const created = await request("POST", "order_detail_note", note);
    expect(created).toMatchObject({ status: 201, json: expect.stringMatching(/^[0-9a-f-]{36}$/) as string });
    expect((await request("POST", "place", { name: "x" })).status).toBe(403);
    expect((await request("PUT", "place/1", { name: "x" })).status).toBe(404);
  });
});

test("init --from-database leaves out a virtual table of SQLite whose module is missing", async () => {
  const project = new Project();
  const file = project.resolve("old.db");
  const db = new Database(file);
  db.unsafeMode();
  db.exec("create table kept (id integer primary key, name text); pragma writable_schema = on");
  db.exec(
    "insert into sqlite_master values ('table', 'places', 'places', 0, 'CREATE VIRTUAL TABLE places USING missing(a)')",
  );
  db.close();
  expect(await project.run("init", "--from-database", file)).toMatchObject({ exitCode: 0, stderr: "" });
  expect(project.read(FILE)).toContain('The table "places" is left out');
  expect(await project.run("db", "pull")).toMatchObject({ exitCode: 0 });
  expect(await project.run("migrate", "baseline")).toMatchObject({ exitCode: 0 });
});

/** Creates, reads, updates, reads and deletes a record. */
async function expectCrud(
  request: Request,
  entity: string,
  record: Readonly<Record<string, unknown>>,
  changes: Readonly<Record<string, unknown>>,
  id: string | number,
): Promise<void> {
  const find = () => request("GET", `${entity}/public/findbyid/${id}`);
  const created = await request("POST", entity, record);
  expect(created, `${entity}: ${created.text}`).toMatchObject({ status: 201 });
  expect((await find()).json, entity).toMatchObject({ count: 1, items: [record] });
  expect((await request("PATCH", `${entity}/${id}`, changes)).status, entity).toBe(200);
  expect((await find()).json, entity).toMatchObject({ count: 1, items: [{ ...record, ...changes }] });
  expect((await request("DELETE", `${entity}/${id}`)).status, entity).toBe(200);
  expect((await find()).json, entity).toMatchObject({ count: 0 });
}
