import { basePath, hashOf, loadPending, plainHashOf, readBase, type Pending } from "../files/baseline.js";
import { findRestored, MistakenUnit } from "./find-restored.js";
import { CommandError } from "../command-error.js";
import { formatCode } from "../files/format.js";
import { markOf } from "../files/locate-files.js";
import type * as Merge from "../merge/index.js";
import type { SyntaxProblem } from "../merge/source/source.js";
import { toPlain } from "../files/output-folder.js";
import { FileOutcomes, formerId, type FileInput, type PlannedFile } from "./plan-outcome.js";
import { defaultPath, INDEX_PATH, type FileId } from "../artifacts.js";
import { namesKnown, noNames, type Renames } from "./entity-renames.js";
import type * as Renaming from "../renaming/rename-file.js";
import type { RenamedLine } from "../renaming/rename-file.js";
import { renderInput, renderOutput, type Rendered } from "../render.js";
import { settleMarkers } from "./settle-markers.js";
import { isMuddled, type FileState } from "../files/state.js";

/** Plans one file. Edits by hand are never overwritten without an explicit option. */
export async function planFile(input: FileInput): Promise<PlannedFile> {
  try {
    return await new FilePlanner(input).plan();
  } catch (error) {
    if (!(error instanceof CommandError) || error instanceof MistakenUnit) throw error;
    return new FileOutcomes(input, "").conflict(undefined, error.message);
  }
}

/** The shared state of all decisions about one file. */
class FilePlanner {
  readonly #input: FileInput;
  readonly #renderedHash: string;
  readonly #path: string;
  readonly #former: FileId;
  /** What was recorded about the file. */
  readonly #known: FileState | undefined;
  #outcomes: FileOutcomes;

  constructor(input: FileInput) {
    this.#input = input;
    this.#renderedHash = this.#hashOf(input.output);
    this.#path = input.output.path;
    this.#former = formerId(input);
    this.#known = input.state?.files[input.output.artifact];
    this.#outcomes = new FileOutcomes(input, this.#renderedHash);
  }

  async plan(): Promise<PlannedFile> {
    const { location, folder, output, options } = this.#input;
    const known = this.#known;
    if (location.kind === "copies") {
      return this.#outcomes.conflict(
        undefined,
        `${location.paths.length} files are marked as "${markOf(output)}": ${location.paths.join(", ")}; keep one`,
      );
    }
    const found = folder.read(location.path);
    const pending = this.#loadPending();
    const isAsked = options.force.has(this.#path) || options.restore.has(this.#path);
    const isKnown = known !== undefined && known.rendered === this.#renderedHash && known.path === this.#path;
    if (
      isKnown &&
      pending === undefined &&
      !isAsked &&
      found !== undefined &&
      plainHashOf(found) === known.generated &&
      folder.exists(basePath(output))
    ) {
      return this.#outcomes.unchanged(found);
    }
    const generated = this.#generatedText(found);
    const knownBase = generated ?? readBase(this.#former, folder) ?? readBase(output, folder);
    const next = await this.#nextText(knownBase);
    if (found === undefined) return await this.#planMissing(knownBase, next);
    if (options.force.has(this.#path)) return this.#outcomes.write(found, next, next);
    if (folder.isReadOnly(location.path) && next !== knownBase)
      return this.#outcomes.conflict(found, "it is read-only");

    if (output.isGeneratedOnly && this.#how === "generated") return this.#outcomes.write(found, next, next);

    const { settled, lines, wayOut } = await settleMarkers(found, this.#how, this.#path);
    if (lines.length > 0) return this.#outcomes.unresolved(found, { lines, wayOut }, pending, next);
    const isUndone = pending !== undefined && plainHashOf(found) === pending.before;
    const settledBase = pending === undefined || isUndone ? knownBase : (generated ?? pending.generated);
    if (settledBase === undefined) return this.#planUnknown(found, next, "its baseline is missing");
    if (generated === undefined && pending === undefined && this.#isForeignBase(settledBase, next))
      return this.#planUnknown(found, next, "its baseline was changed by another tool");
    const renames = new Map([...Object.entries((isUndone && pending.renames) || {}), ...this.#input.renames]);
    const problem = renames.size > 0 ? await findSyntaxProblem(settled) : undefined;
    // Names cannot be changed in a file that does not parse.
    if (problem !== undefined)
      return this.#outcomes.conflict(found, `it has a syntax error: ${problem.message}`, problem.line);
    const followed = await this.#follow({ yours: settled, base: settledBase });
    const { yours, base, lines: renamed } = await this.#rename(followed.yours, followed.base, renames);
    const versions = await this.#withLayout({ found, yours, base, next });
    const planned = await this.#planKnown(versions, renames, isUndone);
    if (renamed.length === 0 || planned.isLeftAlone) return planned;
    const { moveLines } = await loadRenaming();
    return {
      ...planned,
      file: { ...planned.file, renamed: moveLines(renamed, yours, planned.file.after ?? "") },
    };
  }

  /** A hash of everything that a file and its format depend on, which is cheaper than rendering. */
  #hashOf(output: Rendered): string {
    return hashOf(`${JSON.stringify(this.#input.options.format)}\n${renderInput(output)}`);
  }

  /** How conflicts of this file are resolved. */
  get #how(): "markers" | "yours" | "generated" {
    const { onConflict, settle } = this.#input.options;
    return settle.get(this.#path) ?? (onConflict === "fail" ? "markers" : onConflict);
  }

  /**
   * Whether another tool has changed the baseline, for example a search and replace in all files. What it
   * changed in both the file and the baseline would look as if it had been generated.
   */
  #isForeignBase(base: string, next: string): boolean {
    const { state } = this.#input;
    const known = this.#known;
    if (state === undefined || known === undefined || isMuddled(state)) return false;
    return base !== next && hashOf(base) !== known.generated;
  }

  /** Also looks under the new name: a run that renamed the file may have been interrupted. */
  #loadPending(): Pending | undefined {
    const { folder, output } = this.#input;
    return loadPending(this.#former, folder) ?? loadPending(output, folder);
  }

  /**
   * A file that equals a generated text is its own baseline, even if the stored baseline is missing or wrong.
   */
  #generatedText(found: string | undefined): string | undefined {
    const plain = found === undefined ? undefined : toPlain(found);
    return plain !== undefined && this.#input.state?.hashes.has(hashOf(plain)) === true ? plain : undefined;
  }

  /**
   * The new generated text. It is only rendered and formatted if something has changed since the last run.
   */
  async #nextText(base: string | undefined): Promise<string> {
    const { output, options } = this.#input;
    const known = this.#known;
    const isSame =
      known?.rendered === this.#renderedHash && base !== undefined && hashOf(base) === known.generated;
    return isSame ? base : formatCode(await renderOutput(output), options.format);
  }

  /** A file that was generated and is missing was deleted on purpose. */
  async #planMissing(base: string | undefined, next: string): Promise<PlannedFile> {
    const { output, options, renames } = this.#input;
    const wanted = options.restore.get(this.#path);
    if (wanted !== undefined) await findRestored(this.#path, wanted, { base: next, yours: next, next });
    if (base === undefined || output.isGeneratedOnly || wanted !== undefined)
      return this.#outcomes.write(undefined, next, next);
    const warnings =
      base === next || renames.size > 0
        ? []
        : [
            `it was deleted and stays deleted, although the configuration changed it; --restore ${this.#path} brings it back`,
          ];
    return this.#outcomes.deleted(next, warnings);
  }

  /** Plans a file whose baseline is unknown. */
  async #planUnknown(found: string, next: string, reason: string): Promise<PlannedFile> {
    const { sameTokens } = await loadMerge();
    if (this.#input.options.adopt || sameTokens(found, next)) return this.#outcomes.write(found, found, next);
    return this.#outcomes.conflict(
      found,
      `${reason}; --adopt keeps it as it is from now on, --force ${this.#path} replaces it`,
    );
  }

  /**
   * Converts a file from the previous layout to the new one. If this would conflict with edits by hand, the
   * file keeps its layout.
   */
  async #withLayout(versions: Versions): Promise<Versions> {
    const { previous } = this.#input.output;
    const { base, yours, next } = versions;
    if (previous === undefined || !previous.isOf(base) || this.#how === "generated") return versions;
    const { mergeFile } = await loadMerge();
    const rendered = { template: previous.template, view: previous.view() };
    const before = await formatCode(await renderOutput(rendered), this.#input.options.format);
    const current = mergeFile({ base, yours, next: before, onConflict: "markers" });
    if (current.kind === "merged" && current.conflicts.length === 0) {
      const moved = mergeFile({ base: before, yours: current.text, next, onConflict: "markers" });
      if (moved.kind === "merged" && moved.conflicts.length + moved.warnings.length === 0)
        return { ...versions, yours: current.text, base: before };
    }
    this.#outcomes = new FileOutcomes(this.#input, this.#hashOf(rendered));
    return { ...versions, next: before };
  }

  async #planKnown(
    { found, yours, base, next }: Versions,
    renames: ReadonlyMap<string, string>,
    isUndone: boolean,
  ): Promise<PlannedFile> {
    const { mergeFile, listEdits } = await loadMerge();
    const { output, options } = this.#input;
    if (
      output.isGeneratedOnly &&
      [base, next].every((text) => text !== yours && listEdits(text, yours).length > 0)
    ) {
      return this.#outcomes.conflict(
        found,
        `it must not be edited by hand, but was; --force ${this.#path} discards the edits`,
      );
    }
    const wanted = options.restore.get(this.#path);
    const restore = wanted && (await findRestored(this.#path, wanted, { base, yours, next }));
    const onConflict = this.#how;
    const result = mergeFile({ base, yours, next, onConflict, ...(restore !== undefined && { restore }) });
    if (result.kind === "unresolved")
      return this.#outcomes.conflict(found, "conflict markers are still there", result.lines[0]);
    if (result.kind === "unparsable") {
      if (result.side === "base") return this.#planUnknown(found, next, "its baseline is damaged");
      const whose = { yours: "it", next: "the generated text" }[result.side];
      return this.#outcomes.conflict(found, `${whose} has a syntax error: ${result.message}`, result.line);
    }
    const warnings = [
      ...result.warnings.map(({ unit, message }) => `${unit}: ${message}`),
      ...(await this.#lostUnits(base, next, result.text)),
    ];
    if (result.conflicts.length === 0) return this.#outcomes.write(found, result.text, next, warnings);
    const hint = isUndone ? `; again, because the merge was undone: --yours ${this.#path} keeps yours` : "";
    const conflicts = result.conflicts.map(({ line, unit, reason }) => ({
      line,
      unit,
      reason: reasons[reason] + hint,
    }));
    return this.#outcomes.writeMarkers(found, base, {
      text: result.text,
      next,
      conflicts,
      warnings,
      renames,
    });
  }

  /**
   * Warns about missing declarations if two branches have written the baseline: it does not show whether they
   * were deleted by hand or lost in the merge.
   */
  async #lostUnits(base: string, next: string, after: string): Promise<readonly string[]> {
    const { state, renames } = this.#input;
    const hashes = state?.hashes ?? new Set();
    if (hashes.size === 0 || renames.size > 0 || hashes.has(hashOf(base))) return [];
    const { listEdits } = await loadMerge();
    return listEdits(next, after)
      .filter(({ kind }) => kind === "deleted")
      .map(
        ({ unit }) =>
          `${unit} is missing; if that is a mistake, --restore ${this.#path}#${unit} brings it back`,
      );
  }

  /** Lets both texts import generated files from where these are now. */
  async #follow({
    yours,
    base,
  }: Pick<Versions, "yours" | "base">): Promise<Pick<Versions, "yours" | "base">> {
    const { location, output, tree } = this.#input;
    const { moved } = tree;
    if (moved.size === 0 || location.kind !== "here") return { yours, base };
    const { followMovedFiles } = await import("./follow-moved-files.js");
    const last = this.#lastPath;
    return {
      // A file that was moved without an editor still has the imports of its former place.
      yours: followMovedFiles(yours, [location.path, last], output.path, moved),
      base: followMovedFiles(base, [last], output.path, moved),
    };
  }

  /** Where the last run left the file. */
  get #lastPath(): string {
    const { entity, artifact } = this.#former;
    if (this.#known !== undefined) return this.#known.path;
    return entity === undefined || artifact === "index" || artifact === "openapi"
      ? INDEX_PATH
      : defaultPath(entity, artifact);
  }

  /** Gives the file and its baseline the current names of the entity and its fields. */
  async #rename(
    settled: string,
    settledBase: string,
    renames: Renames,
  ): Promise<{ readonly yours: string; readonly base: string; readonly lines: readonly RenamedLine[] }> {
    const { former, output, entity } = this.#input;
    if (renames.size === 0) return { yours: settled, base: settledBase, lines: [] };
    const { renameFile } = await loadRenaming();
    const mark = (text: string): string =>
      former === undefined
        ? text
        : text.replace(
            `// @data-api ${markOf({ ...output, entity: former })}`,
            () => `// @data-api ${markOf(output)}`,
          );
    const known = entity === undefined ? noNames : namesKnown(entity, renames);
    const { text, lines } = renameFile(settled, renames, known, settledBase);
    const base = renameFile(settledBase, renames, known, settledBase).text;
    return { yours: mark(text), base: mark(base), lines };
  }
}

interface Versions {
  readonly found: string;
  readonly yours: string;
  readonly base: string;
  readonly next: string;
}

const reasons = {
  "both-changed": "changed by you and by the configuration",
  "removed-by-config": "changed by you, removed by the configuration",
  "both-added": "added by you and by the configuration",
} as const;

/** Imported late: the parser takes longer to load than a run without changes takes in all. */
function loadMerge(): Promise<typeof Merge> {
  return import("../merge/index.js");
}

function loadRenaming(): Promise<typeof Renaming> {
  return import("../renaming/rename-file.js");
}

async function findSyntaxProblem(text: string): Promise<SyntaxProblem | undefined> {
  const { parseTypeScript, syntaxProblem } = await import("../merge/source/source.js");
  return syntaxProblem(parseTypeScript(text));
}
