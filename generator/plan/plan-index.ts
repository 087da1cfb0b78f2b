import type { OutputFolder } from "../files/output-folder.js";
import { indexOutput } from "../outputs.js";
import { INDEX_PATH, type Tree } from "../artifacts.js";
import { emptyPlan, stateRecords, type EntityPlan } from "./plan-entity.js";
import { planFile } from "./plan-file.js";
import { ofNoEntity, untouched } from "./plan-outcome.js";
import type { Run } from "./plan.js";
import { emptyState, loadState } from "../files/state.js";

/** Plans the files that belong to all entities. */
export async function planIndex(run: Run, tree: Tree): Promise<EntityPlan> {
  const { model, folder } = run;
  const state = loadState(undefined, folder);
  const output = indexOutput(model, tree);
  const location = { kind: folder.exists(output.path) ? "here" : "missing", path: output.path } as const;
  const planned = await planFile({ ...run, ...ofNoEntity, output, location, state, tree });
  return {
    ...emptyPlan,
    files: [planned.file],
    records: stateRecords(state, [{ ...planned, name: output.artifact }], emptyState),
    isPostponed: planned.file.action === "conflict",
  };
}

/** Leaves the index as it is, because it cannot import files that are not renamed yet. */
export function postponedIndex(folder: OutputFolder): EntityPlan {
  const output = { entity: undefined, artifact: "index", path: INDEX_PATH } as const;
  const file = untouched(output, folder.read(output.path));
  const warnings = ["it changes when the renamed entities are generated"];
  return { ...emptyPlan, files: [{ ...file, warnings }], isPostponed: true };
}
