import { basePath, hashOf, pendingPath, readBase } from "../files/baseline.js";
import { CommandError } from "../command-error.js";
import { findImporters, importsOf, stemOf } from "./importers.js";
import { toPlain, type OutputFolder } from "../files/output-folder.js";
import { entityArtifacts } from "../outputs.js";
import type { EntityArtifact } from "../artifacts.js";
import { emptyPlan, type EntityPlan } from "./plan-entity.js";
import { untouched } from "./plan-outcome.js";
import type { Change, FilePlan, Run } from "./plan.js";
import { emptyState, formatState, statePath, type EntityState } from "../files/state.js";

/**
 * Plans the files of entities that were removed from the configuration. Unedited files are deleted, unless a
 * remaining file imports them. The others are detached: they stay and are no longer generated.
 * @param living The files of the remaining entities and of the index.
 */
export async function planRemovedEntities(
  run: Run,
  removed: ReadonlyMap<string, EntityState>,
  living: readonly FilePlan[],
): Promise<readonly EntityPlan[]> {
  const { folder } = run;
  if (removed.size === 0) return [];
  const owned = new Set(living.map((file) => file.path));
  const found: FilePlan[] = [];
  for (const [entity, state] of removed) {
    for (const artifact of entityArtifacts) {
      if (state.files[artifact] === undefined && !folder.exists(basePath({ entity, artifact }))) continue;
      const file = await planRemovedFile(run, entity, artifact, state);
      // Never touch a file that belongs to another entity, whatever the state says.
      found.push(owned.has(file.path) ? { ...file, action: "none", after: file.before, warnings: [] } : file);
    }
  }
  const files = settleRemoved(found, living, folder);
  return Array.from(removed, ([entity, state]) => {
    const own = files.filter((file) => file.entity === entity);
    const kept = own.filter(({ action }) => action === "detach").map((file) => file.path);
    const detached = [...new Set([...state.detached.filter((file) => folder.exists(file)), ...kept])];
    const path = statePath(entity);
    const text = detached.length === 0 ? undefined : formatState({ ...emptyState, entity, detached });
    return { ...emptyPlan, files: own, records: [{ path, text }] };
  });
}

export async function planRemovedFile(
  { locator, folder }: Run,
  entity: string,
  artifact: EntityArtifact | "operation",
  state: EntityState,
): Promise<FilePlan> {
  const id = { entity, artifact };
  const last: readonly Change[] = [basePath(id), pendingPath(id)]
    .filter((file) => folder.exists(file))
    .map((file) => ({ path: file, text: undefined }));
  const location = locator.locate(entity, artifact, state);
  const place = location.kind === "copies" ? (location.paths[0] ?? "") : location.path;
  const before = location.kind === "missing" ? undefined : readText(place, folder);
  const file = { ...untouched({ ...id, path: place }, before), last };
  if (location.kind === "missing") return file;
  const isEdited =
    location.kind === "copies" ||
    // Only delete a file that is certain to have been generated for this entity.
    state.files[artifact] === undefined ||
    !locator.isMarked(place, id) ||
    before === undefined ||
    !(await isUnedited(before, readBase(id, folder), state));
  if (!isEdited) return { ...file, action: "delete", after: undefined };
  const reason =
    state.files[artifact] === undefined
      ? "it is not known whether the file was edited"
      : "the file was edited";
  return { ...file, action: "detach", warnings: [farewell(entity, reason)] };
}

/** Keeps what the remaining generated files, as they will be, or the project's own code import. */
export function settleRemoved(
  found: readonly FilePlan[],
  living: readonly FilePlan[],
  folder: OutputFolder,
): readonly FilePlan[] {
  const texts = new Map([
    ...living.flatMap(({ last }) => last.map(({ path }) => [path, undefined] as const)),
    ...living.map((file) => [file.path, file.after] as const),
    ...found.map((file) => [file.path, undefined] as const),
  ]);
  const leaving = found.filter(({ action }) => action === "delete").map((file) => file.path);
  return keepImported(found, findImporters(leaving, texts, folder));
}

function farewell(entity: string, reason: string): string {
  return `"${entity}" was removed from the configuration; ${reason}, so it is kept and no longer generated`;
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
  const plain = toPlain(text);
  if (plain === base || state.hashes.has(hashOf(plain))) return true;
  if (base === undefined) return false;
  const { sameTokens } = await import("../merge/index.js");
  return sameTokens(text, base);
}

/** Keeps files that a remaining file imports, so that the project still compiles. */
function keepImported(
  files: readonly FilePlan[],
  importers: ReadonlyMap<string, string>,
): readonly FilePlan[] {
  const imported = new Map(
    files
      .filter(({ action }) => action === "detach")
      .flatMap(({ path, before = "" }) => importsOf(path, before).map((stem) => [stem, path] as const)),
  );
  const next = files.map((file): FilePlan => {
    const importer = importers.get(file.path) ?? imported.get(stemOf(file.path));
    if (file.action !== "delete" || importer === undefined) return file;
    const warning = farewell(file.entity ?? "", `"${importer}" imports the file`);
    return { ...file, action: "detach", after: file.before, warnings: [warning] };
  });
  return next.every((file, index) => file === files[index]) ? files : keepImported(next, importers);
}
