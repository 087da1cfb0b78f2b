import path from "node:path";
import { basePath, hashOf, pendingPath } from "./baseline.js";
import { CommandError } from "./command-error.js";
import type { FileLocator } from "./locate-files.js";
import type { OutputFolder } from "./output-folder.js";
import { entityArtifacts, type EntityArtifact } from "./outputs.js";
import type { EntityPlan } from "./plan-entity.js";
import type { Change, FilePlan } from "./plan.js";
import { emptyState, formatState, statePath, type EntityState } from "./state.js";

/**
 * What becomes of the files of an entity that has left the configuration: those that nobody has edited go, the others
 * stay with what they import, and are from now on nobody's but those who edited them.
 */
export async function planRemovedEntity(
  entity: string,
  state: EntityState,
  locator: FileLocator,
  folder: OutputFolder,
): Promise<EntityPlan> {
  const found: FilePlan[] = [];
  for (const artifact of entityArtifacts) {
    if (state.files[artifact] !== undefined || folder.exists(basePath({ entity, artifact })))
      found.push(await planRemovedFile(entity, artifact, state, locator, folder));
  }
  const files = keepImported(entity, found);
  const kept = files.filter(({ action }) => action === "detach").map((file) => file.path);
  const detached = [...state.detached.filter((file) => folder.exists(file)), ...kept];
  const text = detached.length === 0 ? undefined : formatState({ ...emptyState, detached });
  const records = folder.read(statePath(entity)) === text ? [] : [{ path: statePath(entity), text }];
  return { files, records, roleChanges: [], isPostponed: false };
}

async function planRemovedFile(
  entity: string,
  artifact: EntityArtifact,
  state: EntityState,
  locator: FileLocator,
  folder: OutputFolder,
): Promise<FilePlan> {
  const id = { entity, artifact };
  const last: readonly Change[] = [basePath(id), pendingPath(id)]
    .filter((file) => folder.exists(file))
    .map((file) => ({ path: file, text: undefined }));
  const location = locator.locate(entity, artifact, state);
  const place = location.kind === "copies" ? (location.paths[0] ?? "") : location.path;
  const common = { ...id, path: place, conflicts: [], first: [], last };
  if (location.kind === "missing")
    return { ...common, action: "none", before: undefined, after: undefined, warnings: [] };
  const before = readText(place, folder);
  const isEdited =
    location.kind === "copies" ||
    // Nothing is deleted of which it is not known for sure that it was generated.
    state.files[artifact] === undefined ||
    before === undefined ||
    !(await isUnedited(before, folder.read(basePath(id)), state));
  if (!isEdited) return { ...common, before, action: "delete", after: undefined, warnings: [] };
  const reason =
    state.files[artifact] === undefined
      ? "it is not known whether the file was edited"
      : "the file was edited";
  const warning = `"${entity}" has left the configuration; ${reason}, so it stays and is yours now`;
  return { ...common, before, action: "detach", after: before, warnings: [warning] };
}

function readText(file: string, folder: OutputFolder): string | undefined {
  try {
    return folder.read(file);
  } catch (error) {
    if (error instanceof CommandError) return undefined;
    throw error;
  }
}

async function isUnedited(text: string, base: string | undefined, state: EntityState): Promise<boolean> {
  if (text === base || state.hashes.has(hashOf(text))) return true;
  if (base === undefined) return false;
  const { sameTokens } = await import("./merge/index.js");
  return sameTokens(text, base);
}

/** What an edited file imports stays too, lest it does not compile any more. */
function keepImported(entity: string, files: readonly FilePlan[]): readonly FilePlan[] {
  const imported = new Map(
    files
      .filter(({ action }) => action === "detach")
      .flatMap((file) => importsOf(file).map((place) => [place, file.path] as const)),
  );
  const next = files.map((file): FilePlan => {
    const importer = imported.get(file.path);
    if (file.action !== "delete" || importer === undefined) return file;
    const warning = `"${entity}" has left the configuration; "${importer}" imports the file, so it stays and is yours now`;
    return { ...file, action: "detach", after: file.before, warnings: [warning] };
  });
  return next.every((file, index) => file === files[index]) ? files : keepImported(entity, next);
}

/** The files beside it that a file mentions. */
function importsOf({ path: place, before = "" }: FilePlan): readonly string[] {
  return Array.from(before.matchAll(/["'](\.\.?\/[^"'\n]+)["']/g), ([, module = ""]) =>
    path.posix.join(path.posix.dirname(place), module).replace(/\.js$/, ".ts"),
  );
}
