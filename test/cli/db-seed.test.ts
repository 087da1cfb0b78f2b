import type { Config, DatabaseConfig } from "data-api";
import { expect, test } from "vitest";
import { describeDialects } from "../conformance/describe-dialects.js";
import type { DialectTarget } from "../conformance/targets.js";
import { configModule, expectRefusal, Project } from "./project.js";

const text = { type: "string", isEditable: true, isRequired: true } as const;
const optional = { isEditable: true, isRequired: false } as const;

const entities: Config["entities"] = {
  country: {
    fields: {
      code: { type: "string", isEditable: false, isRequired: true, maxLength: 2 },
      name: text,
      area: { type: "decimal", ...optional, precision: 12, scale: 2 },
      founded: { type: "datetime", ...optional },
      info: { type: "json", ...optional },
    },
    primaryKey: "code",
    permissions: {},
  },
  city: {
    fields: {
      name: { ...text, isUnique: true },
      country: {
        type: "string",
        maxLength: 2,
        isEditable: false,
        isRequired: true,
        foreignKey: { targetEntityName: "country", resolvedEntityName: "in" },
      },
      near: {
        type: "string",
        maxLength: 2,
        ...optional,
        foreignKey: { targetEntityName: "country", isManyToMany: true },
      },
    },
    permissions: {},
  },
};

const seed = `export default async ({ upsert }) => {
  await upsert("country", [
    { code: "de", name: "Germany", area: "357588.5", founded: "1949-05-23T00:00:00+02:00", info: { b: [1], a: null } },
    { code: "fr", name: "France", area: null },
  ]);
  await upsert("city", [{ name: "Metz", country: "fr", near: ["de", "fr"] }]);
  await upsert("user", [{ username: "anna", password: "correct horse battery", roles: ["admin"] }]);
};`;

async function createProject(dialect: DialectTarget, files: Readonly<Record<string, string>>) {
  const { database, run } = await dialect.createDatabase();
  const project = new Project({ "data-api.config.json": configOf(database), ...files });
  return { project, run };
}

function configOf(database: DatabaseConfig): string {
  return JSON.stringify({ database, auth: { secretKey: "0123456789abcdef0123456789abcdef" }, entities });
}

await describeDialects("db seed", (dialect) => {
  test("db seed creates missing records, updates different ones, and leaves the rest unchanged", async () => {
    const { project } = await createProject(dialect, { "seed.mjs": seed });
    expect(await project.run("db", "seed")).toEqual({
      exitCode: 0,
      stdout: "country  2 created\ncity     1 created\nuser     1 created\n",
      stderr: "",
    });
    expect((await project.run("db", "seed")).stdout).toBe(
      "country  2 left\ncity     1 left\nuser     1 left\n",
    );
    project.write(
      "seed.mjs",
      seed.replace('"357588.5"', "357588.49").replace('["de", "fr"]', '["de"]').replace('["admin"]', "[]"),
    );
    const changed = "country  1 changed, 1 left\ncity     1 changed\nuser     1 changed\n";
    expect((await project.run("db", "seed")).stdout).toBe(changed);
    expect((await project.run("db", "seed")).stdout).toBe(
      "country  2 left\ncity     1 left\nuser     1 left\n",
    );
  });

  test("db seed rolls back a seed that fails", async () => {
    const fails = seed
      .replace("};\n", "")
      .replace(/\};$/, '  await upsert("city", [{ name: "Bonn", country: "xx" }]);\n};');
    const { project, run } = await createProject(dialect, { "seed.mjs": fails });
    const result = await project.run("db", "seed");
    expectRefusal(
      result,
      'The seed failed, and nothing of it was kept:\n  seed.mjs:8: city, record 1 (name "Bonn"): ',
      '"country"',
    );
    expect(await run(["select * from country"])).toEqual([]);
    project.write("seed.mjs", seed.replace(/\};$/, '  throw new Error("no more");\n};'));
    expectRefusal(await project.run("db", "seed"), "nothing of it was kept:\n  seed.mjs:8: no more\n");
    expect(await run(["select * from country"])).toEqual([]);
  });

  test("db seed runs a seed's own queries in the same transaction", async () => {
    const own = `export default async ({ repository, upsert, db }) => {
      const { code } = await repository("country").create({ code: "it", name: "Italy" });
      await db.updateTable("country").set({ name: "Italia" }).where("code", "=", code).execute();
      const [it] = await upsert("country", [{ code, name: "Italia" }]);
      if (it.name !== "Italia") throw new Error("It is " + it.name);
    };`;
    const { project } = await createProject(dialect, { "seed.mjs": own });
    expect(await project.run("db", "seed")).toMatchObject({
      exitCode: 0,
      stdout: "country  1 left\n",
      stderr: "",
    });
  });
});

test.concurrent("db seed refuses a seed that cannot be found or loaded", async () => {
  const project = new Project({ "data-api.config.json": configOf({ dialect: "sqlite", name: ":memory:" }) });
  expectRefusal(
    await project.run("db", "seed"),
    'no seed.{ts,mts,js,mjs,cjs} beside "data-api.config.json"',
    "defineSeed",
  );
  expectRefusal(await project.run("db", "seed", "--file", "x.ts"), 'There is no seed "x.ts".');
  expectRefusal(await project.run("db", "seed", "--file", "data-api.config.json"), "must end in .ts");
  project.write("seed.js", "export default 1;");
  expectRefusal(await project.run("db", "seed"), "has no function as its default export");
  project.write("seed.ts", "export default async (: any) => {};");
  expectRefusal(await project.run("db", "seed"), "more than one seed (seed.ts, seed.js)", "--file");
  expectRefusal(await project.run("db", "seed", "--file", "seed.ts"), 'The seed "seed.ts" cannot be loaded');
  project.write("seed.ts", "export default () => { throw 'text'; };");
  expectRefusal(await project.run("db", "seed", "--file", "seed.ts"), "  seed.ts: text");
});

test.concurrent("db seed writes through the generated code with its edits", async () => {
  const config = configModule(`{
    database: { dialect: "sqlite", name: "tags.db" },
    entities: {
      tag: { fields: { name: { type: "string", isEditable: true, isRequired: true, isUnique: true } }, permissions: {} },
    },
  }`);
  const project = new Project({
    "data-api.config.ts": config,
    "package.json": '{ "type": "module" }',
    "seed.ts": `import { defineSeed } from "data-api";
      import type { createApi } from "./src/api/index.js";
      export default defineSeed<ReturnType<typeof createApi>>(async ({ upsert }) => {
        await upsert("tag", [{ name: "new" }]);
      });`,
  });
  expect((await project.run("generate")).exitCode).toBe(0);
  const file = "src/api/tag/tag.repository.ts";
  const edited = project
    .read(file)
    .replace(/\}\s*$/, "  protected override afterCreate(): void { throw new Error('edited'); }\n}\n");
  project.write(file, edited);
  expectRefusal(await project.run("db", "seed"), 'seed.ts:4: tag, record 1 (name "new"): ', "edited");
  project.write(file, edited.replace("throw new Error('edited');", ""));
  expect(await project.run("db", "seed")).toEqual({
    exitCode: 0,
    stdout: "Written through the repositories in src/api.\ntag  1 created\n",
    stderr: "",
  });
  project.write("src/api/index.ts", "// @data-api index\nexport const = 1;");
  expectRefusal(await project.run("db", "seed"), 'The generated code in "src/api/index.ts" cannot be loaded');
});
