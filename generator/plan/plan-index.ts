import type { Model } from "../../runtime/model/model.js";
import type { OutputFolder } from "../files/output-folder.js";
import { indexOutput } from "../outputs.js";
import { INDEX_PATH, type Tree } from "../artifacts.js";
import { emptyPlan, keepsState, type EntityPlan } from "./plan-entity.js";
import { planFile } from "./plan-file.js";
import { untouched } from "./plan-outcome.js";
import type { PlanOptions } from "./plan.js";
import { noRenames } from "./renames.js";
import { emptyState, formatState, loadState, statePath } from "../files/state.js";

/** Plans the files that belong to all entities. */
export async function planIndex(
  model: Model,
  tree: Tree,
  folder: OutputFolder,
  options: PlanOptions,
): Promise<EntityPlan> {
  const state = loadState(undefined, folder);
  const output = indexOutput(model, tree);
  const location = { kind: folder.exists(output.path) ? "here" : "missing", path: output.path } as const;
  const planned = await planFile({
    output,
    location,
    entity: undefined,
    state,
    former: undefined,
    renames: noRenames,
    tree,
    folder,
    options,
  });
  const files = planned.state === undefined ? {} : { index: planned.state };
  const path = statePath(undefined);
  const text = formatState({ ...emptyState, files });
  const isDone = folder.readRecord(path) === text || keepsState(state, [planned]);
  return {
    ...emptyPlan,
    files: [planned.file],
    records: isDone ? [] : [{ path, text }],
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
