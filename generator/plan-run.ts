import type { Model } from "../runtime/model/model.js";
import { attributesFile } from "./baseline.js";
import { formatRecords } from "./format-records.js";
import { FileLocator } from "./locate-files.js";
import type { OutputFolder } from "./output-folder.js";
import { defaultPath, entityArtifacts, indexOutput, type PathOf } from "./outputs.js";
import { keepsState, locateEntity, placeOf, planEntity, type EntityPlan } from "./plan-entity.js";
import { planFile } from "./plan-file.js";
import { untouched } from "./plan-outcome.js";
import { planRemovedEntity } from "./plan-removed-entity.js";
import type { Plan, PlanOptions } from "./plan.js";
import { formerName, noNames, noRenames } from "./renames.js";
import { emptyState, formatState, listStates, loadState, statePath, type EntityState } from "./state.js";

/** Compares what the configuration gives with what is there, and decides for each file what becomes of it. */
export async function planRun(model: Model, folder: OutputFolder, options: PlanOptions): Promise<Plan> {
  const states: ReadonlyMap<string, EntityState> = new Map(
    listStates(folder).map((entity) => [entity, loadState(entity, folder) ?? emptyState]),
  );
  const locator = new FileLocator(folder);
  const found = model.entities.map((entity) => {
    const former = formerName(entity, states);
    const state = states.get(former ?? entity.name);
    return {
      entity,
      former,
      state,
      locations: locateEntity(entity.name, former, state, entityArtifacts, locator),
    };
  });

  const plans: EntityPlan[] = [];
  const wanted = found.filter(({ entity }) => options.only === undefined || entity.name === options.only);
  for (const [index, input] of wanted.entries()) {
    plans.push(await planEntity({ ...input, model, folder, options }));
    options.onProgress?.(index + 1, wanted.length);
  }
  const present = new Set(found.flatMap(({ entity, former }) => [entity.name, former]));
  for (const [name, state] of states) {
    if (options.only === undefined && !present.has(name))
      plans.push(await planRemovedEntity(name, state, locator, folder));
  }
  const isBehind = ({ entity, former }: (typeof found)[number]): boolean =>
    former !== undefined && !wanted.some((input) => input.entity === entity);
  const waits = found.some(isBehind) || plans.some(({ isPostponed }) => isPostponed);
  const pathOf: PathOf = (entity, artifact) => {
    const input = found.find((each) => each.entity.name === entity);
    const location = input?.locations.get(artifact);
    return location === undefined
      ? defaultPath(entity, artifact)
      : placeOf(location, input?.former, entity, artifact);
  };
  const generated = found.filter(
    ({ entity, state }) => state !== undefined || options.only === undefined || entity.name === options.only,
  );
  const indexModel = { ...model, entities: generated.map(({ entity }) => entity) };
  plans.push(waits ? postponedIndex(folder) : await planIndex(indexModel, pathOf, folder, options));

  const { path, text } = attributesFile;
  const attributes = folder.read(path) === text ? [] : [{ path, text }];
  return {
    files: plans.flatMap(({ files }) => files),
    roleChanges: plans.flatMap(({ roleChanges }) => roleChanges),
    records: await formatRecords(
      [...attributes, ...plans.flatMap(({ records }) => records)],
      folder,
      options.format,
    ),
  };
}

async function planIndex(
  model: Model,
  pathOf: PathOf,
  folder: OutputFolder,
  options: PlanOptions,
): Promise<EntityPlan> {
  const state = loadState(undefined, folder);
  const output = indexOutput(model, pathOf);
  const location = { kind: folder.exists(output.path) ? "here" : "missing", path: output.path } as const;
  const planned = await planFile({
    output,
    location,
    known: state?.files["index"],
    hashes: state?.hashes ?? new Set(),
    former: undefined,
    renames: noRenames,
    names: () => noNames,
    folder,
    options,
  });
  const files = planned.state === undefined ? {} : { index: planned.state };
  const path = statePath(undefined);
  const text = formatState({ ...emptyState, files });
  const isDone = folder.read(path) === text || keepsState(state, [planned]);
  const records = isDone ? [] : [{ path, text }];
  return { files: [planned.file], records, roleChanges: [], isPostponed: false };
}

/** It cannot import what has not got its new name yet. */
function postponedIndex(folder: OutputFolder): EntityPlan {
  const output = { entity: undefined, artifact: "index", path: "index.ts" } as const;
  const file = untouched(output, folder.read(output.path));
  const warnings = ["it is left as it is until the renamed entities are generated"];
  return { files: [{ ...file, warnings }], records: [], roleChanges: [], isPostponed: true };
}
