import Sqlite from "better-sqlite3";
import { expect, test } from "vitest";
import { mysqlServer } from "../conformance/servers/mysql-server.js";
import { postgresServer } from "../conformance/servers/postgres-server.js";
import { expectRefusal, Project } from "./project.js";

const SECRET = "s3cr3t";

test.each([
  {
    url: `oracle://u:${SECRET}@host/db`,
    says: ["names no supported database", "postgres://", "sqlite:path"],
  },
  { url: `postgress://u:${SECRET}@host/db`, says: ["names no supported database"] },
  { url: "", says: ["names no supported database"] },
  {
    url: `postgres://u:${SECRET}/x@host/db`,
    says: ["cannot be read", "postgres://user:password@host:port/database", "%2F"],
  },
  { url: `postgres://u:12?${SECRET}@host/db`, says: ["cannot be read", "%3F"] },
  { url: `mysql://u:12#${SECRET}@host/db`, says: ["cannot be read", "%23"] },
  { url: `postgres://u:${SECRET}%@host/db`, says: ["%25"] },
  { url: `postgres://u:${SECRET}@host`, says: ["which host and database"] },
  {
    url: `postgres://u:${SECRET}@host/db?${SECRET}=1`,
    says: ["an unknown parameter", "sslmode=disable"],
  },
  { url: `mysql://u:${SECRET}@127.0.0.1:1/db`, says: ['Cannot open the MySQL database "db" on 127.0.0.1:1'] },
  { url: `postgres://u:${SECRET}@no-such-host.invalid/db`, says: ["no-such-host.invalid"] },
  {
    url: `postgres//u:${SECRET}@host/db`,
    says: ["There is no file", "postgres://user:password@host/database"],
  },
  { url: "missing.db", says: ['There is no file "missing.db"'] },
  { url: "sqlite:missing/missing.db", says: ['There is no file "missing/missing.db"'] },
  { url: ":memory:", says: ['There is no file ":memory:"'] },
  { url: "sqlite:empty.db", says: ['"empty.db"', "no table or view"] },
  { url: "file:text.db", says: ['Cannot open the SQLite database "text.db"', "not a database"] },
  { url: "dump.db", says: ["no table or view", 'The table "dump" is left out'] },
])("init --from-database rejects the URL $url with a suggestion", async ({ url, says }) => {
  const project = new Project({ "text.db": "This is a letter, and no database at all.".repeat(99) });
  new Sqlite(project.resolve("empty.db")).exec("vacuum").close();
  new Sqlite(project.resolve("dump.db")).exec("create table dump (data json)").close();
  const before = project.files();
  const result = await project.run("init", `--from-database=${url}`);
  expectRefusal(result, ...says);
  expect(result.stderr).not.toContain(SECRET);
  expect(project.files()).toEqual(before);
});

const servers = [
  { name: "postgres", server: postgresServer },
  { name: "mysql", server: mysqlServer },
];

for (const { name, server } of servers) {
  const { host = "", port, userName = "" } = server.settings() ?? {};
  const place = `${host}:${String(port)}`;
  const isThere = await server.run(["select 1"]).then(
    () => true,
    () => false,
  );
  test.runIf(isThere)(`${name}: init --from-database reports a missing database or user`, async () => {
    const project = new Project();
    const noDatabase = await project.run(
      "init",
      "--from-database",
      `${name}://${userName}@${place}/no_such_database`,
    );
    expectRefusal(noDatabase, 'There is no database "no_such_database"', place);
    const login = `no_such_user:${SECRET}`;
    const noUser = await project.run("init", "--from-database", `${name}://${login}@${place}/${name}`);
    expectRefusal(noUser, "refused the user name or password");
    expect(noUser.stderr).not.toContain(SECRET);
    expect(project.files()).toEqual([]);
  });
}

test.each([
  { args: [`postgres://u:${SECRET}@host/db`], says: ["data-api init --help"] },
  { args: ["--from-databse", `postgres://u:${SECRET}@host/db`], says: ['Did you mean "--from-database"?'] },
  { args: ["--from-database", "empty.db", "--config", "api.json"], says: ['"api.json"', ".ts"] },
  { args: ["--from-database"], says: ["--from-database", "missing"] },
])("init $args is rejected", async ({ args, says }) => {
  const project = new Project();
  const result = await project.run("init", ...args);
  expectRefusal(result, ...says);
  expect(result.stderr).not.toContain(SECRET);
  expect(project.files()).toEqual([]);
});

test("init --from-database leaves an existing configuration unchanged, and contacts no database", async () => {
  const project = new Project({ "data-api.config.json": "mine", "other.ts": "mine too" });
  expectRefusal(await project.run("init", "--from-database", "x.db"), "data-api.config.json already");
  expectRefusal(
    await project.run("init", "--from-database", "x.db", "--config", "other.ts"),
    "other.ts already",
  );
  expect(project.read("data-api.config.json") + project.read("other.ts")).toBe("minemine too");
});

test("for a database without a password, init --from-database mentions no variable for one", async () => {
  const project = new Project();
  new Sqlite(project.resolve("a.db")).exec("create table a (id integer primary key)").close();
  const { stdout } = await project.run("init", "--from-database", "a.db", "--config", "a.config.mts");
  expect(stdout).toContain("Wrote a.config.mts: 1 entity.");
  expect(stdout).not.toContain("DB_PASSWORD");
  expect(stdout).toContain("npx data-api start --config a.config.mts");
  expect((await project.run("validate", "--config", "a.config.mts")).exitCode).toBe(0);
});
