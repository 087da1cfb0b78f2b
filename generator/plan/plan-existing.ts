import { hashOf, plainHashOf, type Pending } from "../files/baseline.js";
import { formatCode } from "../files/format.js";
import { isMuddled } from "../files/state.js";
import { listEdits, mergeFile, sameTokens } from "../merge/index.js";
import { parseTypeScript, syntaxProblem } from "../merge/source/source.js";
import { moveLines, renameFile, type RenamedLine } from "../renaming/rename-file.js";
import { renderOutput } from "../render.js";
import { defaultPath, INDEX_PATH, markOf } from "../artifacts.js";
import { namesKnown, type Renames } from "./entity-renames.js";
import { findRestored } from "./find-restored.js";
import { followMovedFiles } from "./follow-moved-files.js";
import { FileOutcomes, type PlannedFile } from "./plan-outcome.js";
import { settleMarkers } from "../merge/resolve-markers.js";

interface ExistingFile {
  readonly found: string;
  /** The text of the file, if it was generated. */
  readonly generated: string | undefined;
  readonly base: string | undefined;
  readonly next: string;
  readonly pending: Pending | undefined;
}

/** Plans a file that exists and may have been edited by hand. */
export async function planExisting(
  outcomes: FileOutcomes,
  { found, generated, base: knownBase, next, pending }: ExistingFile,
): Promise<PlannedFile> {
  const { input, how } = outcomes;
  const { settled, lines, wayOut } = settleMarkers(found, how, input.output.path);
  if (lines.length > 0) return outcomes.unresolved(found, { lines, wayOut }, pending, next);
  const isUndone = pending !== undefined && plainHashOf(found) === pending.before;
  const settledBase = pending === undefined || isUndone ? knownBase : (generated ?? pending.generated);
  if (settledBase === undefined) return planUnknown(outcomes, found, next, "its baseline is missing");
  if (generated === undefined && pending === undefined && isForeignBase(outcomes, settledBase, next))
    return planUnknown(outcomes, found, next, "its baseline was changed by another tool");
  const renames = new Map([...Object.entries((isUndone && pending.renames) || {}), ...input.renames]);
  const problem = renames.size > 0 ? syntaxProblem(parseTypeScript(settled)) : undefined;
  // Names cannot be changed in a file that does not parse.
  if (problem !== undefined)
    return outcomes.conflict(found, `it has a syntax error: ${problem.message}`, problem.line);
  const followed = follow(outcomes, { yours: settled, base: settledBase });
  const { yours, base, lines: renamed } = rename(outcomes, followed, renames);
  const current = await withLayout(outcomes, { found, yours, base, next });
  const planned = planMerge(current.outcomes, current.versions, renames, isUndone);
  if (renamed.length === 0 || planned.isLeftAlone) return planned;
  const { file } = planned;
  return { ...planned, file: { ...file, renamed: moveLines(renamed, yours, file.after ?? "") } };
}

/** Plans a file whose baseline is unknown. */
function planUnknown(outcomes: FileOutcomes, found: string, next: string, reason: string): PlannedFile {
  const { options, output } = outcomes.input;
  if (options.adopt || sameTokens(found, next)) return outcomes.write(found, found, next);
  return outcomes.conflict(
    found,
    `${reason}; --adopt keeps it as it is from now on, --force ${output.path} replaces it`,
  );
}

/**
 * Whether another tool has changed the baseline, for example a search and replace in all files. What it
 * changed in both the file and the baseline would look as if it had been generated.
 */
function isForeignBase({ input: { state }, known }: FileOutcomes, base: string, next: string): boolean {
  if (state === undefined || known === undefined || isMuddled(state)) return false;
  return base !== next && hashOf(base) !== known.generated;
}

interface Versions {
  readonly found: string;
  readonly yours: string;
  readonly base: string;
  readonly next: string;
}

type Texts = Pick<Versions, "yours" | "base">;

/** Lets both texts import generated files from where these are now. */
function follow({ input, known, former }: FileOutcomes, texts: Texts): Texts {
  const { location, output, tree } = input;
  if (tree.moved.size === 0 || location.kind !== "here") return texts;
  const { entity, artifact } = former;
  const isIndex = entity === undefined || artifact === "index" || artifact === "openapi";
  /** Where the last run left the file. */
  const last = known?.path ?? (isIndex ? INDEX_PATH : defaultPath(entity, artifact));
  return {
    // A file that was moved without an editor still has the imports of its former place.
    yours: followMovedFiles(texts.yours, [location.path, last], output.path, tree.moved),
    base: followMovedFiles(texts.base, [last], output.path, tree.moved),
  };
}

/** Gives the file and its baseline the current names of the entity and its fields. */
function rename(
  { input: { output, entity }, former }: FileOutcomes,
  texts: Texts,
  renames: Renames,
): Texts & { readonly lines: readonly RenamedLine[] } {
  if (renames.size === 0 || entity === undefined) return { ...texts, lines: [] };
  const mark = (text: string): string =>
    text.replace(`// @data-api ${markOf(former)}`, () => `// @data-api ${markOf(output)}`);
  const known = namesKnown(entity, renames);
  const { text, lines } = renameFile(texts.yours, renames, known, texts.base);
  const base = renameFile(texts.base, renames, known, texts.base).text;
  return { yours: mark(text), base: mark(base), lines };
}

/**
 * Converts a file from the previous layout to the new one. If this would conflict with edits by hand or change their
 * meaning, the file keeps its layout.
 */
async function withLayout(
  outcomes: FileOutcomes,
  versions: Versions,
): Promise<{ readonly outcomes: FileOutcomes; readonly versions: Versions }> {
  const { output, options } = outcomes.input;
  const { previous } = output;
  const { base, yours, next } = versions;
  if (previous === undefined || !previous.isOf(base)) return { outcomes, versions };
  const rendered = { template: previous.template, view: previous.view() };
  const before = await formatCode(await renderOutput(rendered), options.format);
  const isKept = listEdits(base, yours).some(({ unit }) => previous.isKeptFor(unit));
  const current = mergeFile({ base, yours, next: before, onConflict: "markers" });
  if (!isKept && current.kind === "merged" && current.conflicts.length === 0) {
    const moved = mergeFile({ base: before, yours: current.text, next, onConflict: "markers" });
    if (moved.kind === "merged" && moved.conflicts.length + moved.warnings.length === 0)
      return { outcomes, versions: { ...versions, yours: current.text, base: before } };
  }
  return { outcomes: new FileOutcomes(outcomes.input, rendered), versions: { ...versions, next: before } };
}

function planMerge(
  outcomes: FileOutcomes,
  { found, yours, base, next }: Versions,
  renames: Renames,
  isUndone: boolean,
): PlannedFile {
  const { output, options } = outcomes.input;
  const { path } = output;
  if (
    output.isGeneratedOnly &&
    [base, next].every((text) => text !== yours && listEdits(text, yours).length > 0)
  )
    return outcomes.conflict(
      found,
      `it must not be edited by hand, but was; --force ${path} discards the edits`,
    );
  const wanted = options.restore.get(path);
  const restore = wanted && findRestored(path, wanted, { base, yours, next });
  const result = mergeFile({ base, yours, next, onConflict: outcomes.how, ...(restore && { restore }) });
  if (result.kind === "unresolved")
    return outcomes.conflict(found, "conflict markers are still there", result.lines[0]);
  if (result.kind === "unparsable") {
    if (result.side === "base") return planUnknown(outcomes, found, next, "its baseline is damaged");
    const whose = { yours: "it", next: "the generated text" }[result.side];
    return outcomes.conflict(found, `${whose} has a syntax error: ${result.message}`, result.line);
  }
  const { text } = result;
  const warnings = [
    ...result.warnings.map(({ unit, message }) => `${unit}: ${message}`),
    ...lostUnits(outcomes, base, next, text),
  ];
  if (result.conflicts.length === 0) return outcomes.writeMerged(found, text, next, warnings);
  const hint = isUndone ? `; again, because the merge was undone: --yours ${path} keeps yours` : "";
  const conflicts = result.conflicts.map(({ line, unit, reason }) => ({
    line,
    unit,
    reason: reasons[reason] + hint,
  }));
  return outcomes.writeMarkers(found, base, { text, next, conflicts, warnings, renames });
}

const reasons = {
  "both-changed": "changed by you and by the configuration",
  "removed-by-config": "changed by you, removed by the configuration",
  "both-added": "added by you and by the configuration",
} as const;

/**
 * Warns about missing declarations if two branches have written the baseline: it does not show whether they
 * were deleted by hand or lost in the merge.
 */
function lostUnits(
  { input: { state, renames, output } }: FileOutcomes,
  base: string,
  next: string,
  after: string,
): readonly string[] {
  const hashes = state?.hashes ?? new Set();
  if (hashes.size === 0 || renames.size > 0 || hashes.has(hashOf(base))) return [];
  return listEdits(next, after)
    .filter(({ kind }) => kind === "deleted")
    .map(
      ({ unit }) =>
        `${unit} is missing; if that is a mistake, --restore ${output.path}#${unit} brings it back`,
    );
}
