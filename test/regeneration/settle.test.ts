import fs from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { OutputFolder } from "../../generator/files/output-folder.js";
import { blog, content, policy, schema, short, tag, views } from "./case.js";
import { applyEdit, replace, write } from "./edits.js";
import { regenerate } from "./planned.js";
import { editTree, histories, looks, randomEdits } from "./random-trees.js";
import { createFolder, Workspace } from "./workspace.js";
import { runs } from "../runs.js";

// A command can resolve a conflict before or after its markers are written.

const limit = (file: string, name: string) =>
  replace(
    file,
    `export const ${name.toLowerCase()}Schema = z.object({\n  id: field.int(),\n  ${name === "Tag" ? "label" : "title"}: field.string(),`,
    `export const ${name.toLowerCase()}Schema = z.object({\n  id: field.int(),\n  ${name === "Tag" ? "label" : "title"}: field.string({ maxLength: 60 }),`,
  );
const tagSchema = "tag/tag.schema.ts";
const next = blog({ fields: { title: short, content } }, { tag: { ...tag, fields: { label: short } } });
const sides = {
  yours: "field.string({ maxLength: 60 })",
  generated: "field.string({ maxLength: 100 })",
} as const;

/** A workspace with a conflict in the schemas of two entities. */
async function conflicting(): Promise<Workspace> {
  const workspace = new Workspace();
  await workspace.generate(blog({}, { tag }));
  await applyEdit(workspace, limit(schema, "Blogpost"));
  await applyEdit(workspace, limit(tagSchema, "Tag"));
  return workspace;
}

test.each(["yours", "generated"] as const)(
  "--on-conflict=%s resolves existing markers in all files",
  async (how) => {
    const [direct, marked] = [await conflicting(), await conflicting()];
    expect(await direct.generate(next, "--on-conflict", how)).toMatchObject({ exitCode: 0 });
    expect(await marked.generate(next)).toMatchObject({ exitCode: 3 });
    const check = await marked.generate(next, "--on-conflict", how, "--check");
    expect(check.exitCode).toBe(2);
    const { exitCode, output } = await marked.generate(next, "--on-conflict", how);
    expect(exitCode, output).toBe(0);
    expect(marked.tree()).toEqual(direct.tree());
    expect(marked.read(schema)).toContain(
      `export const blogpostSchema = z.object({\n  id: field.int(),\n  title: ${sides[how]},`,
    );
    expect(await marked.generate(next, "--check")).toEqual({ exitCode: 0, output: "Nothing to change.\n" });
  },
);

test("--yours and --generated resolve one file each, with or without its markers", async () => {
  for (const isMarked of [true, false]) {
    const workspace = await conflicting();
    if (isMarked) await workspace.generate(next);
    const one = await workspace.generate(next, "--yours", schema);
    expect(one.exitCode).toBe(3);
    expect(one.output).toContain(`conflict  ${tagSchema}:`);
    expect(one.output).not.toContain(`conflict  ${schema}`);
    expect(await workspace.generate(next, "--generated", tagSchema)).toMatchObject({ exitCode: 0 });
    expect(workspace.read(schema)).toContain(
      `blogpostSchema = z.object({\n  id: field.int(),\n  title: ${sides.yours},`,
    );
    expect(workspace.read(tagSchema)).toContain(
      `tagSchema = z.object({\n  id: field.int(),\n  label: ${sides.generated},`,
    );
    expect(await workspace.generate(next, "--check")).toEqual({
      exitCode: 0,
      output: "Nothing to change.\n",
    });
  }
});

test("the command that a conflict's message names works, also after a further change of the configuration", async () => {
  const later = blog({ fields: { title: { ...short, maxLength: 50 }, content, views } }, { tag });
  for (const side of ["yours", "generated"] as const) {
    const workspace = await conflicting();
    await workspace.generate(next);
    const { output } = await workspace.generate(later);
    const [, ...named] = new RegExp(`(--${side}) (\\S+)`).exec(output) ?? [];
    expect(named).toEqual([`--${side}`, schema]);
    const settled = await workspace.generate(later, ...named, "--on-conflict", side);
    expect(settled.exitCode, settled.output).toBe(0);
    expect(workspace.read(schema)).toContain(
      side === "yours"
        ? sides.yours
        : "blogpostSchema = z.object({\n  id: field.int(),\n  title: field.string({ maxLength: 50 }),",
    );
    expect(workspace.read(schema)).toContain("views: field.int()");
  }
});

test("--generated overwrites a file that only the generator may write, even if it has git's markers", async () => {
  const workspace = new Workspace();
  await workspace.generate(blog());
  const text = workspace.read(policy);
  await applyEdit(workspace, write(policy, `<<<<<<< HEAD\n${text}=======\n${text}>>>>>>> theirs\n`));
  expect(await workspace.generate(blog())).toMatchObject({ exitCode: 3 });
  expect(await workspace.generate(blog(), "--generated", policy)).toMatchObject({ exitCode: 0 });
  expect(workspace.read(policy)).toBe(text);
});

test("damaged conflict markers and git's own must be resolved by hand, or with --force", async () => {
  for (const damage of [
    (text: string) => text.replace("=======\n", ""),
    (text: string) => text.replace("<<<<<<< yours", "<<<<<<< HEAD"),
    (text: string) => text.replace(">>>>>>> generated\n", ""),
    (text: string) => text.replace("||||||| base\n", ""),
  ]) {
    const workspace = await conflicting();
    await workspace.generate(next);
    workspace.write(schema, damage(workspace.read(schema)));
    const before = workspace.read(schema);
    const { exitCode, output } = await workspace.generate(next, "--on-conflict", "yours");
    expect(exitCode).toBe(3);
    expect(output).toContain(`(conflict markers are still there: resolve them by hand, or --force ${schema}`);
    expect(workspace.read(schema)).toBe(before);
    expect(await workspace.generate(next, "--force", schema)).toMatchObject({ exitCode: 0 });
  }
});

test("--yours and --generated for the same file are refused, and so is a file that is not generated", async () => {
  const workspace = await conflicting();
  expect(await workspace.generate(next, "--yours", schema, "--generated", schema)).toEqual({
    exitCode: 1,
    output: `"${schema}" cannot be resolved by both --yours and --generated.\n`,
  });
  expect(await workspace.generate(next, "--yours", "blogpost/blogpost.shema.ts")).toEqual({
    exitCode: 1,
    output: `--yours: "blogpost/blogpost.shema.ts" is not a generated file. Did you mean "${schema}"?\n`,
  });
});

test("a conflict that is resolved afterwards gives the same code as one that is resolved at once", async () => {
  let settled = 0;
  await fc.assert(
    fc.asyncProperty(
      histories,
      randomEdits,
      looks,
      fc.constantFrom("yours" as const, "generated" as const),
      async ({ config, next: then, renames }, edits, look, onConflict) => {
        fc.pre(!renames);
        const workspace = new Workspace(createFolder());
        await regenerate(config, new OutputFolder(workspace.out));
        for (const [file, text] of Object.entries(editTree(workspace.tree(), edits, look).changed))
          workspace.write(file, text);
        const direct = new Workspace(createFolder());
        fs.cpSync(workspace.out, direct.out, { recursive: true });
        const marked = await regenerate(then, new OutputFolder(workspace.out));
        if (marked.files.some(({ action }) => action === "conflict")) {
          settled++;
          await regenerate(then, new OutputFolder(direct.out), { onConflict });
          const after = await regenerate(then, new OutputFolder(workspace.out), { onConflict });
          expect(after.files.filter(({ action }) => action === "conflict")).toEqual([]);
          expect(workspace.tree()).toEqual(direct.tree());
        }
        for (const each of [workspace, direct]) fs.rmSync(each.folder, { recursive: true });
      },
    ),
    { seed: 20_261_123, numRuns: runs(16) },
  );
  expect(settled).toBeGreaterThan(1);
}, 240_000);
