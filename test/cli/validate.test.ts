import { spawnSync } from "node:child_process";
import fs from "node:fs";
import { expect, test } from "vitest";
import { blogConfig, configModule, expectRefusal, Project } from "./project.js";

const json = JSON.stringify({
  $schema: "./node_modules/data-api/dist/schema.json",
  database: { dialect: "sqlite", name: ":memory:" },
  entities: {
    blogpost: {
      fields: { title: { type: "string", isEditable: true, isRequired: true } },
      permissions: { read: ["guest"] },
    },
  },
});
const typed = `import { defineConfig, type Config } from "data-api";
const config: Config = defineConfig(${blogConfig()});
export default config satisfies Config;\n`;

const valid: Readonly<Record<string, string>> = {
  "data-api.config.ts": typed,
  "data-api.config.mts": typed,
  "data-api.config.js": configModule(),
  "data-api.config.mjs": configModule(),
  "data-api.config.cjs": `const { defineConfig } = require("data-api");\nmodule.exports = defineConfig(${blogConfig()});\n`,
  "data-api.config.json": `\uFEFF${json}`,
};

test.concurrent.for(Object.entries(valid))("a configuration in %s is valid", async ([file, content]) => {
  const project = new Project({ [file]: content });
  const before = project.snapshot();
  expect(await project.runAsChild("validate")).toEqual({
    exitCode: 0,
    stdout: "The configuration is valid: 1 entity.\n",
    stderr: "",
  });
  expect(project.snapshot()).toEqual(before);
});

test.concurrent("a valid configuration may have another name and place", async () => {
  const project = new Project({ "config/blog.ts": typed });
  expect((await project.run("validate", "--config", "config/blog.ts")).exitCode).toBe(0);
  expect((await project.run("validate", "--config", project.resolve("config/blog.ts"))).exitCode).toBe(0);
});

interface Refused {
  readonly because: string;
  readonly content: string;
  readonly says: readonly string[];
}

/** Mistakes in any module format. */
const refusedModules: readonly Refused[] = [
  { because: "a syntax error", content: "export default {\n  database: {,\n", says: ["2"] },
  { because: "no default export", content: "export const config = 1;\n", says: ["no default export"] },
  {
    because: "a throw",
    content: '\n\nthrow new Error("no DB_PASSWORD");\n',
    says: ["line 3", "no DB_PASSWORD"],
  },
  { because: "a throw of no error", content: "throw null;\n", says: ["cannot be loaded: null"] },
  {
    because: "an unknown name",
    content: "\nexport default confg;\n",
    says: ["line 2", "confg is not defined"],
  },
  {
    because: "an import of nothing",
    content: 'import "./gone.js";\nexport default {};\n',
    says: ["gone.js"],
  },
  { because: "null", content: "export default null;\n", says: ["found null; must be an object"] },
  {
    because: "a function",
    content: "export default () => ({});\n",
    says: ["found a function; must be an object"],
  },
];
const refusedCommonJs: readonly Refused[] = [
  { because: "a syntax error", content: "module.exports = {\n  database: {,\n", says: ["line 2"] },
  {
    because: "a throw",
    content: '\nthrow new Error("no DB_PASSWORD");\n',
    says: ["line 2", "no DB_PASSWORD"],
  },
  { because: "no exports", content: "", says: ["database: found nothing", "entities: found nothing"] },
];
const refusedJson: readonly Refused[] = [
  { because: "a comma too many", content: '{\n  "database": {},\n}', says: ["line 3"] },
  { because: "a comment", content: "// the blog\n{}", says: ["line 1"] },
  { because: "nothing in it", content: "", says: ["line 1"] },
  { because: "a list", content: "[]", says: ["found a list; must be an object"] },
  {
    because: "a hostile name",
    content: '{"entities":{"__proto__":{}}}',
    says: ['the entity name "__proto__"'],
  },
];

test.concurrent.for([
  ...refusedModules.flatMap((refused) => ["ts", "mjs"].map((extension) => ({ extension, ...refused }))),
  ...refusedModules
    .slice(0, 2)
    .flatMap((refused) => ["mts", "js"].map((extension) => ({ extension, ...refused }))),
  { extension: "ts", because: "nothing in it", content: "", says: ["no default export"] },
  ...refusedCommonJs.map((refused) => ({ extension: "cjs", ...refused })),
  ...refusedJson.map((refused) => ({ extension: "json", ...refused })),
])(
  "a configuration in a .$extension file with $because is rejected",
  async ({ extension, content, says }) => {
    const file = `data-api.config.${extension}`;
    const project = new Project({ "package.json": '{"type":"module"}', [file]: content });
    const before = project.snapshot();
    const result = await project.run("validate");
    expectRefusal(result, ...says);
    if (result.stderr.includes("cannot be loaded")) expect(result.stderr).toContain(`"${file}"`);
    expect(project.snapshot()).toEqual(before);
  },
);

test.concurrent("validate, generate and start do nothing with an invalid configuration", async () => {
  const project = new Project({ "data-api.config.mjs": "export default {};\n" });
  for (const command of ["validate", "generate", "start"])
    expectRefusal(await project.run(command), "The configuration has 2 mistakes", "database", "entities");
  expect(project.files()).toEqual(["data-api.config.mjs"]);
});

test.concurrent.for([["secretKey", undefined] as const, ["cursorKey", "short"] as const])(
  "an error about a key without a usable value names its variable, and how to make a key: %s",
  async ([option, value]) => {
    const key = `${option}: process.env.A_KEY`;
    const config = {
      database: { dialect: "sqlite", name: ":memory:" },
      entities: {
        note: { fields: { text: { type: "string", isEditable: true, isRequired: false } }, permissions: {} },
      },
    };
    const rest = JSON.stringify(config).slice(1);
    const project = new Project(
      {
        "data-api.config.mjs": `export default { ${option === "secretKey" ? "auth" : "server"}: { ${key} }, ${rest};\n`,
      },
      value === undefined ? {} : { A_KEY: value },
    );
    const result = await project.runAsChild("validate");
    expectRefusal(result, "The variable is A_KEY.", "Make one with node -p ", `${option}: `);
    // The command of the message makes one that is accepted.
    const [, script = ""] = /node -p "([^"]+)"/.exec(result.stderr) ?? [];
    const { stdout } = spawnSync(process.execPath, ["-p", script], { encoding: "utf8" });
    project.write(".env", `A_KEY=${stdout.trim()}\n`);
    if (value === undefined) expect((await project.runAsChild("validate")).exitCode).toBe(0);
    else expect(Buffer.byteLength(stdout.trim())).toBeGreaterThanOrEqual(32);
  },
);

test.concurrent("files that import each other are named as the reason of an error in the configuration", async () => {
  const config = (entity: string) =>
    `import { note } from "./note.js";\nexport const shared = { isEditable: true, isRequired: false };\nexport default { database: { dialect: "sqlite", name: ":memory:" }, entities: { note: ${entity} } };\n`;
  const note =
    'import { shared } from "./data-api.config.mjs";\nexport const note = { fields: { text: { type: "string", ...shared } }, permissions: {} };\n';
  const circle = new Project({
    "package.json": '{"type":"module"}',
    "data-api.config.mjs": config("note"),
    "note.js": note,
  });
  expectRefusal(await circle.runAsChild("validate"), "files that import each other");
  const missing = new Project({ "data-api.config.mjs": config("undefined").replace(/^.*\n/, "") });
  expectRefusal(
    await missing.runAsChild("validate"),
    "entities.note: found nothing",
    "perhaps its file imports this one",
  );
});

test.concurrent("the `select` of a webhook must have members of each of its entities", async () => {
  const entity = (field: string) => ({
    fields: { [field]: { type: "string", isEditable: true, isRequired: true } },
    permissions: {},
  });
  const config = (select: string) =>
    JSON.stringify({
      database: { dialect: "sqlite", name: ":memory:" },
      webhooks: [
        {
          url: "https://example.com/changes",
          events: ["order.*", "note.create"],
          secret: `whsec_${"A".repeat(32)}`,
          select,
        },
      ],
      entities: { order: entity("item"), note: entity("text") },
    });
  const project = new Project({ "data-api.config.json": config("id,item") });
  const problem = 'webhooks.0.select: of "note": Unknown member "item" in entity "note".';
  expectRefusal(await project.run("validate"), "The configuration has 1 mistake", problem);
  const report = JSON.parse((await project.run("validate", "--json")).stdout) as { problems: object[] };
  expect(report.problems).toMatchObject([
    { path: "webhooks.0.select", message: expect.stringContaining('"item"') as string },
  ]);
  project.write("data-api.config.json", config("id,"));
  expectRefusal(await project.run("validate"), 'webhooks.0.select: of "order": ');
  project.write("data-api.config.json", config("id"));
  expect((await project.run("validate")).exitCode).toBe(0);
});

test.concurrent("validate rejects a folder without a configuration and one with several", async () => {
  const project = new Project();
  expectRefusal(
    await project.run("validate"),
    "data-api.config.{ts,mts,js,mjs,cjs,json}",
    "npx data-api init",
    "--config",
  );
  project.write("data-api.config.json", json);
  project.write("data-api.config.mjs", configModule());
  expectRefusal(await project.run("validate"), "data-api.config.mjs, data-api.config.json", "--config");
  expect((await project.run("validate", "--config", "data-api.config.json")).exitCode).toBe(0);
});

test.concurrent("validate rejects a file of --config that is missing, a folder, or of another type", async () => {
  const project = new Project({ "config/blog.yaml": "a: 1" });
  fs.mkdirSync(project.resolve("folder.ts"));
  expectRefusal(
    await project.run("validate", "--config", "config/blog.ts"),
    'no configuration file "config/blog.ts"',
  );
  expectRefusal(await project.run("validate", "--config", "folder.ts"), 'no configuration file "folder.ts"');
  expectRefusal(
    await project.run("validate", "--config", "config/blog.yaml"),
    '"config/blog.yaml"',
    ".ts, .mts",
  );
});

test.concurrent("every mistake in a configuration is listed with its path and a suggestion", async () => {
  const project = new Project({
    "data-api.config.mjs": `export default {
      database: { dialect: "sqllite", name: "", pasword: "s3cret" },
      entites: {},
      auth: { secretky: "x" },
      entities: {
        blogpost: {
          fields: {
            title: { type: "strin", isEditable: "yes" },
            views: { type: "int", isEditable: true, isRequired: true, maxLength: 3, default: "many" },
            author: { type: "int", isEditable: true, isRequired: true, foreignKey: { targetEntityName: "usr", resolvedEntityName: "views" } },
            "sub-title": { type: "text", isEditable: true, isRequired: true, isUnique: true },
            id: { type: "int", isEditable: true, isRequired: true },
          },
          permissions: { read: "guest", wirte: [] },
          readValidator: "id=1",
        },
        Blogpost: { fields: {}, permissions: {} },
        user: { fields: {}, permissions: {}, table: "blogpost" },
      },
      server: { maxTake: 0 },
    };\n`,
  });
  const { exitCode, stdout, stderr } = await project.run("validate");
  const at = (path: string) =>
    stderr
      .split("\n")
      .find((line) => /^ {2}- [\w.-]+:\d+:\d+: /.test(line) && line.includes(`: ${path}: `)) ?? "";
  expect(at("database.dialect")).toContain(
    'found "sqllite"; allowed: "mssql", "sqlite", "postgres", "mysql". Did you mean "sqlite"?',
  );
  expect(at("database.name")).toContain("must not be empty");
  expect(at("database.pasword")).toContain('Did you mean "password"?');
  expect(at("entites")).toContain('Did you mean "entities"?');
  expect(at("auth.secretky")).toContain('Did you mean "secretKey"?');
  expect(at("entities.blogpost.fields.title.type")).toContain('Did you mean "string"?');
  expect(at("entities.blogpost.fields.title.isEditable")).toContain('found "yes"; must be true or false');
  expect(at("entities.blogpost.fields.title.isRequired")).toContain("found nothing");
  expect(at("entities.blogpost.fields.views.maxLength")).toContain("only texts");
  expect(at("entities.blogpost.fields.views.default")).toContain('found "many"');
  expect(at("entities.blogpost.fields.author.foreignKey.targetEntityName")).toContain('Did you mean "user"?');
  expect(at("entities.blogpost.fields.author.foreignKey.resolvedEntityName")).toContain('"views"');
  expect(at("entities.blogpost.fields.sub-title")).toContain("must begin with a letter");
  expect(at("entities.blogpost.fields.id")).toContain('every record has "id"');
  expect(at("entities.blogpost.permissions.read")).toContain('found "guest"; must be a list');
  expect(at("entities.blogpost.permissions.wirte")).toContain("read, create, update, delete");
  expect(at("entities.blogpost.readValidator")).toContain("must be a function");
  expect(at("entities.Blogpost")).toContain("differ only by case");
  expect(at("entities.user.table")).toContain("used already");
  expect(at("server.maxTake")).toContain("must be at least 1");
  expect(stderr).toMatch(/^The configuration has \d+ mistakes:\n/);
  expect(stderr).not.toContain("s3cret");
  expect(stdout).toBe("");
  expect(exitCode).toBe(1);
});
