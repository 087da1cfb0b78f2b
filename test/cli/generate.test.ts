import fs from "node:fs";
import { expect, test } from "vitest";
import type { Config } from "data-api";
import { generateFiles } from "../../generator/generate-files.js";
import { blogConfig, configModule, expectRefusal, Project } from "./project.js";

const CONFIG = "data-api.config.mjs";
const SCHEMA = "src/api/blogpost/blogpost.schema.ts";
const POLICY = "src/api/blogpost/blogpost.policy.ts";

const withViews = configModule(
  blogConfig({ fields: 'views: { type: "int", isEditable: true, isRequired: false },' }),
);

let first: Promise<Project> | undefined;

/** A project with generated code, copied from one that is generated once, because generating is slow. */
async function generated(): Promise<Project> {
  first ??= (async () => {
    const project = new Project({ [CONFIG]: configModule() });
    expect((await project.run("generate")).exitCode).toBe(0);
    return project;
  })();
  const original = await first;
  return new Project(Object.fromEntries(original.files().map((file) => [file, original.read(file)])));
}

test.concurrent("generate writes five files, and writes nothing when it runs again", async () => {
  const project = new Project({ [CONFIG]: configModule() });
  const first = await project.runAsChild("generate");
  expect(first).toMatchObject({ exitCode: 0, stderr: "" });
  const code = ["schema", "repository", "routes", "policy"].map(
    (artifact) => `blogpost/blogpost.${artifact}.ts`,
  );
  for (const file of [...code, "index.ts"]) {
    expect(first.stdout).toContain(file);
    expect(project.read(`src/api/${file}`)).toMatch(/^\/\/ @data-api /);
  }
  const before = project.snapshot();
  expect(Object.keys(before)).toEqual(expect.arrayContaining([SCHEMA, POLICY, "src/api/index.ts"]));

  const second = await project.run("generate");
  expect(second).toMatchObject({ exitCode: 0, stderr: "" });
  expect(second.stdout).not.toContain("blogpost.schema.ts");
  expect(project.snapshot()).toEqual(before);
});

test.concurrent("generate writes for many entities, which threads format, the same code as one by one", async () => {
  const note = {
    fields: { title: { type: "string", isEditable: true, isRequired: true } },
    permissions: { read: ["guest"] },
  } as const;
  const names = Array.from({ length: 40 }, (_, index) => `note${index}`);
  const config: Config = {
    database: { dialect: "sqlite", name: ":memory:" },
    entities: Object.fromEntries(names.map((name) => [name, note])),
  };
  const project = new Project({ "data-api.config.json": JSON.stringify(config) });
  expect(await project.runAsChild("generate")).toMatchObject({ exitCode: 0, stderr: "" });
  for (const [file, text] of await generateFiles(config)) {
    // What no one edits has a line with its hash before it.
    const written = project.read(`src/api/${file}`);
    expect(file.startsWith(".data-api/") ? written.replace(/^.*\n/, "") : written).toBe(text);
  }
});

test.concurrent("generate --check --watch is refused", async () => {
  const project = new Project({ [CONFIG]: configModule() });
  expectRefusal(await project.run("generate", "--check", "--watch"), "--check", "--watch");
});

test.concurrent("generate changes only the files that a change of the configuration affects", async () => {
  const project = await generated();
  const before = project.snapshot();
  project.write(CONFIG, withViews);
  const { exitCode, stdout } = await project.run("generate");
  expect(exitCode).toBe(0);
  expect(stdout).toContain("blogpost.schema.ts");
  expect(project.read(SCHEMA)).toContain("views: field.int().nullable(),");
  const after = project.snapshot();
  const changed = project.files().filter((file) => file.endsWith(".ts") && before[file] !== after[file]);
  const data = ["database", "fields/blogpost"].map((name) => `src/api/.data-api/${name}.ts`);
  expect(changed).toEqual([...data, SCHEMA]);
});

test.concurrent("generate --out puts the code into another folder", async () => {
  const project = new Project({ [CONFIG]: configModule() });
  expect((await project.run("generate", "--out", "generated/blog")).exitCode).toBe(0);
  expect(project.files()).toContain("generated/blog/blogpost/blogpost.schema.ts");
  expect(project.files()).not.toContain(SCHEMA);
  expect((await project.run("generate", "--out", "generated/blog", "--check")).exitCode).toBe(0);
  expect((await project.run("generate", "--check")).exitCode).toBe(2);
});

test.concurrent("generate --check exits with 0 if all code is up to date, and writes nothing", async () => {
  const project = await generated();
  const before = project.snapshot();
  const { exitCode, stdout } = await project.run("generate", "--check");
  expect(exitCode).toBe(0);
  expect(stdout).not.toContain("@@");
  expect(project.snapshot()).toEqual(before);
});

test.concurrent("generate --check exits with 2 if code is stale, prints a unified diff, and writes nothing", async () => {
  const project = await generated();
  project.write(CONFIG, withViews);
  const before = project.snapshot();
  const { exitCode, stdout, stderr } = await project.run("generate", "--check");
  expect(exitCode).toBe(2);
  expect(stderr).toBe("");
  expect(stdout).toMatch(/^--- .*blogpost\/blogpost\.schema\.ts$/m);
  expect(stdout).toMatch(/^\+\+\+ .*blogpost\/blogpost\.schema\.ts$/m);
  expect(stdout).toMatch(/^@@ -\d+,\d+ \+\d+,\d+ @@$/m);
  expect(stdout).toMatch(/^ {3}title: field\.string\(\),$/m);
  expect(stdout).toMatch(/^\+ {2}views: field\.int\(\)\.nullable\(\),$/m);
  expect(stdout).not.toContain("blogpost.routes.ts b/");
  expect(project.snapshot()).toEqual(before);
});

test.concurrent("generate --check exits with 2 if nothing has been generated yet", async () => {
  const project = new Project({ [CONFIG]: configModule() });
  const { exitCode, stdout } = await project.run("generate", "--check");
  expect(exitCode).toBe(2);
  expect(stdout).toMatch(/^--- \/dev\/null$/m);
  expect(stdout).toMatch(/^\+export const blogpostSchema/m);
  expect(project.files()).toEqual([CONFIG]);
});

test.concurrent("generate --dry-run prints the planned changes and writes nothing", async () => {
  const project = new Project({ [CONFIG]: configModule() });
  const { exitCode, stdout } = await project.run("generate", "--dry-run");
  expect(exitCode).toBe(0);
  expect(stdout).toContain("blogpost/blogpost.schema.ts");
  expect(project.files()).toEqual([CONFIG]);
});

test.concurrent("generate leaves an edited file unchanged if the configuration is unchanged", async () => {
  const project = await generated();
  project.write(SCHEMA, `${project.read(SCHEMA)}\nexport const mine = 1;\n`);
  const before = project.snapshot();
  expect((await project.run("generate")).exitCode).toBe(0);
  expect((await project.run("generate", "--check")).exitCode).toBe(0);
  expect(project.snapshot()).toEqual(before);
});

test.concurrent("generate does not overwrite an edit of a policy that the configuration changes too, and exits with 3", async () => {
  const project = await generated();
  project.write(POLICY, project.read(POLICY).replace('read: ["guest"]', 'read: ["guest", "editor"]'));
  project.write(CONFIG, configModule(blogConfig({ roles: '["admin"]' })));
  const { exitCode, stdout, stderr } = await project.run("generate");
  expect(exitCode).toBe(3);
  expect(stdout + stderr).toContain("blogpost/blogpost.policy.ts");
  expect(project.read(POLICY)).toContain('["guest", "editor"]');
});

test.concurrent("generate does not overwrite a file that it did not write, and exits with 3", async () => {
  const project = new Project({ [CONFIG]: configModule(), [SCHEMA]: "export const mine = 1;\n" });
  const { exitCode, stdout, stderr } = await project.run("generate");
  expect(exitCode).toBe(3);
  expect(stdout + stderr).toContain("blogpost/blogpost.schema.ts");
  expect(project.read(SCHEMA)).toBe("export const mine = 1;\n");
});

test.concurrent("generate rejects two names that would be equal in code, and names both", async () => {
  const entity = "{ fields: {}, permissions: {} }";
  const config = `{ database: { dialect: "sqlite", name: ":memory:" }, entities: { blog_post: ${entity}, blogPost: ${entity} } }`;
  const project = new Project({ [CONFIG]: configModule(config) });
  expectRefusal(await project.run("generate"), '"blog_post"', '"blogPost"', "BlogPostRepository");
  expect(project.files()).toEqual([CONFIG]);
});

test.concurrent("generate rejects a file in place of the output folder", async () => {
  const project = new Project({ [CONFIG]: configModule(), "src/api": "a file" });
  expectRefusal(await project.run("generate"), "src/api");
  expect(project.files()).toEqual([CONFIG, "src/api"]);
});

test.concurrent("generate does not follow a symbolic link below the output folder", async () => {
  const project = new Project({ [CONFIG]: configModule(), "elsewhere/blogpost.schema.ts": "mine" });
  fs.mkdirSync(project.resolve("src/api"), { recursive: true });
  fs.symlinkSync(project.resolve("elsewhere"), project.resolve("src/api/blogpost"), "dir");
  expectRefusal(await project.run("generate"), '"blogpost"', "symbolic link");
  expect(project.files()).toEqual([CONFIG, "elsewhere/blogpost.schema.ts"]);
});

test.concurrent("generate writes no files if those of one entity cannot be written", async () => {
  const entity = "{ fields: {}, permissions: {} }";
  const config = `{ database: { dialect: "sqlite", name: ":memory:" }, entities: { first: ${entity}, second: ${entity} } }`;
  const project = new Project({ [CONFIG]: configModule(config), "src/api/second": "a file" });
  expectRefusal(await project.run("generate"), '"second"');
  fs.rmSync(project.resolve("src/api/second"));
  fs.mkdirSync(project.resolve("src/api/second/second.routes.ts"), { recursive: true });
  expectRefusal(await project.run("generate"), '"second/second.routes.ts"');
  expect(project.files()).toEqual([CONFIG]);
});
