import fs from "node:fs";
import fc from "fast-check";
import { ts } from "ts-morph";
import { expect, test } from "vitest";
import { listEdits } from "../../generator/merge/index.js";
import { OutputFolder } from "../../generator/files/output-folder.js";
import { regenerate } from "./planned.js";
import { editTree, histories, looks, randomEdits } from "./random-trees.js";
import { createFolder, Workspace } from "./workspace.js";
import { runs } from "../runs.js";

const random = { seed: 20_260_201, numRuns: runs(50) };

const ownFiles = {
  "shared.ts": "export const shared = 1",
  "blogpost/notes.md": "# Mine\r\n",
  "tag/tag.helpers.ts": "\uFEFFexport {};\r\n",
};

function countOf(mark: string, tree: Readonly<Record<string, string>>): number {
  return codeOf(tree).reduce((sum, [, text]) => sum + text.split(new RegExp(`\\b${mark}\\b`)).length - 1, 0);
}

function codeOf(tree: Readonly<Record<string, string>>): readonly (readonly [string, string])[] {
  return Object.entries(tree).filter(([file]) => !file.startsWith(".data-api/"));
}

function expectSound(file: string, text: string): void {
  const source = ts.createSourceFile("file.ts", text.replace(/^\uFEFF/, ""), ts.ScriptTarget.Latest, true);
  const { parseDiagnostics } = source as unknown as { parseDiagnostics: readonly unknown[] };
  expect(parseDiagnostics, file).toEqual([]);
  expect(doubles(source), file).toEqual([]);
}

/** Names that are declared twice in one block. */
function doubles(source: ts.SourceFile): readonly string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const names: string[] = [];
    ts.forEachChild(node, (child) => {
      if (ts.isVariableStatement(child))
        names.push(...child.declarationList.declarations.map((each) => each.name.getText()));
      else if (ts.isImportDeclaration(child)) {
        const named = child.importClause?.namedBindings;
        if (child.importClause?.name) names.push(child.importClause.name.text);
        if (named && ts.isNamedImports(named)) names.push(...named.elements.map((each) => each.name.text));
      } else if (
        ts.isClassElement(child) ||
        ts.isTypeElement(child) ||
        ts.isObjectLiteralElement(child) ||
        ts.isInterfaceDeclaration(child) ||
        ts.isTypeAliasDeclaration(child) ||
        ts.isFunctionDeclaration(child)
      ) {
        if (child.name) names.push(child.name.getText());
      } else if (ts.isExpressionStatement(child) && ts.isCallExpression(child.expression)) {
        const [first] = child.expression.arguments;
        if (first && ts.isStringLiteral(first))
          names.push(`${child.expression.expression.getText()} ${first.text}`);
      }
      visit(child);
    });
    found.push(...names.filter((name, index) => names.indexOf(name) !== index));
  };
  visit(source);
  return found;
}

/** Whether a unit of one list equals or contains a unit of the other, or is inside it. */
function overlap(a: readonly string[], b: readonly string[]): boolean {
  return a.some((one) =>
    b.some((two) => one === two || one.startsWith(`${two}.`) || two.startsWith(`${one}.`)),
  );
}

function unitsOf(from: string, to: string): readonly string[] {
  return listEdits(from, to.replace(/^\uFEFF/, "")).map(({ unit }) => unit);
}

test("random edits and changes lose, double and break no code, and cause no needless conflicts", async () => {
  let merged = 0;
  let asked = 0;
  await fc.assert(
    fc.asyncProperty(
      histories,
      randomEdits,
      looks,
      async ({ config, next, renames, renamed }, edits, look) => {
        const workspace = new Workspace(createFolder());
        const folder = (): OutputFolder => new OutputFolder(workspace.out);
        await regenerate(config, folder());
        const generated = workspace.tree();
        const { changed, marks } = editTree(generated, edits, look);
        for (const [file, text] of Object.entries({ ...changed, ...ownFiles })) workspace.write(file, text);
        const before = workspace.tree();
        const other = new Workspace(createFolder());
        fs.cpSync(workspace.out, other.out, { recursive: true });
        const fresh = new Workspace(createFolder());
        await regenerate(next, new OutputFolder(fresh.out));

        const plan = await regenerate(next, folder());
        const after = workspace.tree();
        const conflicting = plan.files.filter(({ action }) => action === "conflict");

        for (const mark of marks)
          expect(countOf(mark, after), mark).toBeGreaterThanOrEqual(countOf(mark, before));
        if (conflicting.length === 0)
          for (const mark of marks) expect(countOf(mark, after), mark).toBe(countOf(mark, before));
        for (const [file, text] of Object.entries(ownFiles)) expect(after[file]).toBe(text);
        for (const [file, text] of codeOf(after))
          if (!/^<{7}/m.test(text) && file.endsWith(".ts")) expectSound(file, text);

        // Unedited files equal newly generated ones.
        const detached = plan.files.filter(({ action }) => action === "detach").map(({ path }) => path);
        const wasEdited = (file: string): boolean => {
          const [entity = ""] = file.split("/");
          return changed[file.replaceAll(entity, renamed.get(entity) ?? entity)] !== undefined;
        };
        for (const [file, text] of codeOf(fresh.tree()))
          if (!wasEdited(file)) expect(after[file], file).toBe(text);
        const wanted = fresh.tree();
        for (const [file] of codeOf(after))
          if (wanted[file] === undefined && !(file in ownFiles)) expect(detached).toContain(file);

        // A unit that only one side changed never causes a conflict.
        for (const { path } of renames ? [] : conflicting) {
          const [base = "", yours = "", then = ""] = [generated[path], before[path], wanted[path]];
          expect(overlap(unitsOf(base, yours), unitsOf(base, then)), path).toBe(true);
        }

        const snapshot = workspace.snapshot();
        const again = await regenerate(next, folder());
        expect(workspace.snapshot()).toEqual(snapshot);
        expect(again.files.filter(({ action }) => action === "conflict").map(({ path }) => path)).toEqual(
          conflicting.map(({ path }) => path),
        );

        if (conflicting.length > 0) {
          asked++;
          const settled = await regenerate(next, new OutputFolder(other.out), { onConflict: "yours" });
          expect(settled.files.filter(({ action }) => action === "conflict")).toEqual([]);
          const tree = other.tree();
          for (const mark of marks) expect(countOf(mark, tree), mark).toBe(countOf(mark, before));
          for (const [file, text] of codeOf(tree)) if (file.endsWith(".ts")) expectSound(file, text);
        } else merged++;
        for (const each of [workspace, other, fresh]) fs.rmSync(each.folder, { recursive: true });
      },
    ),
    random,
  );
  // The test is only meaningful if both merges and conflicts occur.
  expect(merged).toBeGreaterThan(random.numRuns / 3);
  expect(asked).toBeGreaterThan(0);
}, 120_000);
