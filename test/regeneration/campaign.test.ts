import fs from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { isStale } from "../../generator/is-stale.js";
import { OutputFolder } from "../../generator/files/output-folder.js";
import { compileTrees } from "./compile.js";
import { planOnly, regenerate } from "./planned.js";
import { editTree, histories, looks, randomEdits } from "./random-trees.js";
import { createFolder, Workspace } from "./workspace.js";
import { runs } from "../runs.js";

// After random damage to files, baselines and states, no manual edit is lost and no file in use is deleted.

/** Damage to a tree, besides edits. `at` and `to` choose its files. */
interface Accident {
  readonly kind: "delete" | "move" | "copy-over" | "copy-beside" | "cut" | "crlf" | "no-mark";
  readonly of: "code" | "base" | "state";
  readonly at: number;
  readonly to: number;
}

const accidents: fc.Arbitrary<readonly Accident[]> = fc.array(
  fc.record({
    kind: fc.constantFrom("delete", "delete", "move", "copy-over", "copy-beside", "cut", "crlf", "no-mark"),
    of: fc.constantFrom("code", "base", "state"),
    at: fc.nat(30),
    to: fc.nat(30),
  }),
  { maxLength: 5 },
);

/**
 * Applies the accidents. Returns whether one of them breaks the code, such as a truncated source file.
 */
function happen(workspace: Workspace, all: readonly Accident[]): boolean {
  let isBroken = false;
  for (const { kind, of, at, to } of all) {
    const files = workspace
      .files()
      .filter((file) =>
        of === "code" ? /^[a-z_]+\/.*\.ts$/.test(file) : file.startsWith(`.data-api/${of}/`),
      );
    const [file, other] = [files[at % Math.max(1, files.length)], files[to % Math.max(1, files.length)]];
    if (file === undefined || other === undefined) continue;
    const text = workspace.read(file);
    if (of === "code" && ["copy-over", "copy-beside", "cut", "no-mark"].includes(kind)) isBroken = true;
    if (kind === "delete") workspace.remove(file);
    else if (kind === "crlf") workspace.write(file, text.replaceAll(/\r?\n/g, "\r\n"));
    else if (kind === "cut") workspace.write(file, text.slice(0, text.length / 2));
    else if (kind === "no-mark") workspace.write(file, text.replace(/^.*\n/, ""));
    else if (kind === "copy-over") workspace.write(other, text);
    else {
      const place =
        of === "code"
          ? `moved/x${at}_${to}.ts`
          : path.posix.join(path.posix.dirname(file), `x${to}${path.posix.extname(file)}`);
      workspace.write(place, text);
      if (kind === "move") workspace.remove(file);
    }
  }
  return isBroken;
}

function codeOf(tree: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(tree).filter(([file]) => !file.startsWith(".data-api/") || file.endsWith(".ts")),
  );
}

function countOf(mark: string, tree: Readonly<Record<string, string>>): number {
  return (
    Object.values(codeOf(tree))
      .join("\n")
      .split(new RegExp(`\\b${mark}\\b`)).length - 1
  );
}

const random = { seed: 20_261_122, numRuns: runs(16) };
const COMPILED = 20;

test("after any damage to generated code, edits and files in use are kept, and the index compiles", async () => {
  const trees = new Map<string, Readonly<Record<string, string>>>();
  const own = { "shared.ts": "export const shared = 1\r\n", "blogpost/notes.md": "# Mine\n" };
  await fc.assert(
    fc.asyncProperty(histories, randomEdits, looks, accidents, async (history, edits, look, all) => {
      const { config, next } = history;
      const workspace = new Workspace(createFolder());
      const folder = (): OutputFolder => new OutputFolder(workspace.out);
      await regenerate(config, folder());
      const { changed, marks } = editTree(workspace.tree(), edits, look);
      for (const [file, text] of Object.entries({ ...changed, ...own })) workspace.write(file, text);
      const isBroken = happen(workspace, all);
      const before = workspace.tree();

      const wouldWrite = isStale(await planOnly(next, folder()));
      const plan = await regenerate(next, folder());
      const after = workspace.tree();
      expect(wouldWrite).toBe(JSON.stringify(after) !== JSON.stringify(before));

      for (const [file, text] of Object.entries(own)) expect(after[file]).toBe(text);
      for (const mark of marks)
        expect(countOf(mark, after), mark).toBeGreaterThanOrEqual(countOf(mark, before));
      const present = new Set(Object.keys(next.entities));
      for (const { action, entity, path: file, before: text = "" } of plan.files) {
        if (action !== "delete") continue;
        expect(present.has(entity ?? ""), file).toBe(false);
        expect(text).toContain(`// @data-api ${entity ?? ""}/`);
      }
      const imported = Array.from(
        after["index.ts"]?.matchAll(/from "(\.\/.*)";/g) ?? [],
        ([, to = ""]) => to,
      );
      const hasConflicts = plan.files.some(({ action }) => action === "conflict");
      if (!hasConflicts)
        for (const module of imported)
          expect(after, module).toHaveProperty([module.slice(2).replace(/\.js$/, ".ts")]);
      if (!hasConflicts && !isBroken && trees.size < COMPILED) trees.set(`tree${trees.size}`, codeOf(after));

      const snapshot = workspace.snapshot();
      const again = await regenerate(next, folder());
      expect(workspace.snapshot()).toEqual(snapshot);
      expect(isStale(again)).toBe(false);
      expect(again.files.some(({ action }) => action === "conflict")).toBe(hasConflicts);
      fs.rmSync(workspace.folder, { recursive: true });
    }),
    random,
  );
  expect(trees.size).toBeGreaterThan(COMPILED / 2);
  expect(compileTrees(trees)).toEqual([]);
}, 600_000);
