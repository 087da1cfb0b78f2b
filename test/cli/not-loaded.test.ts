import path from "node:path";
import { describe, expect, test } from "vitest";
import { formatCode } from "../../generator/files/format.js";
import { ownExports } from "../../generator/own-exports.js";
import * as whole from "../../runtime/index.js";
import { loadedModules, namesIn } from "../loaded-modules.js";
import { manifestOf } from "./dump-manifest.js";
import { Project } from "./project.js";

const cli = path.resolve(import.meta.dirname, "../../dist/generator/cli.js");

/** The packages, and the files with parts of a server, that a command loads. */
function loadedBy(command: string, project: Project, ...options: readonly string[]) {
  const loaded = loadedModules([cli, command, ...options], project.folder);
  expect(loaded).toContain(`/${command}-`);
  return {
    packages: namesIn(loaded, /node_modules\/((?:@[^/\n]+\/)?[^/\n]+)\//g).filter(
      (name) => name !== "data-api",
    ),
    parts: namesIn(loaded, /\/dist\/shared\/(names|config|facts|databases|start)-/g),
    transpiles: loaded.includes("/jiti/dist/babel.cjs"),
    compilesTemplates: loaded.includes("/handlebars/compiler/"),
  };
}

const withTitle = (maxLength: number) => `import { defineConfig } from "data-api";

export default defineConfig({
  database: { dialect: "sqlite", name: ":memory:" },
  entities: {
    note: {
      fields: { title: { type: "string", isEditable: true, isRequired: true, maxLength: ${maxLength} } },
      permissions: { read: ["guest"] },
    },
  },
});
`;

test("a command loads no server and no compiler of templates, and transpiles a configuration once", () => {
  const project = new Project({ "data-api.config.ts": withTitle(10) });
  const config = { packages: ["jiti"], parts: ["config", "names"], compilesTemplates: false };
  expect(loadedBy("validate", project)).toEqual({ ...config, transpiles: true });
  expect(loadedBy("validate", project)).toEqual({ ...config, transpiles: false });
  const parts = ["config", "facts", "names"];
  const rendering = ["handlebars", "jiti", "prettier"];
  expect(loadedBy("generate", project)).toMatchObject({
    parts,
    packages: expect.arrayContaining(rendering) as unknown,
    compilesTemplates: false,
  });
  expect(loadedBy("generate", project)).toEqual({ ...config, parts, transpiles: false });
  project.write("data-api.config.ts", withTitle(20));
  const changed = loadedBy("generate", project);
  expect(changed).toMatchObject({ parts, transpiles: true });
  expect(changed.packages).not.toContain("express");
  expect(project.read("src/api/note/note.schema.ts")).toContain("20");
});

test("export and import load the driver, and no server", () => {
  const line = '{"id":1,"title":"first"}\n';
  const project = new Project({
    "data-api.config.json": JSON.stringify({
      database: { dialect: "sqlite", name: "notes.db" },
      entities: {
        note: {
          systemFields: { createdat: false, updatedat: false },
          fields: { title: { type: "string", isEditable: true, isRequired: true } },
          permissions: {},
        },
      },
    }),
    "dump/manifest.json": manifestOf("note", { id: "int", title: "string" }, line),
    "dump/note.ndjson": line,
  });
  const loaded = {
    packages: expect.arrayContaining(["better-sqlite3"]) as unknown,
    parts: ["config", "databases", "facts", "names"],
  };
  expect(loadedBy("import", project, "--from", "dump")).toMatchObject(loaded);
  expect(loadedBy("export", project)).toMatchObject(loaded);
  expect(project.read("export/note.ndjson")).toContain('"first"');
});

test("init loads no package, and writes as Prettier does", async () => {
  const project = new Project();
  expect(loadedBy("init", project)).toEqual({
    packages: [],
    parts: ["names"],
    transpiles: false,
    compilesTemplates: false,
  });
  const code = project.read("data-api.config.ts");
  expect(await formatCode(code)).toBe(code);
});

describe("what a configuration imports", () => {
  test("a configuration can import all exports of the package", () => {
    expect(Object.keys(ownExports).sort()).toEqual(Object.keys(whole).sort());
    for (const [name, value] of Object.entries(whole)) expect(ownExports, name).toHaveProperty(name, value);
  });

  test("a configuration can import the classes of a server", async () => {
    const project = new Project({
      "data-api.config.ts": `import * as all from "data-api";
import { DataApi, ApiServer } from "data-api";
class Own extends DataApi {}
if (!(Own.prototype instanceof ApiServer) || all.DataApi !== DataApi) throw new Error("They differ.");
${withTitle(10)}`,
    });
    const { exitCode, stderr } = await project.runAsChild("validate");
    expect([exitCode, stderr]).toEqual([0, ""]);
  });
});
