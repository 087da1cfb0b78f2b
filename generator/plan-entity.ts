import { isDeepStrictEqual } from "node:util";
import { operations, type Entity, type Model, type Policy } from "../runtime/model/model.js";
import type { FileLocator, Location } from "./locate-files.js";
import type { OutputFolder } from "./output-folder.js";
import { defaultPath, listEntityOutputs, type EntityArtifact } from "./outputs.js";
import type { Change, FilePlan, PlanOptions, RoleChange } from "./plan.js";
import { planFile } from "./plan-file.js";
import type { PlannedFile } from "./plan-outcome.js";
import { membersOf, namesKnown, renamesOf } from "./renames.js";
import { emptyState, formatState, isMuddled, statePath, type EntityState } from "./state.js";

export interface EntityPlan {
  readonly files: readonly FilePlan[];
  readonly records: readonly Change[];
  readonly roleChanges: readonly RoleChange[];
  /** Whether its files wait for something that people must put right first. */
  readonly isPostponed: boolean;
}

export interface EntityInput {
  readonly entity: Entity;
  readonly model: Model;
  /** What is known of its files, under its name now or its former one. */
  readonly state: EntityState | undefined;
  readonly former: string | undefined;
  readonly locations: ReadonlyMap<EntityArtifact, Location>;
  readonly folder: OutputFolder;
  readonly options: PlanOptions;
}

/** Finds the files of an entity, under its former name if it has just been renamed. */
export function locateEntity(
  entity: string,
  former: string | undefined,
  state: EntityState | undefined,
  artifacts: readonly EntityArtifact[],
  locator: FileLocator,
): ReadonlyMap<EntityArtifact, Location> {
  return new Map(
    artifacts.map((artifact) => {
      const location = locator.locate(former ?? entity, artifact, state);
      // A run that renamed it may have been cut off.
      const isGone = former !== undefined && location.kind === "missing";
      const now = isGone ? locator.locate(entity, artifact, state) : location;
      return [artifact, now.kind === "missing" ? location : now];
    }),
  );
}

/** A file whose name was its entity's gets the new one; a file that people have moved stays where it is. */
export function placeOf(
  location: Location,
  former: string | undefined,
  entity: string,
  artifact: EntityArtifact,
): string {
  const path = location.kind === "copies" ? (location.paths[0] ?? "") : location.path;
  return former !== undefined && path === defaultPath(former, artifact)
    ? defaultPath(entity, artifact)
    : path;
}

/** Decides what becomes of the files of an entity. */
export async function planEntity(input: EntityInput): Promise<EntityPlan> {
  const { entity, model, state, former, locations, folder, options } = input;
  const renames = renamesOf(entity, former, state);
  const planned: (PlannedFile & { readonly artifact: EntityArtifact })[] = [];
  const pathOf = (name: string, artifact: EntityArtifact) => {
    const location = locations.get(artifact);
    return location === undefined ? defaultPath(name, artifact) : placeOf(location, former, name, artifact);
  };
  for (const output of listEntityOutputs(entity, model, pathOf)) {
    const artifact = output.artifact as EntityArtifact;
    const location = locations.get(artifact) ?? { kind: "missing", path: output.path };
    planned.push({
      artifact,
      ...(await planFile({
        output,
        location,
        known: state?.files[artifact],
        hashes: state?.hashes ?? new Set(),
        former,
        renames,
        names: (known) => namesKnown(entity, known),
        folder,
        options,
      })),
    });
  }
  const files = planned.map(({ file }) => file);
  if (renames.size > 0 && planned.some(({ isLeftAlone }) => isLeftAlone))
    return {
      files: planned.map((each) => postponed(each, locations.get(each.artifact))),
      records: [],
      roleChanges: [],
      isPostponed: true,
    };
  const policy = planned.find(({ artifact }) => artifact === "policy");
  // Roles that cannot be written yet have not changed.
  const waits = policy?.isLeftAlone === true;
  return {
    files,
    records: keepsState(state, planned)
      ? []
      : recordsOf(input, planned, waits ? state?.policy : entity.policy),
    roleChanges: waits || policy === undefined ? [] : roleChanges(entity, state?.policy, policy.file),
    isPostponed: false,
  };
}

/** Whether a file that waits may yet turn out to be as one of two branches generated it. */
export function keepsState(state: EntityState | undefined, planned: readonly PlannedFile[]): boolean {
  return state !== undefined && isMuddled(state) && planned.some(({ isLeftAlone }) => isLeftAlone);
}

/** Names are changed in all files of an entity or in none. */
function postponed({ file, isLeftAlone }: PlannedFile, location: Location | undefined): FilePlan {
  const path = location?.kind === "here" ? location.path : file.path;
  const untouched = { ...file, path, after: file.before, renamed: [], first: [], last: [] };
  if (isLeftAlone) return untouched;
  return {
    ...untouched,
    action: "none",
    conflicts: [],
    warnings: ["it is renamed when the conflicts of its entity are settled"],
  };
}

function recordsOf(
  { entity, state, former, folder }: EntityInput,
  planned: readonly (PlannedFile & { readonly artifact: string })[],
  policy: Policy | undefined,
): readonly Change[] {
  const files = planned.flatMap(({ artifact, state: known }) =>
    known === undefined ? [] : [[artifact, known] as const],
  );
  const places = new Set(files.map(([, known]) => known.path));
  const text = formatState({
    ...emptyState,
    files: Object.fromEntries(files),
    fields: membersOf(entity).map(({ name }) => name),
    policy,
    detached: (state?.detached ?? []).filter((path) => folder.exists(path) && !places.has(path)),
  });
  const path = statePath(entity.name);
  return [
    ...(folder.read(path) === text ? [] : [{ path, text }]),
    ...(former === undefined ? [] : [{ path: statePath(former), text: undefined, successor: path }]),
  ];
}

/** Where nobody knows any more what the permissions were, a policy that changes tells of all of them. */
function roleChanges(
  { name, policy }: Entity,
  before: Policy | undefined,
  { action }: FilePlan,
): readonly RoleChange[] {
  if (before === undefined && action !== "update") return [];
  return operations
    .filter((operation) => !isDeepStrictEqual(before?.[operation], policy[operation]))
    .map((operation) => ({ entity: name, operation, before: before?.[operation], after: policy[operation] }));
}
