import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { type DatabaseConfig } from "data-api";
import { describe, expect, test } from "vitest";
import { loadConfig } from "../../generator/config/load-config.js";
import { describeDialects } from "../conformance/describe-dialects.js";
import { migratedMssql } from "./prisma/mssql.js";
import { migratedMysql } from "./prisma/mysql.js";
import { migratedPostgres } from "./prisma/postgres.js";
import { migratedSqlite } from "./prisma/sqlite.js";
import { Project } from "./project.js";
import { runSql } from "./run-sql.js";
import { opened, serve } from "./serve-opened.js";
import { urlOf } from "./url-of.js";

const FILE = "data-api.config.ts";
const place = path.join(import.meta.dirname, "prisma");
const migrated: Readonly<Record<string, readonly string[]>> = {
  sqlite: migratedSqlite,
  postgres: migratedPostgres,
  mysql: migratedMysql,
  mssql: migratedMssql,
};

function readSchema(dialect: string): string {
  return readFileSync(path.join(place, `${dialect}.prisma`), "utf8");
}

describe("init --from-prisma", () => {
  test.each(Object.keys(migrated))(
    "init --from-prisma writes a readable configuration for %s",
    async (dialect) => {
      const project = new Project({ "prisma/schema.prisma": readSchema(dialect) }, { SHOP_URL: undefined });
      const result = await project.run("init", "--from-prisma", "prisma/schema.prisma");
      expect(result).toMatchObject({ exitCode: 0, stderr: "" });
      const golden = path.join(place, `${dialect}.config.ts`);
      if (process.env["UPDATE_GOLDEN"] === "1") writeFileSync(golden, project.read(FILE));
      expect(project.read(FILE)).toBe(readFileSync(golden, "utf8"));
      const comments = Array.from(project.read(FILE).matchAll(/^ *\/\/ (.*)$/gm), ([, line = ""]) => line);
      // Each comment about something that is not carried over is also printed.
      const said = result.stdout.replace(/\s+/g, " ");
      const notes = comments.slice(5).filter((line) => !line.startsWith("The server changes no tables"));
      expect(notes.length).toBeGreaterThan(0);
      for (const note of notes) expect(said).toContain(note);
    },
  );
});

await describeDialects("init --from-prisma", (dialect) => {
  const statements = migrated[dialect.name] ?? [];

  /** A project whose configuration was written from the schema, and whose database was migrated. */
  async function migrate(): Promise<{ project: Project; database: DatabaseConfig }> {
    const { database } = await dialect.createDatabase();
    await runSql(database, dialect.name === "postgres" ? ["drop schema if exists stock cascade"] : []);
    await runSql(database, statements);
    const url = urlOf(database)
      .replace(/^sqlite:/, "file:")
      .replace(/^postgres:/, "postgresql:");
    process.env["SHOP_URL"] = url;
    const project = new Project({ "schema.prisma": readSchema(dialect.name) }, { SHOP_URL: url });
    const result = await project.run("init", "--from-prisma", "schema.prisma", "--permissions", "read=guest");
    expect(result).toMatchObject({ exitCode: 0, stderr: "" });
    return { project, database };
  }

  test("tables of prisma migrate match the configuration of init --from-prisma", async () => {
    const { project } = await migrate();
    expect(await project.run("validate")).toMatchObject({ exitCode: 0, stderr: "" });
    const diff = (await project.run("db", "diff")).stdout;
    // In SQLite, Prisma's client checks enums. Now the server does, and the database may do so too.
    if (dialect.name === "sqlite") expect(diff.match(/^alter/gm)).toHaveLength(1);
    else expect(diff).toBe("-- The database matches the configuration.\n");
    const pull = (await project.run("db", "pull")).stdout;
    // Missing on purpose: a model with @@ignore, and a field with @ignore.
    if (dialect.name === "postgres") expect(pull.match(/^\w+: \{/gm)).toEqual(["Secret: {", "hidden: {"]);
    // Prisma's defaults may have a different form than the values that its client writes.
    else if (dialect.name === "sqlite") expect(pull.match(/^\w+: \{/gm)).toEqual(["role: {", "createdAt: {"]);
    else expect(pull).toBe("// The configuration has everything that is in the database.\n");
  });

  test("code that is generated from the configuration of init --from-prisma compiles", async () => {
    const { project } = await migrate();
    expect(await project.run("generate")).toMatchObject({ exitCode: 0, stderr: "" });
    const options = { strict: true, noEmit: true, module: "nodenext", target: "es2023", skipLibCheck: true };
    const types = path.resolve(import.meta.dirname, "../../node_modules/@types");
    project.write(
      "tsconfig.json",
      JSON.stringify({
        compilerOptions: { ...options, types: ["node"], typeRoots: [types] },
        include: ["src", FILE],
      }),
    );
    project.write("package.json", JSON.stringify({ type: "module" }));
    const compiler = path.resolve(import.meta.dirname, "../../node_modules/typescript-7/bin/tsc");
    const run = promisify(execFile)(process.execPath, [compiler, "-p", project.resolve("tsconfig.json")]);
    expect(await run.catch((error: unknown) => error)).toMatchObject({ stdout: "" });
  });

  test("records are created, read and changed with the configuration of init --from-prisma", async () => {
    const { project } = await migrate();
    const request = await serve(opened(await loadConfig(project.resolve(FILE))));
    const updatedAt = "2024-02-29T12:00:00.000Z";
    const person = {
      email: "anna@example.org",
      updatedAt,
      ...(dialect.name === "postgres" && { name: "Anna" }),
    };
    const created = await request("POST", "Person", person);
    expect(created, created.text).toMatchObject({ status: 201 });
    const found = await request("GET", "Person/public/findall/email/0/10");
    expect(found.json).toMatchObject({ count: 1, items: [person] });
    const { id, role, createdAt } = (found.json as { items: [Record<string, unknown>] }).items[0];
    if (dialect.name !== "mssql") expect(role).toBe(`it's "admin"`);
    expect(String(createdAt)).toMatch(/^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z$/);
    expect(
      (await request("PATCH", `Person/${String(id)}`, { updatedAt: "2024-03-01T00:00:00.000Z" })).status,
    ).toBe(200);

    const { other, target, link } = others(dialect.name, id);
    const posted = await request("POST", other.entity, other.record);
    expect(posted, posted.text).toMatchObject({ status: 201 });
    const added = await request("POST", target.entity, target.record);
    expect(added, added.text).toMatchObject({ status: 201 });
    const linked = await request("POST", link, { A: posted.json, B: added.json });
    expect(linked, linked.text).toMatchObject({ status: 201 });
    const links = await request("GET", `${link}/public/findall/A/0/10`);
    expect(links.json).toMatchObject({ count: 1, items: [{ [target.entity.toLowerCase()]: target.record }] });
    const all = await request("GET", `${other.entity}/public/findall/id/0/10`);
    expect(all.json).toMatchObject({ items: [{ [other.member]: { email: "anna@example.org" } }] });
  });
});

/** Records that refer to a person and to each other. */
function others(dialect: string, personId: unknown) {
  if (dialect === "postgres") {
    return {
      other: {
        entity: "Order",
        record: { id: "o1", title: "T", version: 1, buyerId: personId },
        member: "buyer",
      },
      target: { entity: "Product", record: { sku: "s" } },
      link: "OrderToProduct",
    };
  }
  const record = { title: "T", authorId: personId };
  return {
    other: {
      entity: "Post",
      record: dialect === "mssql" ? record : { id: "p1", ...record },
      member: "author",
    },
    target: { entity: "Tag", record: dialect === "mssql" ? { id: 1, name: "n" } : { name: "n" } },
    link: "PostToTag",
  };
}
