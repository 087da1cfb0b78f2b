import fc from "fast-check";
import * as prettier from "prettier";
import { ts } from "ts-morph";
import { describe, expect, it } from "vitest";

import { listEdits, mergeFile, sameTokens } from "../../../generator/merge/index.js";
import type { Versions } from "../../../generator/merge/source/versions.js";
import { merge } from "./merged.js";
import { fileNames, histories, print } from "./random-config.js";
import { applyEdits, deleteOne, edits, swapMembers } from "./random-edits.js";
import { runs } from "../../runs.js";

const random = { seed: 20_260_101, numRuns: runs(100) };
/** Requests a unit that does not exist, so that no shortcut is taken. */
const wholeWay = { restore: new Set(["nothing"]) };

const cases = fc
  .record({
    history: histories,
    file: fc.constantFrom(...fileNames),
    edits,
    place: fc.nat(30),
    also: fc.nat(5),
  })
  .map(({ history, file, edits: all, place, also }) => {
    const [base, next, last] = history.map((config) => print(config, file)) as [string, string, string];
    const edited = applyEdits(base, all);
    const yours =
      also === 0 ? deleteOne(edited.text, place) : also === 1 ? swapMembers(edited.text, place) : edited.text;
    // The deletion may remove a mark.
    return { base, next, last, yours, marks: edited.marks.filter((mark) => yours.includes(mark)) };
  });

function parses(text: string): boolean {
  const file = ts.createSourceFile("file.ts", text, ts.ScriptTarget.Latest);
  return (file as unknown as { parseDiagnostics: readonly unknown[] }).parseDiagnostics.length === 0;
}

/** The names that a file declares or imports twice, members of one block included. */
function doubles(text: string): readonly string[] {
  const found: string[] = [];
  const check = (nodes: readonly ts.Node[]): void => {
    const names = nodes.flatMap((node) => {
      if (ts.isVariableStatement(node))
        return node.declarationList.declarations.map((each) => each.name.getText());
      if (ts.isImportDeclaration(node)) {
        const named = node.importClause?.namedBindings;
        const own = node.importClause?.name ? [node.importClause.name.text] : [];
        return named && ts.isNamedImports(named)
          ? [...own, ...named.elements.map((each) => each.name.text)]
          : own;
      }
      const { name } = node as { name?: ts.Node };
      return name ? [name.getText()] : [];
    });
    found.push(...names.filter((name, index) => names.indexOf(name) !== index));
  };
  const visit = (node: ts.Node): void => {
    if (ts.isSourceFile(node) || ts.isBlock(node)) check(node.statements);
    if (ts.isClassDeclaration(node) || ts.isInterfaceDeclaration(node)) check(node.members);
    if (ts.isObjectLiteralExpression(node)) check(node.properties);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile("file.ts", text, ts.ScriptTarget.Latest, true));
  return found;
}

function touched(from: string, to: string): readonly string[] {
  return listEdits(from, to).map(({ unit }) => unit);
}

/** Whether a unit of one list equals a unit of the other, or is inside it. */
function overlap(a: readonly string[], b: readonly string[]): boolean {
  return a.some((one) =>
    b.some((two) => one === two || one.startsWith(`${two}.`) || two.startsWith(`${one}.`)),
  );
}

/** Only declarations can be compared, because formatters decide which parts have their own line. */
function declarations(units: readonly string[]): ReadonlySet<string> {
  return new Set(units.map((unit) => unit.replace(/^(\w+ \w+)\..*/, "$1")));
}

function count(text: string, word: string): number {
  return text.split(new RegExp(`\\b${word}\\b`)).length - 1;
}

/** Neighbouring lines of two members or handlers, or of a member and a handler, without a blank line between. */
function glued(text: string): readonly string[] {
  const below = text.matchAll(/(?<=^ {2}\}(?:\);)?\n) {2}[^\s}].*$/gm);
  const above = text.matchAll(/^.*[^\s{,(]\n(?: {2}\/\*\*.*\n)?(?= {2}(?:async|router\.\w+\())/gm);
  return [...below, ...above].map(([found]) => found);
}

/** Expects a merge with conflicts to keep the edits, and to be without conflicts if one side wins. */
function expectResolved(
  { base, yours, next, marks }: Versions<string> & { readonly marks: readonly string[] },
  text: string,
): void {
  for (const mark of marks) expect(count(text, mark)).toBeGreaterThan(0);
  for (const onConflict of ["yours", "generated"] as const) {
    const resolved = merge(base, yours, next, { onConflict });
    expect(resolved.conflicts).toEqual([]);
    expect(parses(resolved.text)).toBe(true);
    expect(doubles(resolved.text)).toEqual([]);
    if (onConflict === "yours")
      for (const mark of marks) expect(count(resolved.text, mark)).toBe(count(yours, mark));
  }
}

/**
 * Expects that a merge repeated with its former baseline keeps the result. It may conflict where both sides changed a
 * declaration: a line added before a removed one then looks like a change of it. Returns whether it conflicts.
 */
function expectRepeated({ base, yours, next }: Versions<string>, text: string): boolean {
  expect(merge(base, text, next, { onConflict: "yours" }).text).toBe(text);
  const { conflicts } = merge(base, text, next);
  for (const { unit, reason } of conflicts) {
    expect(reason).toBe("both-changed");
    expect([yours, next].map((side) => overlap([unit], touched(base, side)))).toEqual([true, true]);
  }
  return conflicts.length > 0;
}

describe("random edits against random changes of the configuration", () => {
  it("a merge returns the other side if one side changed nothing", () => {
    fc.assert(
      fc.property(cases, ({ base, yours, next }) => {
        expect(merge(base, yours, base).text).toBe(yours);
        expect(merge(base, yours, base, wholeWay).text).toBe(yours);
        expect(merge(base, base, next).text).toBe(next);
        expect(merge(base, next, next).text).toBe(next);
        const windows = (text: string): string => `\uFEFF${text.replaceAll("\n", "\r\n")}`;
        expect(merge(base, windows(base), next).text).toBe(windows(next));
        expect(merge(base, windows(yours), base, wholeWay).text).toBe(windows(yours));
      }),
      random,
    );
  });

  it("random merges lose no edit, duplicate nothing, parse, and are idempotent", () => {
    let merged = 0;
    let ambiguous = 0;
    fc.assert(
      fc.property(cases, (each) => {
        const { base, yours, next, marks } = each;
        const result = merge(base, yours, next);
        if (result.conflicts.length > 0) {
          expectResolved(each, result.text);
          return;
        }
        merged++;
        for (const mark of marks) expect(count(result.text, mark)).toBe(count(yours, mark));
        const before = [...glued(yours), ...glued(next)];
        expect(glued(result.text).filter((pair) => !before.includes(pair))).toEqual([]);
        expect(parses(result.text)).toBe(true);
        expect(doubles(result.text)).toEqual([]);
        expect(merge(next, result.text, next, wholeWay).text).toBe(result.text);
        if (expectRepeated(each, result.text)) ambiguous++;
        else expect(merge(base, result.text, next).text).toBe(result.text);
      }),
      random,
    );
    expect(ambiguous).toBeLessThanOrEqual(random.numRuns / 100);
    expect(merged).toBeGreaterThan(random.numRuns / 2);
  });

  it("random merges of two edits in the same places lose none, and their conflicts are resolved either way", () => {
    let conflicting = 0;
    fc.assert(
      fc.property(cases, edits, ({ base }, all) => {
        const { text: yours, marks } = applyEdits(base, all);
        const next = marks.reduce(
          (text, mark) => text.replaceAll(mark, mark.replace("mine", "their")),
          yours,
        );
        const result = merge(base, yours, next);
        for (const mark of marks) expect(count(result.text, mark)).toBeGreaterThan(0);
        if (result.conflicts.length === 0) return;
        conflicting++;
        expectResolved({ base, yours, next, marks }, result.text);
      }),
      random,
    );
    expect(conflicting).toBeGreaterThan(random.numRuns / 6);
  });

  it("random edits and changes of different units are merged without conflict and without loss", () => {
    let apart = 0;
    fc.assert(
      fc.property(cases, ({ base, yours, next }) => {
        const mine = touched(base, yours).filter((unit) => !unit.startsWith("import "));
        if (
          overlap(
            mine,
            touched(base, next).filter((unit) => !unit.startsWith("import ")),
          )
        )
          return;
        apart++;
        const result = merge(base, yours, next);
        expect(result.conflicts).toEqual([]);
        // The result differs from the generated text only by the user's edits.
        const left = touched(next, result.text).filter((unit) => !unit.startsWith("import "));
        expect([...left].sort()).toEqual([...mine].sort());
      }),
      random,
    );
    expect(apart).toBeGreaterThan(random.numRuns / 3);
  });

  it("merges give the same result for two changes in turn and both at once", () => {
    let compared = 0;
    fc.assert(
      fc.property(cases, ({ base, yours, next, last }) => {
        const removed = [...listEdits(base, next), ...listEdits(next, last)].filter(
          ({ kind }) => kind === "deleted",
        );
        const added = [...listEdits(base, next), ...listEdits(next, last)].filter(
          ({ kind }) => kind === "added",
        );
        // A unit that is removed and added again is new for two merges, and unchanged for one merge.
        if (removed.some(({ unit }) => added.some((each) => each.unit === unit))) return;
        const step = merge(base, yours, next);
        const atOnce = merge(base, yours, last);
        if (step.conflicts.length + atOnce.conflicts.length > 0) return;
        const inTurn = merge(next, step.text, last);
        if (inTurn.conflicts.length > 0) return;
        compared++;
        // The place of a new unit depends on its neighbours: after a removal, the order of units may differ.
        const open = removed.length > 0 && added.length > 0;
        const spell = (text: string): string =>
          open ? text.split("\n").filter(Boolean).sort().join("\n") : text;
        expect(spell(inTurn.text)).toBe(spell(atOnce.text));
      }),
      random,
    );
    expect(compared).toBeGreaterThan(random.numRuns / 4);
  });

  it("merges do not count another formatter's changes as edits", async () => {
    let merged = 0;
    const styles = fc.record({
      singleQuote: fc.boolean(),
      semi: fc.boolean(),
      useTabs: fc.boolean(),
      tabWidth: fc.constantFrom(2, 4),
      printWidth: fc.constantFrom(60, 110),
      trailingComma: fc.constantFrom("all" as const, "none" as const),
      arrowParens: fc.constantFrom("always" as const, "avoid" as const),
      endOfLine: fc.constantFrom("lf" as const, "crlf" as const),
    });
    await fc.assert(
      fc.asyncProperty(cases, styles, async ({ base, yours, next, marks }, style) => {
        const format = (text: string): Promise<string> =>
          prettier.format(text, { ...style, parser: "typescript" });
        const formatted = await format(yours);
        expect(sameTokens(formatted, yours)).toBe(true);
        expect(declarations(touched(base, formatted))).toEqual(declarations(touched(base, yours)));
        const result = mergeFile({ base, yours: formatted, next, onConflict: "markers" });
        if (result.kind !== "merged") throw new Error(result.kind);
        const plain = merge(base, yours, next);
        expect(result.conflicts.map(({ unit }) => unit).length > 0).toBe(plain.conflicts.length > 0);
        if (result.conflicts.length > 0) return;
        merged++;
        for (const mark of marks) expect(count(result.text, mark)).toBe(count(yours, mark));
        expect(sameTokens(result.text, plain.text)).toBe(true);
        if (style.endOfLine === "crlf") expect(result.text.replaceAll("\r\n", "")).not.toContain("\n");
      }),
      { ...random, numRuns: runs(40) },
    );
    expect(merged).toBeGreaterThan(runs(40) / 4);
  });
});
