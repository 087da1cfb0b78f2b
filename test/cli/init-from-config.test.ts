import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { describeDialects } from "../conformance/describe-dialects.js";
import { legacies } from "./legacy/legacies.js";
import { expectRefusal, Project } from "./project.js";
import { runSql } from "./run-sql.js";
import { urlOf } from "./url-of.js";

/** The rows of an export by file, as texts in an order of their own. */
function rowsIn(project: Project, folder: string): Readonly<Record<string, readonly string[]>> {
  const { files } = JSON.parse(project.read(`${folder}/manifest.json`)) as { files: { name: string }[] };
  return Object.fromEntries(
    files.map(({ name }) => [
      name,
      readFileSync(project.resolve(`${folder}/${name}.ndjson`), "utf8")
        .trim()
        .split("\n")
        .sort(),
    ]),
  );
}

await describeDialects("init --from-config", (dialect) => {
  const statements = legacies[dialect.name];
  if (statements === undefined) {
    test.skip("not run: there are no statements for a legacy database of this kind", () => undefined);
    return;
  }

  test("init --from-config moves an old database to SQLite with all that fits, and names what does not", async () => {
    const { database } = await dialect.createDatabase();
    await runSql(database, statements);
    const project = new Project({}, { DB_PASSWORD: database.password });
    expect(await project.run("init", "--from-database", urlOf(database))).toMatchObject({ exitCode: 0 });
    const source = project.read("data-api.config.ts");

    const derived = await project.run("init", "--from-config", "data-api.config.ts", "--to", "sqlite:new.db");
    expect(derived).toMatchObject({ exitCode: 0, stderr: "" });
    const written = project.read("sqlite.config.ts");
    const [, list = ""] = /cannot hold it:\n((?: {2}.*\n)+)/.exec(derived.stdout) ?? [];
    const options = Array.from(list.matchAll(/^ {2}[\w.]*?(\w+): /gm), ([, option = ""]) => option);
    expect(options.length).toBeGreaterThan(0);
    for (const option of options) expect(written).toContain(`// Without "${option}": `);
    expect(project.read("data-api.config.ts")).toBe(source);
    expect(await project.run("validate", "--config", "sqlite.config.ts")).toMatchObject({ exitCode: 0 });

    const commands = Array.from(derived.stdout.matchAll(/npx data-api (.*)/g), ([, line = ""]) => line);
    expect(commands).toHaveLength(2);
    for (const line of commands) {
      const result = await project.run(...line.split(" "));
      expect(`${result.stdout}${result.stderr}`).toMatch(/^(Exported|Imported) \d+ tables with \d+ rows/m);
      expect(result.exitCode).toBe(0);
    }
    await project.run("export", "--config", "sqlite.config.ts", "--out", "back");
    expect(rowsIn(project, "back")).toEqual(rowsIn(project, "dump"));
    expect(Object.values(rowsIn(project, "back")).flat().length).toBeGreaterThan(10);
  });
});

describe("init --from-config", () => {
  const config = (fields: string, permissions: string, more = "") => `import { defineConfig } from "data-api";
export default defineConfig({
  database: { dialect: "postgres", connectionString: process.env["DB_URL"] ?? "postgres://localhost/shop" },
  entities: {
    place: {
      fields: {
        name: { type: "string", isEditable: true, isRequired: true },
        ${fields}
      },
      permissions: ${permissions},
      hooks: { beforeCreate: ({ record }) => ({ ...record, name: "hooked" }) },
    },
  },
  ${more}
});
`;

  test("init --from-config leaves out a whole permission if its condition does not fit, so that no role may do more", async () => {
    const project = new Project({
      "data-api.config.ts": config(
        `shape: { type: "other", isEditable: false, isRequired: false, isIgnoredOnCreate: true },
         note: { type: "string", isEditable: true, isRequired: false }`,
        `{ read: ["admin", { role: "guest", fields: { include: ["id", "name", "shape"] } }], create: ["admin"] }`,
      ),
    });
    const result = await project.run("init", "--from-config", "data-api.config.ts", "--to", "sqlite:new.db");
    expect(result.stdout).toContain("  entities.place.fields.shape: it has a type that only you know.\n");
    expect(result.stdout).toMatch(/ {2}entities\.place\.permissions\.read\.1: .*shape/);
    expect(project.read("sqlite.config.ts").replace(/\s+/g, "")).toContain(
      'permissions:{...original.entities.place.permissions,read:["admin"]',
    );
    expect(await project.run("validate", "--config", "sqlite.config.ts")).toMatchObject({ exitCode: 0 });
  });

  test("init --from-config leaves out operations that call procedures", async () => {
    const project = new Project({
      "data-api.config.ts": config(
        "",
        "{}",
        `operations: { total: { function: "total", permissions: ["guest"], returns: { value: { type: "int" } } } },`,
      ),
    });
    const result = await project.run("init", "--from-config", "data-api.config.ts", "--to", "sqlite:new.db");
    expect(result).toMatchObject({ exitCode: 0 });
    expect(result.stdout).toContain("  operations.total: ");
    expect(project.read("sqlite.config.ts")).toContain('without(original.operations, "total")');
  });

  test.each([
    { args: ["--from-config", "data-api.config.ts"], said: "--from-config FILE and --to URL go together" },
    { args: ["--to", "sqlite:x.db"], said: "--from-config FILE and --to URL go together" },
    {
      args: ["--from-config", "data-api.config.ts", "--to", "sqlite:x.db", "--include", "a"],
      said: "--include and --from-config do not go together.",
    },
    {
      args: ["--from-config", "none.ts", "--to", "sqlite:x.db"],
      said: 'There is no configuration file "none.ts".',
    },
    { args: ["--from-config", "a.json", "--to", "sqlite:x.db"], said: '"a.json" is JSON' },
    {
      args: ["--from-config", "data-api.config.ts", "--to", "ftp://x"],
      said: "The URL names no supported database.",
    },
    {
      args: ["--from-config", "bad.config.ts", "--to", "sqlite:x.db"],
      said: '"bad.config.ts" has mistakes: see "data-api validate --config bad.config.ts".',
    },
  ])("init with the options $args is refused, and writes nothing", async ({ args, said }) => {
    const project = new Project({
      "data-api.config.ts": config("", "{}"),
      "bad.config.ts": config("", '{ read: "guest" }'),
    });
    expectRefusal(await project.run("init", ...args), said);
    expect(existsSync(project.resolve("sqlite.config.ts"))).toBe(false);
  });
});
