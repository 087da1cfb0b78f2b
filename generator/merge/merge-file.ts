import type { ts } from "ts-morph";
import { conflictSplice } from "./clash.js";
import { conflictMarkerLines } from "./conflict-markers.js";
import { importsStay, planImports } from "./imports/merge-imports.js";
import { mergeInside, planLists } from "./lists/merge-lists.js";
import type { ConflictSide, MergeInput, MergeResult, Warning } from "./merge-result.js";
import { keptYours, type MergeContext } from "./merge-context.js";
import { declaredNames, referencedNames, withoutSpace } from "./source/source-names.js";
import { placeUnits } from "./lists/place-units.js";
import { readFileUnits } from "./source/read-units.js";
import { wantedUnits } from "./restore.js";
import { lineEndOf, readSource, syntaxProblem, parseTypeScript } from "./source/source.js";
import { applySplices, conflictLines, type Splice } from "./source/splice.js";
import { isSound, losesNames } from "./verify.js";
import { each, type Sources } from "./source/versions.js";
import { bindingsById, readImports } from "./imports/imports.js";
import type { Clash, ListPlan } from "./lists/list-plan.js";
import type { Unit } from "./source/unit.js";

const bom = "\uFEFF";

/** Merges a generated file that was edited by hand with the newly generated text. */
export function mergeFile(input: MergeInput): MergeResult {
  const { base, yours, next } = input;
  if (yours === base) return merged(next);
  const markers = conflictMarkerLines(yours);
  if (markers.length > 0) return { kind: "unresolved", lines: markers };
  const restores = (input.restore?.size ?? 0) > 0;
  if (next === base && !restores) return merged(yours);

  const mark = yours.startsWith(bom) ? bom : "";
  const text = yours.slice(mark.length);
  if (text.replaceAll("\r\n", "\n") === base) return merged(mark + adapt(next, text));

  const sources = each({ base, yours: text, next }, readSource);
  for (const side of ["base", "yours", "next"] as const) {
    const problem = syntaxProblem(sources[side].file);
    if (problem) return { kind: "unparsable", side, ...problem };
  }
  const wanted = wantedUnits(input.restore);
  const context = { onConflict: input.onConflict, isRestored: wanted.isWanted, restores, mergeInside };
  const edits =
    mergeSources(sources, { ...context, combines: true }) ??
    mergeSources(sources, { ...context, combines: false }) ??
    mergeAsOne(sources, input.onConflict);
  const result = applySplices(text, edits.splices) ?? text;
  return {
    kind: "merged",
    text: mark + result,
    conflicts: conflictLines(text, edits.splices),
    warnings: [...edits.warnings, ...wanted.notFound()],
  };
}

function merged(text: string): MergeResult {
  return { kind: "merged", text, conflicts: [], warnings: [] };
}

function adapt(text: string, like: string): string {
  return lineEndOf(like) === "\n" ? text : text.replaceAll("\n", "\r\n");
}

interface FileEdits {
  readonly splices: readonly Splice[];
  readonly warnings: readonly Warning[];
}

/** Merges unit by unit. `undefined` if the result would not be sound with conflicts resolved to either side. */
function mergeSources(sources: Sources, context: MergeContext): FileEdits | undefined {
  const { yours, next } = sources;
  const lists = each(sources, readFileUnits);
  const units = planLists(lists, "", context);
  if ("kind" in units) return undefined;
  const plan = clashWithImports(units, context);
  /** The file with its conflicts resolved to each side. */
  const read = (splices: readonly Splice[]): readonly ts.SourceFile[] | undefined => {
    const sides: readonly ConflictSide[] = splices.some(({ conflict }) => conflict)
      ? ["yours", "generated"]
      : ["yours"];
    const texts = sides.map((side) => applySplices(yours.text, splices, side));
    return texts.every((text) => text !== undefined) ? texts.map((text) => parseTypeScript(text)) : undefined;
  };
  const holds = (splices: readonly Splice[]): boolean => {
    const files = read(splices);
    const [first] = files ?? [];
    if (files === undefined || first === undefined || losesNames(first, yours.file, next.file)) return false;
    return files.every((file) => isSound(file, yours.file, next.file));
  };

  const draft = placeUnits(plan);
  if (importsStay(lists)) return holds(draft) ? { splices: draft, warnings: plan.warnings } : undefined;
  const files = read(draft);
  if (files === undefined) return undefined;
  const final = planImports(plan, {
    referenced: new Set(files.flatMap((each) => [...referencedNames(each)])),
    declared: new Set(files.flatMap((each) => declaredNames(each).map(withoutSpace))),
    referencedBefore: referencedNames(yours.file),
  });
  const splices = placeUnits(final);
  return holds(splices) ? { splices, warnings: final.warnings } : undefined;
}

/**
 * The last resort: conflict markers around the whole file, so that nothing is lost or silently wrong. Used
 * even if conflicts are resolved to the generated text, because that would discard all edits of the file.
 */
function mergeAsOne({ base, yours, next }: Sources, onConflict: MergeInput["onConflict"]): FileEdits {
  const name = "file";
  if (onConflict === "yours") return { splices: [], warnings: [keptYours(name)] };
  const [before, then] = [base, next].map(({ text }) => adapt(text, yours.text).trimEnd());
  const versions = { yours: yours.text.trimEnd(), base: before ?? "", next: then ?? "" };
  const range = { start: 0, end: yours.text.length };
  const splice = conflictSplice(range, versions, { name, reason: "both-changed" }, yours.eol);
  return { splices: [{ ...splice, text: splice.text + yours.eol }], warnings: [] };
}

/**
 * Finds new declarations whose name yours imports from elsewhere, and removes them from the plan. Both cannot exist,
 * so the import gets the conflict. This also applies if conflicts are resolved to the generated text, because the
 * import may bind other names too. An import that the generator itself replaces with a declaration is not a clash.
 */
function clashWithImports(plan: ListPlan, context: MergeContext): ListPlan {
  const { base, yours, next } = each(plan.lists, readImports);
  const [before, then] = [bindingsById(base), bindingsById(next)];
  const own = new Map<string, Unit>();
  for (const { unit, bindings } of yours) {
    for (const { id, local } of bindings) if (!before.has(id) || then.has(id)) own.set(local, unit);
  }
  const clashes = new Map<Unit, Clash>(plan.clashes);
  const warnings = [...plan.warnings];
  const inserted = plan.inserted.filter(({ unit }) => {
    const importing = unit.names.map((name) => own.get(withoutSpace(name))).find((found) => found);
    // The markers of one import show only one conflict. A second one is found when the result is verified.
    if (importing === undefined || clashes.has(importing)) return true;
    if (context.onConflict === "yours") warnings.push(keptYours(unit.label));
    else clashes.set(importing, { name: unit.label, reason: "both-added", base: undefined, next: unit });
    return false;
  });
  return { ...plan, inserted, clashes, warnings };
}
