import fs from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { blog, content, repository, routes, schema, setHeader, short, tag, title, views } from "./case.js";
import { applyEdit, replace } from "./edits.js";
import { runGit } from "./run-git.js";
import { createFolder, Workspace } from "./workspace.js";

// On Windows, git checks out CRLF unless it is configured otherwise.

const config = blog({}, { tag });
const limit = replace(
  schema,
  "export const blogpostSchema = z.object({\n  id: field.int(),\n  title: field.string(),",
  "export const blogpostSchema = z.object({\n  id: field.int(),\n  title: field.string({ maxLength: 60 }),",
);

function git(folder: string, ...args: readonly string[]): void {
  const { exitCode, output } = runGit(folder, ...args);
  expect(exitCode, output).toBe(0);
}

/** Commits a workspace and returns a clone of it that is checked out with CRLF. */
function cloneWithCrlf({ folder }: Workspace): Workspace {
  git(folder, "init", "--quiet");
  git(folder, "add", "--all");
  git(folder, "commit", "--quiet", "--message", "Generate");
  const place = createFolder();
  git(place, "clone", "--quiet", "--config", "core.autocrlf=true", folder, ".");
  return new Workspace(place);
}

async function edited(): Promise<Workspace> {
  const workspace = new Workspace();
  await workspace.generate(config);
  for (const edit of [setHeader, limit]) await applyEdit(workspace, edit);
  return workspace;
}

function toCrlf(workspace: Workspace): void {
  for (const file of workspace.files())
    workspace.write(file, workspace.read(file).replaceAll(/\r?\n/g, "\r\n"));
}

test("generated code that git checks out with CRLF is up to date, and generate writes nothing", async () => {
  const clone = cloneWithCrlf(await edited());
  expect(clone.read(routes)).toContain("\r\n");
  expect(clone.read(repository)).toContain("\r\n");
  for (const file of clone.files().filter((each) => each.startsWith(".data-api/")))
    expect(clone.read(file), file).not.toContain("\r");
  const before = clone.snapshot();
  expect(await clone.generate(config, "--check")).toEqual({ exitCode: 0, output: "Nothing to change.\n" });
  expect(await clone.generate(config)).toEqual({ exitCode: 0, output: "Nothing to change.\n" });
  expect(clone.snapshot()).toEqual(before);
});

test("records of generated code are read with CRLF as with LF", async () => {
  const workspace = await edited();
  toCrlf(workspace);
  const before = workspace.snapshot();
  expect(await workspace.generate(config, "--check")).toEqual({
    exitCode: 0,
    output: "Nothing to change.\n",
  });
  expect(await workspace.generate(config)).toEqual({ exitCode: 0, output: "Nothing to change.\n" });
  expect(workspace.snapshot()).toEqual(before);
});

test.each(["a clone", "every file"])(
  "a change of the configuration with CRLF in %s has the same result as with LF",
  async (where) => {
    const plain = await edited();
    const workspace = where === "a clone" ? cloneWithCrlf(plain) : await edited();
    if (where === "every file") toCrlf(workspace);
    const next = blog({ fields: { title, content, views } }, { tag });
    for (const each of [plain, workspace]) expect(await each.generate(next)).toMatchObject({ exitCode: 0 });
    for (const file of plain.files().filter((each) => each.endsWith(".ts")))
      expect(workspace.read(file).replaceAll("\r\n", "\n"), file).toBe(plain.read(file));
    for (const file of [routes, schema]) expect(workspace.read(file), file).not.toMatch(/[^\r]\n/);
    const before = workspace.snapshot();
    expect(await workspace.generate(next)).toEqual({ exitCode: 0, output: "Nothing to change.\n" });
    expect(workspace.snapshot()).toEqual(before);
  },
);

test("a conflict in generated code that was written with LF can be undone and resolved with CRLF", async () => {
  const next = blog({ fields: { title: short, content } }, { tag });
  const workspace = await edited();
  const unmarked = workspace.read(schema);
  expect(await workspace.generate(next)).toMatchObject({ exitCode: 3 });
  const marked = workspace.read(schema);
  workspace.write(schema, unmarked.replaceAll("\n", "\r\n"));
  expect((await workspace.generate(next, "--check")).output).toContain("again, because the merge was undone");
  workspace.write(schema, marked.replaceAll("\n", "\r\n"));
  expect(await workspace.generate(next, "--yours", schema)).toMatchObject({ exitCode: 0 });
  expect(workspace.read(schema)).toContain("  title: field.string({ maxLength: 60 }),\r\n");
  expect(workspace.read(schema)).not.toMatch(/<{7}|[^\r]\n/);
  fs.rmSync(path.join(workspace.out, ".data-api/.gitattributes"));
  expect(await workspace.generate(next, "--check")).toMatchObject({ exitCode: 2 });
});
