import { expect, test } from "vitest";
import { blogConfig, configModule, Project } from "./project.js";

const mistaken = `import { defineConfig } from "data-api";
import { fields } from "./fields.js";

console.log("printed by the configuration");
export default defineConfig({
  database: { dialect: "sqlite", name: ":memory:" },
  entities: {
    note: { fields, permissions: { wirte: [] } },
  },
});
`;
const fields = `export const fields = {\n  text: { type: "strng", isEditable: true },\n};\n`;

interface Report {
  readonly problems: readonly { readonly message: string; readonly file?: string; readonly line?: number }[];
}

test("validate --json prints mistakes with their places, and nothing else", async () => {
  const project = new Project({ "data-api.config.ts": mistaken, "fields.ts": fields });
  const { exitCode, stdout, stderr } = await project.runAsChild("validate", "--json");
  expect(exitCode).toBe(1);
  expect(stderr).toContain("printed by the configuration");
  const at = (file: string, line: number, column: number, endColumn: number) => ({
    file: project.resolve(file),
    line,
    column,
    endLine: line,
    endColumn,
  });
  expect(JSON.parse(stdout)).toEqual({
    version: 1,
    valid: false,
    file: project.resolve("data-api.config.ts"),
    problems: [
      {
        path: "entities.note.fields.text.type",
        message: expect.stringContaining('found "strng"') as string,
        hint: 'Did you mean "string"?',
        ...at("fields.ts", 2, 11, 24),
      },
      {
        path: "entities.note.fields.text.isRequired",
        message: "found nothing; must be true or false.",
        ...at("fields.ts", 2, 3, 44),
      },
      {
        path: "entities.note.permissions.wirte",
        message: expect.stringContaining('unknown key "wirte"') as string,
        ...at("data-api.config.ts", 8, 36, 45),
      },
    ],
    warnings: [],
  });
});

test("validate --json prints the warnings of a valid configuration", async () => {
  const salted = blogConfig({ roles: '["member"]' }).replace(
    "entities:",
    'auth: { secretKey: "0123456789abcdef0123456789abcdef", salt: "x" },\n    entities:',
  );
  const project = new Project({ "data-api.config.mjs": configModule(salted) });
  const { exitCode, stdout, stderr } = await project.run("validate", "--json");
  expect([exitCode, stderr]).toEqual([0, ""]);
  expect(JSON.parse(stdout)).toMatchObject({
    version: 1,
    valid: true,
    problems: [],
    warnings: [{ path: "auth.salt", message: expect.stringContaining("no effect") as string, line: 6 }],
  });
});

const unloaded: readonly (readonly [file: string, content: string, message: string, line: number])[] = [
  ["data-api.config.ts", "export default {\n  database: {,\n", "Unexpected token", 2],
  ["data-api.config.mjs", "export default {\n  database: {,\n", "Unexpected token", 2],
  ["data-api.config.cjs", "module.exports = {\n  database: {,\n", "Unexpected token", 2],
  ["data-api.config.json", '{\n  "database": {},\n}', "cannot be loaded", 3],
  ["data-api.config.ts", '\n\nthrow new Error("no DB_PASSWORD");\n', "no DB_PASSWORD", 3],
  ["data-api.config.mjs", '\n\nthrow new Error("no DB_PASSWORD");\n', "no DB_PASSWORD", 3],
  ["data-api.config.mts", "\nexport default confg;\n", "confg is not defined", 2],
];

test.concurrent.for(unloaded)(
  "validate --json names the place of an error in %s: %j",
  async ([file, content, message, line]) => {
    const project = new Project({ [file]: content });
    const { exitCode, stdout } = await project.run("validate", "--json");
    expect(exitCode).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      version: 1,
      valid: false,
      file: project.resolve(file),
      problems: [
        { path: "", message: expect.stringContaining(message) as string, file: project.resolve(file), line },
      ],
    });
  },
);

test("validate --json names the place of an error in an imported file, and prints no credentials", async () => {
  const project = new Project({
    "data-api.config.ts": 'import { key } from "./key.js";\nexport default { key };\n',
    "key.ts":
      '\nexport const key = read();\nfunction read(): string {\n  throw new Error("no postgres://u:pw@h/x");\n}\n',
  });
  const { stdout } = await project.run("validate", "--json");
  const { problems } = JSON.parse(stdout) as Report;
  expect(problems).toMatchObject([{ file: project.resolve("key.ts"), line: 4 }]);
  expect(stdout).not.toContain("pw");
});

test("validate --json reports a missing configuration as a problem without a place", async () => {
  const project = new Project({ "README.md": "" });
  for (const args of [[], ["--config", "gone.ts"], ["--config", "README.md"]]) {
    const { exitCode, stdout, stderr } = await project.run("validate", "--json", ...args);
    expect([exitCode, stderr]).toEqual([1, ""]);
    const report = JSON.parse(stdout) as Report;
    expect(report).toMatchObject({ version: 1, valid: false, file: null, warnings: [] });
    expect(report.problems.map((problem) => Object.keys(problem))).toEqual([["path", "message"]]);
  }
});

test("every command that reads the configuration prints the places of its mistakes", async () => {
  const project = new Project({ "data-api.config.ts": mistaken, "fields.ts": fields });
  for (const command of [
    ["validate"],
    ["generate"],
    ["start", "--port", "0"],
    ["start", "--workers", "2"],
    ["requests"],
    ["db", "diff"],
  ]) {
    const { exitCode, stderr } = await project.run(...command);
    expect(exitCode).toBe(1);
    expect(stderr).toContain('  - fields.ts:2:11: entities.note.fields.text.type: found "strng"');
    expect(stderr).toContain("  - data-api.config.ts:8:36: entities.note.permissions.wirte: unknown key");
  }
});
