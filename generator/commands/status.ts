import { basePath, loadPending, plainHashOf, readBase } from "../files/baseline.js";
import { FileLocator } from "../files/locate-files.js";
import { conflictMarkerLines, listEdits } from "../merge/index.js";
import { parseTypeScript, syntaxProblem } from "../merge/source/source.js";
import { OutputFolder } from "../files/output-folder.js";
import { entityArtifacts } from "../outputs.js";
import { defaultPath, type FileId } from "../artifacts.js";
import { listStates, loadState, type EntityState } from "../files/state.js";
import { command, outHelp, outOption, print } from "./command.js";

export const status = command({
  help: `Usage: data-api status [--out DIR]

Lists declarations that were edited, added or deleted by hand, deleted files, unresolved conflicts, files with a syntax
error, and files whose entity was removed from the configuration. Writes nothing.

${outHelp}`,
  options: outOption,
  run: (options) => {
    const out = options.out ?? "src/api";
    const folder = new OutputFolder(out);
    const entities = listStates(folder);
    const locator = new FileLocator(folder);
    const lines = [
      ...entities.flatMap((entity) => describeEntity(entity, folder, locator)),
      ...describeIndex(folder),
    ];
    if (entities.length === 0) print(`Nothing was generated in "${out}".`);
    else print(lines.length === 0 ? "Everything is as it was generated." : lines.join("\n"));
  },
});

function describeEntity(entity: string, folder: OutputFolder, locator: FileLocator): readonly string[] {
  const state = loadState(entity, folder);
  const files = entityArtifacts.flatMap((artifact) => {
    const id = { entity, artifact };
    if (state?.files[artifact] === undefined && !folder.exists(basePath(id)))
      return isUnknown(defaultPath(entity, artifact), state, folder)
        ? [line("unknown", defaultPath(entity, artifact))]
        : [];
    const location = locator.locate(entity, artifact, state);
    if (location.kind === "copies") return location.paths.map((path) => line("copy", path));
    return describeFile(id, location.path, state, folder);
  });
  return [...files, ...(state?.detached ?? []).map((path) => line("detached", path))];
}

/** Whether a file that was not generated stands at the path of a generated one. */
function isUnknown(path: string, state: EntityState | undefined, folder: OutputFolder): boolean {
  return state?.detached.includes(path) !== true && folder.exists(path);
}

function describeIndex(folder: OutputFolder): readonly string[] {
  const state = loadState(undefined, folder);
  return state === undefined
    ? []
    : describeFile({ entity: undefined, artifact: "index" }, "index.ts", state, folder);
}

function describeFile(
  id: FileId,
  path: string,
  state: EntityState | undefined,
  folder: OutputFolder,
): readonly string[] {
  const text = folder.read(path);
  if (text === undefined) return [line("deleted", path)];
  const [marker] = conflictMarkerLines(text);
  if (marker !== undefined) return [line("conflict", `${path}:${marker}`)];
  const pending = loadPending(id, folder, text);
  const isUndone = pending?.before === plainHashOf(text);
  const conflicts = isUndone ? [line("conflict", path)] : [];
  if (state?.hashes.has(plainHashOf(text)) === true) return conflicts;
  const base = pending === undefined || isUndone ? readBase(id, folder) : pending.generated;
  if (base === undefined) return [...conflicts, line("unknown", path)];
  const problem = syntaxProblem(parseTypeScript(text));
  if (problem !== undefined)
    return [...conflicts, line("broken", `${path}:${problem.line} ${problem.message}`)];
  const edits = listEdits(base, text).map((edit) =>
    line(edit.kind, `${edit.line === undefined ? path : `${path}:${edit.line}`} ${edit.unit}`),
  );
  return [...conflicts, ...edits];
}

function line(word: string, place: string): string {
  return `${word.padEnd(8)}  ${place}`;
}
