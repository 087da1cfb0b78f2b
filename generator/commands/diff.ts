import { basePath, hashOf, loadPending, readBase } from "../files/baseline.js";
import { CommandError } from "../command-error.js";
import { FileLocator } from "../files/locate-files.js";
import { sameTokens } from "../merge/index.js";
import { OutputFolder, toPlain } from "../files/output-folder.js";
import { entityArtifacts } from "../outputs.js";
import type { FileId } from "../artifacts.js";
import { listStates, loadState, type EntityState } from "../files/state.js";
import { diffTexts } from "../unified-diff.js";
import { suggestion } from "../../runtime/errors/nearest.js";
import { command, outHelp, outOption, print } from "./command.js";

export const diff = command({
  help: `Usage: data-api diff [PATH...] [--out DIR]

Prints the edits by hand in the generated code as a unified diff: from each file as it was last generated to the file as
it is now. Files that differ only in formatting are left out. Writes nothing.

  PATH              a file or a folder below the output folder (default: all of it)
${outHelp}`,
  options: outOption,
  takesPaths: true,
  run: (options, paths) => {
    const out = options.out ?? "src/api";
    const folder = new OutputFolder(out);
    const files = listFiles(folder);
    if (files.length === 0) throw new CommandError(`Nothing was generated in "${out}".`);
    const wanted = paths.map((path) => folder.relative(path));
    const isIn = (file: string, path: string) => path === "" || file === path || file.startsWith(`${path}/`);
    for (const path of wanted) {
      if (files.some((file) => isIn(file.path, path))) continue;
      const known = files.map((file) => file.path);
      throw new CommandError(`"${path}" is not a generated file.${suggestion(path, known)}`);
    }
    const text = files
      .filter((file) => wanted.length === 0 || wanted.some((path) => isIn(file.path, path)))
      .map((file) => diffFile(file, folder))
      .join("");
    if (text !== "") print(text.trimEnd());
  },
});

interface GeneratedFile {
  readonly id: FileId;
  readonly path: string;
  readonly state: EntityState | undefined;
}

/** Lists the generated files where they are now. If a file has been copied, each copy is listed. */
function listFiles(folder: OutputFolder): readonly GeneratedFile[] {
  const locator = new FileLocator(folder);
  const files = listStates(folder).flatMap((entity) => {
    const state = loadState(entity, folder);
    return entityArtifacts
      .filter((artifact) => folder.exists(basePath({ entity, artifact })))
      .flatMap((artifact) => {
        const location = locator.locate(entity, artifact, state);
        const places = location.kind === "copies" ? location.paths : [location.path];
        return places.map((path) => ({ id: { entity, artifact }, path, state }));
      });
  });
  const index = { entity: undefined, artifact: "index" } as const;
  if (!folder.exists(basePath(index))) return files;
  return [...files, { id: index, path: "index.ts", state: loadState(undefined, folder) }];
}

function diffFile({ id, path, state }: GeneratedFile, folder: OutputFolder): string {
  const found = folder.read(path);
  const yours = found === undefined ? undefined : toPlain(found);
  const pending = loadPending(id, folder, found);
  const isSettled = pending !== undefined && yours !== undefined && pending.before !== hashOf(yours);
  const base = isSettled ? pending.generated : readBase(id, folder);
  if (
    base === undefined ||
    base === yours ||
    (yours !== undefined && state?.hashes.has(hashOf(yours)) === true)
  )
    return "";
  if (yours !== undefined && sameTokens(base, yours)) return "";
  return diffTexts(path, base, yours);
}
