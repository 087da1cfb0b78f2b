import { basePath, hashOf, loadPending, plainHashOf, readBase, type Pending } from "../files/baseline.js";
import { CommandError } from "../command-error.js";
import { formatCode } from "../files/format.js";
import { markOf } from "../artifacts.js";
import { toPlain } from "../files/output-folder.js";
import { FileOutcomes, MistakenUnit, type FileInput, type PlannedFile } from "./plan-outcome.js";
import { renderOutput } from "../render.js";

/**
 * Plans one file. Edits by hand are never overwritten without an explicit option. An unchanged file is planned at once:
 * most files are, and waiting would keep the views of all of them.
 */
export function planFile(input: FileInput): PlannedFile | Promise<PlannedFile> {
  const outcomes = new FileOutcomes(input);
  const failed = (error: unknown): PlannedFile => {
    if (!(error instanceof CommandError) || error instanceof MistakenUnit) throw error;
    return outcomes.conflict(undefined, error.message);
  };
  try {
    return planUnchanged(outcomes) ?? plan(outcomes).catch(failed);
  } catch (error) {
    return failed(error);
  }
}

/** `undefined` if the file changes, or may change. */
function planUnchanged(outcomes: FileOutcomes): PlannedFile | undefined {
  const { known, renderedHash } = outcomes;
  const { location, folder, output, options } = outcomes.input;
  const { path } = output;
  if (location.kind === "copies" || known?.rendered !== renderedHash || known.path !== path) return undefined;
  if (options.force.has(path) || options.restore.has(path)) return undefined;
  const found = folder.read(location.path);
  const isSame = found !== undefined && plainHashOf(found) === known.generated;
  const isSettled = isSame && pendingOf(outcomes, found) === undefined && folder.exists(basePath(output));
  return isSettled ? outcomes.unchanged(found) : undefined;
}

/** Also looks under the new name: a run that renamed the file may have been interrupted. */
function pendingOf(
  { former, input: { folder, output } }: FileOutcomes,
  found: string | undefined,
): Pending | undefined {
  const pending = loadPending(former, folder, found);
  return pending === undefined && former.entity !== output.entity
    ? loadPending(output, folder, found)
    : pending;
}

async function plan(outcomes: FileOutcomes): Promise<PlannedFile> {
  const { known, former, how } = outcomes;
  const { location, folder, output, options, state } = outcomes.input;
  if (location.kind === "copies")
    return outcomes.conflict(
      undefined,
      `${location.paths.length} files are marked as "${markOf(output)}": ${location.paths.join(", ")}; keep one`,
    );
  const found = folder.read(location.path);
  const pending = pendingOf(outcomes, found);
  // A file that equals a generated text is its own baseline, even if the stored baseline is missing or wrong.
  const plain = found === undefined ? undefined : toPlain(found);
  const generated = plain !== undefined && state?.hashes.has(hashOf(plain)) === true ? plain : undefined;
  const base = generated ?? readBase(former, folder) ?? readBase(output, folder);
  // Only rendered and formatted if something has changed since the last run.
  const isRendered = known?.rendered === outcomes.renderedHash;
  const isSame = isRendered && base !== undefined && hashOf(base) === known.generated;
  const next = isSame ? base : await formatCode(await renderOutput(output), options.format);
  if (found === undefined) return planMissing(outcomes, base, next);
  if (options.force.has(output.path)) return outcomes.write(found, next, next);
  if (folder.isReadOnly(location.path) && next !== base) return outcomes.conflict(found, "it is read-only");
  if (output.isGeneratedOnly && how === "generated") return outcomes.write(found, next, next);
  if (found === generated && pending === undefined && isPlainUpdate(outcomes, found))
    return outcomes.write(found, next, next);
  // Imported late: the parser takes longer to load than a run without changes takes in all.
  const { planExisting } = await import("./plan-existing.js");
  return planExisting(outcomes, { found, generated, base, next, pending });
}

/** Whether a file without edits becomes the new text as it is: nothing was renamed, moved or is restored. */
function isPlainUpdate({ input: { output, options, renames, tree } }: FileOutcomes, found: string): boolean {
  return (
    renames.size === 0 &&
    tree.moved.size === 0 &&
    !options.restore.has(output.path) &&
    output.previous?.isOf(found) !== true
  );
}

/** A file that was generated and is missing was deleted on purpose. */
async function planMissing(
  outcomes: FileOutcomes,
  base: string | undefined,
  next: string,
): Promise<PlannedFile> {
  const { output, options, renames } = outcomes.input;
  const { path } = output;
  const wanted = options.restore.get(path);
  if (wanted !== undefined && wanted.size > 0) {
    const { findRestored } = await import("./find-restored.js");
    findRestored(path, wanted, { base: next, yours: next, next });
  }
  if (base === undefined || output.isGeneratedOnly || wanted !== undefined)
    return outcomes.write(undefined, next, next);
  const warning = `it was deleted and stays deleted, although the configuration changed it; --restore ${path} brings it back`;
  return outcomes.deleted(next, base === next || renames.size > 0 ? [] : [warning]);
}
