import fs from "node:fs";
import path from "node:path";
import * as prettier from "prettier";
import { expect, test } from "vitest";
import { blog, content, repository, schema, title, views } from "./case.js";
import { applyEdit, replace } from "./edits.js";
import { Workspace } from "./workspace.js";

// Generated code has the format of the project.

/** A project with only these formatting settings. */
function projectWith(files: Readonly<Record<string, string>>): Workspace {
  const workspace = new Workspace();
  fs.rmSync(path.join(workspace.folder, ".prettierrc.json"));
  for (const [file, text] of Object.entries(files)) fs.writeFileSync(path.join(workspace.folder, file), text);
  return workspace;
}

/** The files that `prettier --check` would report. */
async function unformatted(workspace: Workspace): Promise<readonly string[]> {
  const found: string[] = [];
  for (const file of workspace.files()) {
    const filepath = path.join(workspace.out, file);
    const { ignored, inferredParser } = await prettier.getFileInfo(filepath);
    if (ignored || inferredParser === null) continue;
    const options = await prettier.resolveConfig(filepath, { editorconfig: true, useCache: false });
    if (!(await prettier.check(workspace.read(file), { ...options, filepath }))) found.push(file);
  }
  return found;
}

const config = blog({
  fields: { title, content, views },
  permissions: { read: ["guest", "admin"], create: ["guest"] },
});

test.each([
  ["nothing", {}],
  [
    "a .prettierrc",
    { ".prettierrc": '{ "semi": false, "singleQuote": true, "useTabs": true, "printWidth": 60 }' },
  ],
  [
    "an .editorconfig",
    { ".editorconfig": "root = true\n[*]\nindent_style = space\nindent_size = 4\nmax_line_length = 70\n" },
  ],
  ["a package.json", { "package.json": '{ "prettier": { "trailingComma": "none", "tabWidth": 3 } }' }],
  ["a JavaScript module", { "prettier.config.mjs": "export default { bracketSpacing: false };" }],
  [
    "overrides",
    { ".prettierrc": '{ "overrides": [{ "files": "api/**", "options": { "arrowParens": "avoid" } }] }' },
  ],
])("with %s, Prettier would not change the generated code", async (_what, files) => {
  const workspace = projectWith(files);
  expect((await workspace.generate(config)).exitCode).toBe(0);
  expect(workspace.files()).toContain(".data-api/state/blogpost.json");
  expect(await unformatted(workspace)).toEqual([]);
  expect(await workspace.generate(config, "--check")).toEqual({
    exitCode: 0,
    output: "Nothing to change.\n",
  });
});

test("a different print width reformats unedited code, and does not conflict with edited code", async () => {
  const workspace = projectWith({ ".prettierrc": '{ "printWidth": 120 }' });
  await workspace.generate(config);
  await applyEdit(
    workspace,
    replace(
      schema,
      "views: blogpostSchema.shape.views.optional()",
      "views: blogpostSchema.shape.views.optional().default(7)",
    ),
  );
  fs.writeFileSync(path.join(workspace.folder, ".prettierrc"), '{ "printWidth": 50, "singleQuote": true }');
  expect(await workspace.generate(config, "--check")).toMatchObject({ exitCode: 2 });
  expect(await workspace.generate(config)).toMatchObject({ exitCode: 0 });
  expect(workspace.read(repository)).toContain("from 'data-api/kit'");
  expect(workspace.read(schema)).toContain("views: blogpostSchema.shape.views.optional().default(7)");
  expect(await workspace.generate(config)).toEqual({ exitCode: 0, output: "Nothing to change.\n" });
  const changed = blog({ fields: { title: { ...title, maxLength: 9 }, content, views } });
  expect(await workspace.generate(changed)).toMatchObject({ exitCode: 0 });
  expect(workspace.read(schema)).toContain("views: blogpostSchema.shape.views.optional().default(7)");
});

test.each([
  ["is not valid", { ".prettierrc": "{ semi" }],
  ["names a missing plugin", { ".prettierrc": '{ "plugins": ["prettier-plugin-missing"] }' }],
  ["has an invalid option", { ".prettierrc": '{ "printWidth": "wide" }' }],
])("a Prettier configuration that %s is reported, and no code is written", async (_what, files) => {
  const workspace = projectWith(files);
  const { exitCode, output } = await workspace.generate(config);
  expect(exitCode).toBe(1);
  expect(output).toMatch(
    /^Generated files use the project's Prettier configuration, which cannot be used: .+\n$/,
  );
  expect(workspace.files()).toEqual([]);
});
