import { basePath } from "../files/baseline.js";
import type { FileLocator, Location } from "../files/locate-files.js";
import { operationFileId, operationOutput, parametersOutput } from "../outputs.js";
import type { Tree } from "../artifacts.js";
import { emptyPlan, stateRecords, type EntityPlan } from "./plan-entity.js";
import { planFile } from "./plan-file.js";
import { ofNoEntity } from "./plan-outcome.js";
import { settleRemoved, planRemovedFile } from "./plan-removed-entities.js";
import { planFields } from "./plan-recorded.js";
import type { Change, FilePlan, Run } from "./plan.js";
import { emptyState, loadState, statePath, type EntityState } from "../files/state.js";

/** The state of all operations. No entity has this name. */
const STATE = "_operations";

/** The files of operations before a run. */
export interface LocatedOperations {
  readonly state: EntityState | undefined;
  readonly locations: ReadonlyMap<string, Location>;
  readonly operationPath: Tree["operationPath"];
}

/** Finds the files of operations. One that was generated and is missing was deleted by hand. */
export function locateOperations({ model, locator, folder, options }: Run): LocatedOperations {
  const state = loadState(STATE, folder);
  const locations = new Map(model.ownOperations.map(({ name }) => [name, locate(name, state, locator)]));
  return {
    state,
    locations,
    operationPath: (name) => {
      const location = locations.get(name);
      if (location === undefined || location.kind === "copies") return location?.paths[0];
      const isDeleted =
        location.kind === "missing" &&
        folder.exists(basePath(operationFileId(name))) &&
        !options.restore.has(location.path);
      return isDeleted ? undefined : location.path;
    },
  };
}

function locate(name: string, state: EntityState | undefined, locator: FileLocator): Location {
  const { entity, artifact } = operationFileId(name);
  return locator.locate(entity, artifact, stateOf(name, state));
}

/** The state of one operation's file, in the form of an entity with one file: without the hashes of the others. */
function stateOf(name: string, state: EntityState | undefined): EntityState | undefined {
  if (state === undefined) return undefined;
  const { [name]: known, ...others } = state.files;
  const foreign = new Set(Object.values(others).map(({ generated }) => generated));
  const hashes = new Set([...state.hashes].filter((hash) => !foreign.has(hash)));
  return { ...state, files: known === undefined ? {} : { operation: known }, hashes };
}

/** Plans the files of operations, and of those that were removed from the configuration. */
export async function planOperations(
  run: Run,
  { state, locations }: LocatedOperations,
  living: readonly FilePlan[],
  tree: Tree,
): Promise<EntityPlan> {
  const { folder, locator } = run;
  const { ownOperations } = run.model;
  if (ownOperations.length === 0 && state === undefined) return emptyPlan;
  const planned = [];
  const parameters: Change[] = [];
  for (const operation of ownOperations) {
    const { name } = operation;
    const file = await planFile({
      ...run,
      ...ofNoEntity,
      output: operationOutput(operation, locations.get(name)),
      location: locations.get(name) ?? locate(name, state, locator),
      state: stateOf(name, state),
      tree,
    });
    planned.push({ ...file, name });
    if (file.file.after !== undefined)
      parameters.push(...(await planFields(parametersOutput(operation), file, run)));
  }
  const names = new Set(ownOperations.map(({ name }) => name));
  const removed: FilePlan[] = [];
  for (const name of Object.keys(state?.files ?? {}).filter((each) => !names.has(each))) {
    const { entity, artifact } = operationFileId(name);
    removed.push(await planRemovedFile(run, entity, artifact, stateOf(name, state) ?? emptyState));
  }
  const files = planned.map(({ file }) => file);
  const gone = settleRemoved(removed, [...living, ...files], folder);
  const records =
    ownOperations.length === 0
      ? [{ path: statePath(STATE), text: undefined }]
      : stateRecords(state, planned, { ...emptyState, entity: STATE });
  return { ...emptyPlan, files: [...files, ...gone], records: [...records, ...parameters] };
}
